/**
 * `npm run kernel`: compiles src/engine/wasm/kernel (AssemblyScript) into kernel.generated.ts, twice: plain
 * SIMD, and with fused multiply-add for browsers that have relaxed SIMD. Runs after an installation, before
 * a build and before tests; does nothing while the sources are the ones it compiled last.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = 'src/engine/wasm/kernel'
const target = `${root}/src/engine/wasm/kernel.generated.ts`

const FLAGS = [
  '-O3',
  '--converge',
  '--noAssert',
  '--runtime=stub',
  '--importMemory',
  '--use=abort=',
  '--enable=simd',
]

/** What the generated file depends on: sources, compiler, and this script. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const { version } = createRequire(import.meta.url)('assemblyscript/package.json')
  hash.update(version).update(readFileSync(fileURLToPath(import.meta.url)))
  for (const name of readdirSync(`${root}/${folder}`).sort()) {
    hash.update(name).update(readFileSync(`${root}/${folder}/${name}`))
  }
  return hash.digest('hex')
}

async function compile(flags: readonly string[]): Promise<string> {
  // Half a second to load, which nothing but a changed kernel is worth.
  const { default: asc } = await import('assemblyscript/asc')
  let binary: Uint8Array | undefined
  const { error, stderr } = await asc.main(
    [`${folder}/index.ts`, `--baseDir=${root}`, '--outFile=kernel.wasm', ...FLAGS, ...flags],
    {
      readFile: (name, base) => {
        const path = `${base}/${name}`
        return existsSync(path) ? readFileSync(path, 'utf8') : null
      },
      writeFile: (_, contents) => {
        if (typeof contents !== 'string') binary = contents
      },
      listFiles: () => [],
    },
  )
  if (error || !binary) throw new Error(`${folder} does not compile.\n${stderr.toString()}`)
  return Buffer.from(binary).toString('base64')
}

/** Compiles if anything changed; whether it did. */
export async function buildKernel(): Promise<boolean> {
  const key = `// ${fingerprint()}`
  if (existsSync(target) && readFileSync(target, 'utf8').startsWith(key)) return false
  const plain = await compile([])
  const fused = await compile(['--enable=relaxed-simd'])
  // In one step: another process may be reading it.
  const fresh = `${target}.${process.pid}`
  writeFileSync(
    fresh,
    `${key}\n// Made by scripts/build-kernel.ts from ${folder}.\nexport const PLAIN = '${plain}'\nexport const FUSED = '${fused}'\n`,
  )
  renameSync(fresh, target)
  return true
}

/** For vitest's `globalSetup`. */
export default async function setup(): Promise<void> {
  await buildKernel()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await buildKernel()
  process.stdout.write(built ? 'The WASM kernel was compiled.\n' : '')
}

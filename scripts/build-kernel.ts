/**
 * `npm run kernel`: compiles the kernels (AssemblyScript) into kernel.generated.ts beside them. Runs after an
 * installation, before a build and before tests; does nothing while the sources are the ones it compiled last.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Kernel {
  /** Where its sources are, in a folder `kernel`. */
  readonly home: string
  /** Flags of each build, by the name of its constant. */
  readonly builds: Readonly<Record<string, readonly string[]>>
}

const KERNELS: readonly Kernel[] = [
  // Plain SIMD, and with fused multiply-add for browsers that have relaxed SIMD.
  { home: 'src/engine/wasm', builds: { PLAIN: [], FUSED: ['--enable=relaxed-simd'] } },
  { home: 'src/formats/containers/lines', builds: { LINES: [] } },
]

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
function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  const { version } = createRequire(import.meta.url)('assemblyscript/package.json')
  hash.update(version).update(readFileSync(fileURLToPath(import.meta.url)))
  for (const name of readdirSync(`${root}/${folder}`).sort()) {
    hash.update(name).update(readFileSync(`${root}/${folder}/${name}`))
  }
  return hash.digest('hex')
}

async function compile(folder: string, flags: readonly string[]): Promise<string> {
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

async function buildOne({ home, builds }: Kernel): Promise<boolean> {
  const folder = `${home}/kernel`
  const target = `${root}/${home}/kernel.generated.ts`
  const key = `// ${fingerprint(folder)}`
  if (existsSync(target) && readFileSync(target, 'utf8').startsWith(key)) return false
  const lines = [key, `// Made by scripts/build-kernel.ts from ${folder}.`]
  for (const [name, flags] of Object.entries(builds)) {
    lines.push(`export const ${name} = '${await compile(folder, flags)}'`)
  }
  // In one step: another process may be reading it.
  const fresh = `${target}.${process.pid}`
  writeFileSync(fresh, `${lines.join('\n')}\n`)
  renameSync(fresh, target)
  return true
}

/** Compiles what has changed; whether anything had. */
export async function buildKernel(): Promise<boolean> {
  let built = false
  for (const kernel of KERNELS) built = (await buildOne(kernel)) || built
  return built
}

/** For vitest's `globalSetup`. */
export default async function setup(): Promise<void> {
  await buildKernel()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await buildKernel()
  process.stdout.write(built ? 'The WASM kernels were compiled.\n' : '')
}

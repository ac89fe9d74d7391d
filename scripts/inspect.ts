/**
 * Prints what Segue reads in trace files, as one JSON object: `npx tsx scripts/inspect.ts FILE…`.
 * A folder stands for all files below it. Exit status 0 if a rollout was read, else 1.
 */
import { existsSync, openAsBlob, readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { readTrace } from '../src/formats/read.ts'
import { reportOf } from '../src/formats/report.ts'
import type { TraceInput } from '../src/formats/types.ts'

/** Files below `path`, named relative to it; a file keeps its own name. They are read from the disk part by part. */
async function inputsAt(path: string): Promise<readonly TraceInput[]> {
  const open = async (file: string, name: string) => ({ name, data: await openAsBlob(file) })
  if (!statSync(path).isDirectory()) return [await open(path, basename(path))]
  const below = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
  const files = below.map((name) => join(path, name)).filter((file) => statSync(file).isFile())
  return Promise.all(files.map((file) => open(file, relative(path, file))))
}

async function main(paths: readonly string[]): Promise<number> {
  const missing = paths.filter((path) => !existsSync(path))
  if (paths.length === 0 || missing.length > 0) {
    for (const path of missing) console.error(`${path}: no such file or folder`)
    console.error('usage: npm run inspect -- FILE_OR_FOLDER…')
    return 1
  }
  const inputs = (await Promise.all(paths.map(inputsAt))).flat()
  const read = await readTrace(inputs, () => {})
  console.log(JSON.stringify(reportOf(read), undefined, 1))
  return read.ok ? 0 : 1
}

// Who reads it may have enough after some lines, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
process.exitCode = await main(process.argv.slice(2))

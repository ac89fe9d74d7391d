/**
 * Prints what Segue reads in trace files, as one JSON object: `npx tsx scripts/inspect.ts FILE…`.
 * A folder stands for all files below it. Exit status 0 if a rollout was read, else 1.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readTrace } from '../src/formats/read.ts'
import type { LoadedTrace, TraceInput } from '../src/formats/types.ts'
import { BOUNDARIES, ENDED } from '../src/trace/batch.ts'

/** Files below `path`, named relative to it; a file is named as it was given. */
function inputsAt(path: string): TraceInput[] {
  const open = (file: string, name: string) => ({ name, data: new Blob([readFileSync(file)]) })
  if (!statSync(path).isDirectory()) return [open(path, path.split('/').pop() ?? path)]
  const below = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
  return below
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => open(file, relative(path, file)))
}

function rolloutsOf({ batch, turns }: LoadedTrace) {
  const { rollout, segment, mask } = batch
  return rollout.id.map((id, r) => {
    const first = rollout.firstSegment[r]
    const end = rollout.firstSegment[r + 1]
    const segments = Array.from({ length: end - first }, (_, i) => first + i)
    const ended = ENDED[segment.ended[end - 1]]
    return {
      id,
      group: batch.groupIds[rollout.group[r]],
      segments: end - first,
      positions: segments.map((s) => segment.start[s + 1] - segment.start[s]),
      action_tokens: segments.map((s) => {
        let count = 0
        for (let p = segment.start[s]; p < segment.start[s + 1]; p++) count += mask[p]
        return count
      }),
      turns: segments.map((s) => turns[s]),
      boundaries: segments.slice(0, -1).map((s) => BOUNDARIES[segment.boundary[s]]),
      outcome: Number.isNaN(rollout.outcome[r]) ? null : rollout.outcome[r],
      ended: ended === 'unknown' ? null : ended,
    }
  })
}

const NOTHING = {
  token_ids: false,
  mask: false,
  log_probs: false,
  values: false,
  rewards: false,
  versions: false,
}

async function main(paths: readonly string[]): Promise<number> {
  if (paths.length === 0) {
    console.error('usage: npx tsx scripts/inspect.ts FILE_OR_FOLDER…')
    return 1
  }
  const read = await readTrace(paths.flatMap(inputsAt), () => {})
  const refusals = read.ok ? read.value.refusals : read.error.refusals
  const files = read.ok ? read.value.files : read.error.files
  const kept = read.ok ? read.value.diagnostics : []
  const report = {
    files: files.map(({ name, format, bytes }) => ({ name, format: format ?? null, bytes })),
    rollouts: read.ok ? rolloutsOf(read.value) : [],
    has: read.ok ? read.value.has : NOTHING,
    approximate_tokens: read.ok && read.value.batch.approximate,
    diagnostics: [...refusals.flatMap((r) => r.diagnostics), ...kept],
  }
  console.log(JSON.stringify(report, undefined, 1))
  return read.ok ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))

/**
 * `npm run bench`: the performance targets M1–M9, one line each; `--json FILE` writes them too, `--peers` adds
 * what others do, `--only M3,M4` measures some. Builds the page first. No test: a busy machine misses targets.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { lineOf, type Metric, passes } from './metric.ts'
import { pageMetrics } from './page-metrics.ts'
import { peerMetrics } from './peers.ts'
import { wasmMetrics } from './wasm.ts'
import { webgpuMetrics } from './webgpu.ts'
import { weightMetrics } from './weight.ts'

interface Group {
  readonly ids: readonly string[]
  readonly measure: () => Promise<readonly Metric[]>
}

const NODES = 2 ** 24

const GROUPS: readonly Group[] = [
  { ids: ['M8'], measure: weightMetrics },
  { ids: ['M3', 'M3b', 'M7', 'M9'], measure: () => wasmMetrics({ nodes: NODES, rounds: 9 }) },
  { ids: ['M4', 'M5', 'M6'], measure: pageMetrics },
  { ids: ['M1', 'M2'], measure: () => webgpuMetrics({ nodes: NODES, rounds: 3 }) },
]

const { values: flags } = parseArgs({
  options: {
    json: { type: 'string' },
    peers: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})

const wanted = flags.only?.split(',')
const isWanted = (id: string): boolean => wanted === undefined || wanted.includes(id)

/** What fails is told, and does not take the others with it. */
async function measured({ ids, measure }: Group): Promise<readonly Metric[]> {
  try {
    return await measure()
  } catch (error) {
    const detail = error instanceof Error ? error.message.split('\n')[0] : String(error)
    const failed = { label: 'failed', value: Number.NaN, target: 0, sense: 'at least' } as const
    return ids.map((id) => ({ ...failed, id, detail }))
  }
}

const [core] = cpus()
process.stdout.write(
  `# ${cpus().length} × ${core?.model ?? 'unknown processor'}, ${process.platform}\n`,
)
const built = spawnSync('npx vite build --logLevel error', { shell: true, stdio: 'inherit' })
if (built.status !== 0) throw new Error('The page does not build.')

const metrics: Metric[] = []
const groups: Group[] = [
  ...GROUPS,
  ...(flags.peers ? [{ ids: ['peer'], measure: peerMetrics }] : []),
]
for (const group of groups) {
  if (!group.ids.some((id) => id === 'peer' || isWanted(id))) continue
  for (const metric of await measured(group)) {
    if (metric.id !== 'peer' && !isWanted(metric.id)) continue
    metrics.push(metric)
    process.stdout.write(`${lineOf(metric)}\n`)
  }
}
if (flags.json !== undefined) {
  const plain = metrics.map((metric) => ({ ...metric, pass: passes(metric) ?? false }))
  writeFileSync(flags.json, `${JSON.stringify({ metrics: plain }, undefined, 1)}\n`)
}

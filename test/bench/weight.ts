/** M8: what the first visit of the built page transfers. `npx tsx test/bench/weight.ts`, after `npm run build`. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliBytes, visitOf } from '../support/visit.ts'
import { lineOf, type Metric } from './metric.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
/** As hosts and browsers count. */
const KB = 1000

const kilobytes = (bytes: number): string => (bytes / KB).toFixed(1)
const nameOf = (file: string): string =>
  file.replace(/^assets\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '')

interface Weighed {
  readonly file: string
  readonly bytes: number
}

const weigh = (files: readonly string[]): readonly Weighed[] =>
  files
    .map((file) => ({ file, bytes: brotliBytes(dist, file) }))
    .sort((one, other) => other.bytes - one.bytes)
const total = (files: readonly Weighed[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)
const list = (files: readonly Weighed[]): string =>
  files.map(({ file, bytes }) => `${nameOf(file)} ${kilobytes(bytes)}`).join(', ')

/** One row, whose detail lists the first load, then what comes ahead when the page is idle, then the rest. */
export async function weightMetrics(): Promise<readonly Metric[]> {
  const row = {
    id: 'M8',
    label: 'first load, KB of brotli',
    target: 150,
    sense: 'at most',
  } as const
  if (!existsSync(`${dist}/index.html`)) {
    return [{ ...row, value: Number.NaN, detail: 'there is no dist: run `npm run build` first' }]
  }
  const visit = await visitOf(dist)
  const [first, ahead, onDemand] = [visit.first, visit.ahead, visit.onDemand].map(weigh)
  const detail = [
    list(first),
    `then ahead when idle ${kilobytes(total(ahead))}: ${list(ahead)}`,
    `only when asked for ${kilobytes(total(onDemand))}: ${list(onDemand)}`,
  ].join('; ')
  return [{ ...row, value: total(first) / KB, detail }]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const metric of await weightMetrics()) console.log(lineOf(metric))
}

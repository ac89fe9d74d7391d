/** Sentences about the running engine. */
import { EXACT_UP_TO, type Speeds } from '../../engine/engine.ts'
import { formatCount } from '../../ui/format.ts'
import type { useText } from '../../ui/text.tsx'
import type { BatchStatistics, EngineStatus } from '../../worker/api.ts'
import type { words } from './engineText.ts'

type Translate = ReturnType<typeof useText<keyof typeof words.en>>

export function reasonOf({ reason }: EngineStatus, t: Translate): string {
  switch (reason.code) {
    case 'forced':
      return t('forced')
    case 'exact':
      return t('exact', { tokens: formatCount(EXACT_UP_TO) })
    case 'fastest':
      return t('fastest', { speeds: speedsOf(reason.speeds, t) })
    case 'device-lost':
    case 'thread-lost':
    case 'beyond-float32':
    case 'forced-unavailable':
      return t(reason.code, { message: reason.message })
  }
}

/** `WASM 2,010 M tokens/s (62% of the pace of copying the same numbers), CPU …`: fastest first. */
function speedsOf(speeds: Speeds, t: Translate): string {
  return (['cpu', 'wasm', 'webgpu'] as const)
    .flatMap((id) => (speeds[id] ? [{ id, speed: speeds[id] }] : []))
    .sort((a, b) => b.speed - a.speed)
    .map(({ id, speed }) => `${t(id)} ${rateOf(speed, t)}${shareOf(speed, speeds.copies?.[id], t)}`)
    .join(', ')
}

/** How near it comes to the pace of the memory, which no scan passes. */
const shareOf = (speed: number, copy: number | undefined, t: Translate): string =>
  copy ? ` (${t('ofCopy', { share: formatCount((100 * speed) / copy) })})` : ''

const rateOf = (tokensPerSecond: number, t: Translate): string =>
  t('rate', { millions: formatCount(tokensPerSecond / 1e6) })

/** Tokens of both estimators over the time of their scans; of a few tokens it would say nothing. */
function throughputOf({ a, b, scanMs }: BatchStatistics): number | undefined {
  const tokens = a.count + b.count
  return tokens > EXACT_UP_TO && scanMs > 0 ? (tokens / scanMs) * 1000 : undefined
}

export function throughputText(
  statistics: BatchStatistics | undefined,
  t: Translate,
): string | undefined {
  const throughput = statistics && throughputOf(statistics)
  return throughput === undefined ? undefined : rateOf(throughput, t)
}

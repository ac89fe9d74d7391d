/** What two aggregations give a token in the loss. */
import type { Preset } from '../../credit/conventions/preset.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { Gap, useText } from '../../ui/text.tsx'
import type { WeightComparison } from '../../worker/conventions-view.ts'
import { useTokenCounts } from '../useTokenCounts.ts'
import { Causes } from './Causes.tsx'
import { usePlaces } from './place.ts'
import { words } from './text.ts'

interface WeightsProps {
  readonly weight: WeightComparison
  readonly presets: readonly [Preset, Preset]
}

export function Weights({ weight, presets }: WeightsProps) {
  const t = useText(words)
  const { inBatch } = useTokenCounts()
  const places = usePlaces()
  const { tokens, differing, segments, differingSegments, largest, causes } = weight
  return (
    <>
      <h3>{t('weightTitle')}</h3>
      <p>
        {differing === 0
          ? t('weightSame')
          : t('weightDiffer', {
              n: inBatch(differing),
              all: inBatch(tokens),
              segments: formatCount(differingSegments),
              allSegments: formatCount(segments),
            })}
        <Gap />
        {largest &&
          t('weightLargest', {
            rollout: places.rollout(largest.rollout),
            segment: largest.segment,
            a: formatNumber(largest.a),
            b: formatNumber(largest.b),
            factor: formatNumber(largest.b / largest.a),
          })}
      </p>
      <Causes causes={causes} differing={differing} presets={presets} measure="weight" />
    </>
  )
}

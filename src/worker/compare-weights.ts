/** Two conventions of aggregation against each other: the weight of a token in the loss, by segment. */
import { aggregateModeOf, type SegmentCounts } from '../credit/aggregate/aggregate.ts'
import { countingEmptyRows, rejectionWeights } from '../credit/aggregate/denominator.ts'
import { actionsOf } from '../credit/chain.ts'
import type { TraceFacts, WhyCode } from '../credit/conventions/facts.ts'
import { aggregationPair } from '../credit/conventions/pair.ts'
import type { Preset } from '../credit/conventions/preset.ts'
import type { Options } from '../credit/options.ts'
import { newestVersion } from '../credit/ratio/drift.ts'
import type { Batch } from '../trace/batch.ts'
import type { CreditSettings } from './api.ts'
import type { Cause, WeightComparison } from './conventions-view.ts'
import { prepareRule } from './rule-loss.ts'
import type { Computed } from './slots.ts'
import { tallyBatch } from './tally-batch.ts'

/** A factor closer to 1 than this is rounding. */
const SAME = 1e-12

interface Counted {
  readonly counts: SegmentCounts
  /** Action tokens that the page's ratio rule leaves; undefined: the trace cannot serve the rule. */
  readonly left: Uint32Array | undefined
  readonly lMax: number
  /** Rows of the batch, see countingEmptyRows. */
  readonly rows: number
}

/** Undefined: the two are not known to differ in it. */
export async function compareWeights(
  computed: Computed,
  settings: CreditSettings,
  [a, b]: readonly [Preset, Preset],
  facts: TraceFacts,
): Promise<WeightComparison | undefined> {
  const { mode, denominator, emptyRows, lMax } = settings.aggregate
  const page: Options = { id: mode, emptyRows, rejection: denominator }
  const pair = aggregationPair(a, b, page)
  if (pair.differences.length === 0) return undefined
  const rejects = pair.a.rejection === 'after' || pair.b.rejection === 'after'
  const { batch } = computed
  const counted: Counted = {
    counts: {
      tokens: computed.b.evaluation.removal?.left ?? actionsOf(batch),
      rollout: batch.segment.rollout,
      group: batch.segment.rollout.map((r) => batch.rollout.group[r]),
    },
    left: rejects ? await leftOf(computed, settings) : undefined,
    lMax,
    rows: batch.segmentCount - (computed.b.evaluation.removal?.droppedRows ?? 0),
  }
  const [left, right] = [weightsOf(pair.a, counted), weightsOf(pair.b, counted)]
  const { tokens, segments, differing, differingSegments, at } = compare(left, right, counted)
  const causes = pair.differences.map((difference): Cause => {
    const alone = weightsOf({ ...pair.a, [difference.option]: difference.b }, counted)
    const change = compare(left, alone, counted)
    return {
      difference,
      largest: change.factor,
      tokens: change.differing,
      why: change.differing > 0 ? undefined : whySame(difference.option, pair.a, counted, facts),
    }
  })
  const { evened, open } = pair
  return {
    tokens,
    differing,
    segments,
    differingSegments,
    largest: at === undefined ? undefined : placeOf(batch, at, left, right),
    causes: causes.sort((x, y) => y.largest - x.largest),
    evened,
    open,
  }
}

async function leftOf(
  computed: Computed,
  settings: CreditSettings,
): Promise<Uint32Array | undefined> {
  const newest = newestVersion(computed.batch)
  const rule = prepareRule(computed, settings.ratio, settings, newest)
  return rule && (await tallyBatch(rule)).left
}

function weightsOf(options: Options, { counts, left, lMax, rows }: Counted): Float64Array {
  const mode = aggregateModeOf(String(options.id))
  if (!mode) throw new Error(`unknown aggregation ${options.id}`)
  const denominator = options.rejection === 'after' ? 'after' : 'before'
  const kept = left ?? counts.tokens
  const weights = rejectionWeights(mode, counts, kept, denominator, { lMax })
  // Rows as the mode counted them: those that kept a token, or that had one.
  return options.emptyRows === 'count' && mode.overRows
    ? countingEmptyRows(weights, denominator === 'after' ? kept : counts.tokens, rows)
    : weights
}

const factorOf = (x: number, y: number): number => Math.max(x / y, y / x)

function compare(one: Float64Array, other: Float64Array, { counts, left }: Counted) {
  let [tokens, segments, differing, differingSegments, factor] = [0, 0, 0, 0, 1]
  let at: number | undefined
  for (let s = 0; s < one.length; s++) {
    const count = (left ?? counts.tokens)[s]
    if (count === 0) continue
    tokens += count
    segments++
    const here = factorOf(one[s], other[s])
    if (here - 1 <= SAME) continue
    differing += count
    differingSegments++
    if (here > factor) {
      factor = here
      at = s
    }
  }
  return { tokens, segments, differing, differingSegments, factor, at }
}

const placeOf = (batch: Batch, segment: number, left: Float64Array, right: Float64Array) => {
  const rollout = batch.segment.rollout[segment]
  return {
    rollout,
    segment: segment - batch.rollout.firstSegment[rollout],
    a: left[segment],
    b: right[segment],
  }
}

function whySame(option: string, options: Options, counted: Counted, facts: TraceFacts): WhyCode {
  switch (option) {
    case 'emptyRows':
      if (facts.emptyRows === 0) return 'no-empty-rows'
      return aggregateModeOf(String(options.id))?.overRows ? 'no-effect' : 'mode-without-rows'
    case 'rejection':
      return counted.left ? 'nothing-rejected' : 'no-log-probs'
    default:
      return 'no-effect'
  }
}

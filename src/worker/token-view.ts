/** Everything that is known of one token. */
import { type Batch, SPAN_KINDS } from '../trace/batch.ts'
import type { TokenRequest, TokenView } from './api.ts'
import { textOf } from './detail.ts'
import { fateOf, type PreparedRule } from './prepared-rule.ts'
import { rewardColumn } from './reward-column.ts'
import type { Computed } from './slots.ts'

/** @param rule undefined: the trace serves none */
export function tokenView(
  computed: Computed,
  request: TokenRequest,
  rule: PreparedRule | undefined,
): TokenView {
  const { batch, a, b } = computed
  const first = batch.rollout.firstSegment[request.rollout]
  const segment = first + request.segment
  const p = batch.segment.start[segment] + request.position
  const [columnsA, columnsB] = [a, b].map((slot) => slot.evaluation.ofRollout(request.rollout))
  const known = <T extends number>(x: T | undefined): T | undefined =>
    x === undefined || Number.isNaN(x) ? undefined : x
  const action = batch.mask[p] === 1
  const id = batch.tokenIds?.[p] ?? -1
  return {
    segment: request.segment,
    position: request.position,
    action: action ? actionIndex(batch, batch.segment.start[first], p) : undefined,
    kind: SPAN_KINDS[batch.spans.kind[spanAt(batch, segment, p)]],
    mask: action ? 1 : 0,
    text: textOf(batch.text, p, p + 1),
    tokenId: id < 0 ? undefined : id,
    value: known(batch.columns.values?.[p]),
    reward: rewardColumn(computed).at(p),
    advantageA: columnsA.advantages[p],
    returnA: action ? columnsA.returns?.[p] : undefined,
    advantageB: columnsB.advantages[p],
    returnB: action ? columnsB.returns?.[p] : undefined,
    ...(action ? lossOf(rule, segment, request.position) : NO_LOSS),
    removedBy: (['a', 'b'] as const).filter(
      (slot) => action && computed[slot].evaluation.lossMask[p] === 0,
    ),
    recordedAdvantage: known(batch.columns.advantages?.[p]),
  }
}

type TokenLoss = Pick<TokenView, 'ratio' | 'coefficient' | 'fate' | 'simulatedRatio'>

const NO_LOSS: TokenLoss = {
  ratio: undefined,
  coefficient: undefined,
  fate: undefined,
  simulatedRatio: false,
}

function lossOf(rule: PreparedRule | undefined, segment: number, position: number): TokenLoss {
  const loss = rule?.lossOf(segment)
  if (!rule || !loss) return NO_LOSS
  const ratio = loss.ratio[position]
  const coefficient = loss.coefficient[position]
  return {
    ratio,
    coefficient,
    fate: fateOf(ratio, loss.advantages[position], coefficient),
    simulatedRatio: loss.simulated,
  }
}

function actionIndex(batch: Batch, from: number, position: number): number {
  let index = 0
  for (let p = from; p < position; p++) index += batch.mask[p]
  return index
}

function spanAt(batch: Batch, segment: number, position: number): number {
  let span = batch.spans.firstOfSegment[segment]
  const end = batch.spans.firstOfSegment[segment + 1]
  while (span + 1 < end && batch.spans.start[span + 1] <= position) span++
  return span
}

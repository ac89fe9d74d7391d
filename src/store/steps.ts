/** Moving the pinned token along the action tokens of a rollout. Pure. */
import type { RolloutDetail, SegmentView } from '../worker/api.ts'
import type { DocumentState } from './document.ts'
import type { SegueState } from './store.ts'

type Place = NonNullable<DocumentState['token']>

const runsOf = ({ maskRuns }: SegmentView): readonly (readonly [number, number])[] =>
  Array.from({ length: maskRuns.length / 2 }, (_, k) => [maskRuns[2 * k], maskRuns[2 * k + 1]])

/** Action tokens of the rollout before `place`; all segments in time order. */
function actionsBefore(detail: RolloutDetail, place: Place): number {
  let count = 0
  detail.segments.forEach((view, segment) => {
    if (segment < place.segment) count += view.actionTokens
    else if (segment === place.segment) {
      for (const [start, end] of runsOf(view)) {
        count += Math.max(0, Math.min(end, place.position) - start)
      }
    }
  })
  return count
}

/** The rollout's action token number `action`, counted from 0. */
function actionAt(detail: RolloutDetail, action: number): Place | undefined {
  let left = action
  for (const [segment, view] of detail.segments.entries()) {
    if (left >= view.actionTokens) {
      left -= view.actionTokens
      continue
    }
    for (const [start, end] of runsOf(view)) {
      if (left < end - start) return { segment, position: start + left }
      left -= end - start
    }
  }
  return undefined
}

const isAction = (detail: RolloutDetail, { segment, position }: Place): boolean =>
  runsOf(detail.segments[segment]).some(([start, end]) => start <= position && position < end)

/**
 * The action token `tokens` further on (negative: back), stopping at the rollout's ends. Without a
 * pinned token the first one (or, going back, the last); undefined if the rollout has no action token.
 */
function stepToken(
  detail: RolloutDetail,
  from: Place | undefined,
  tokens: number,
): Place | undefined {
  const total = detail.segments.reduce((sum, view) => sum + view.actionTokens, 0)
  if (total === 0) return undefined
  if (!from || !detail.segments[from.segment]) return actionAt(detail, tokens < 0 ? total - 1 : 0)
  const before = actionsBefore(detail, from)
  // Between two action tokens, one step forward reaches the next one, which is number `before`.
  const origin = isAction(detail, from) || tokens < 0 ? before : before - 1
  return actionAt(detail, Math.min(total - 1, Math.max(0, origin + tokens)))
}

/** The range, moved by as little as shows `position`; its width stays. */
function rangeShowing(range: DocumentState['range'], position: number): DocumentState['range'] {
  if (!range) return undefined
  const width = range.to - range.from
  if (position < range.from) return { from: position, to: position + width }
  if (position >= range.to) return { from: position + 1 - width, to: position + 1 }
  return range
}

/** Pins the token so many action tokens further on, in sight. */
export function moveToken(
  { document, data, actions }: Pick<SegueState, 'document' | 'data' | 'actions'>,
  tokens: number,
): void {
  const token = data.frame && stepToken(data.frame.detail, document.token, tokens)
  if (token) actions.edit({ token, range: rangeShowing(document.range, token.position) }, 'step')
}

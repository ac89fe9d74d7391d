/** Keys that move the pinned token; the same in both panels. */
import type { TokenPlace } from '../../plot/spans.ts'
import { actionBounds, firstIndex } from '../../plot/spans.ts'
import type { Actions } from '../../store/store.ts'
import type { RolloutDetail, SegmentView } from '../../worker/api.ts'

const LONG_STEP = 10

const withActions = (detail: RolloutDetail): SegmentView[] =>
  detail.segments.filter((segment) => actionBounds(segment) !== undefined)

/** The action token of a segment that is nearest to `position`. */
export function nearestAction(segment: SegmentView, position: number): number | undefined {
  const runs = segment.maskRuns
  if (runs.length === 0) return undefined
  const run = firstIndex(runs.length / 2, (k) => runs[2 * k + 1]! > position)
  const inside = runs[2 * run]
  const before = run > 0 ? runs[2 * run - 1]! - 1 : undefined
  if (inside === undefined) return before
  if (position >= inside || before === undefined) return Math.max(inside, position)
  return position - before <= inside - position ? before : inside
}

/** Handles the event if it moves the pin; `order` = segments from top to bottom. */
export function pinKey(
  event: { readonly key: string; readonly shiftKey: boolean },
  detail: RolloutDetail,
  order: readonly number[],
  pinned: TokenPlace | undefined,
  actions: Pick<Actions, 'step' | 'edit'>,
): boolean {
  const tokens = event.shiftKey ? LONG_STEP : 1
  const pin = (segment: SegmentView | undefined, position: number | undefined): boolean => {
    if (!segment || position === undefined) return false
    actions.edit({ token: { segment: segment.segmentIndex, position } }, 'token')
    return true
  }
  switch (event.key) {
    case 'ArrowLeft':
      actions.step(-tokens)
      return true
    case 'ArrowRight':
      actions.step(tokens)
      return true
    case 'Home': {
      const first = withActions(detail)[0]
      return pin(first, first && actionBounds(first)?.first)
    }
    case 'End': {
      const last = withActions(detail).at(-1)
      const end = last && actionBounds(last)?.end
      return pin(last, end === undefined ? undefined : end - 1)
    }
    case 'ArrowUp':
    case 'ArrowDown': {
      const step = event.key === 'ArrowUp' ? -1 : 1
      const start = pinned ? order.indexOf(pinned.segment) : step < 0 ? order.length : -1
      for (let row = start + step; row >= 0 && row < order.length; row += step) {
        const segment = detail.segments[order[row]!]!
        const position = nearestAction(segment, pinned?.position ?? 0)
        if (position !== undefined) return pin(segment, position)
      }
      return pinned !== undefined
    }
    default:
      return false
  }
}

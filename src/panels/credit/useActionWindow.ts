/** The action tokens whose positions the strips show. */
import { useMemo } from 'react'
import type { ActionSpan } from '../../plot/curveAxes.ts'
import { effectiveRange } from '../../plot/range.ts'
import { longestResponse } from '../../plot/rows.ts'
import { type ActionIndex, actionsInRange } from '../../plot/spans.ts'
import type { RolloutDetail } from '../../worker/api.ts'
import { useStore } from '../useStore.ts'

/** Undefined while everything is shown. */
export function useActionWindow(
  detail: RolloutDetail,
  index: ActionIndex,
): readonly ActionSpan[] | undefined {
  const range = useStore((state) => state.document.range)
  return useMemo(() => {
    const length = longestResponse(detail)
    const shown = effectiveRange(range, length)
    return shown.to - shown.from < length ? actionsInRange(detail, index, shown) : undefined
  }, [detail, index, range])
}

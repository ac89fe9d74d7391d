import type { ShownTotals } from '../store/store.ts'
import { useLasting } from './useLasting.ts'
import { useStore } from './useStore.ts'

/** Whether this part of the totals has been of another picture than the one on the screen for a while. */
export const useIsOldTotal = (part: keyof ShownTotals): boolean =>
  useLasting(
    useStore(({ data: { frame, totals } }) => {
      const shown = totals[part]
      return shown !== undefined && frame?.request.settings !== shown.settings
    }),
  )

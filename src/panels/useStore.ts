/** React binding of the vanilla store: panels read slices through `useStore` and never hold it themselves. */
import { createContext, useContext } from 'react'
import { type StoreApi, useStore as useZustand } from 'zustand'
import { hasNumbersOf } from '../store/fit.ts'
import type { Actions, SegueState } from '../store/store.ts'
import { ownLanguage } from '../ui/ownLanguage.ts'
import type { LanguageId } from '../ui/text.tsx'

export const StoreContext = createContext<StoreApi<SegueState> | undefined>(undefined)

function useStoreApi(): StoreApi<SegueState> {
  const store = useContext(StoreContext)
  if (!store) throw new Error('StoreContext is missing')
  return store
}

export const useStore = <T>(selector: (state: SegueState) => T): T =>
  useZustand(useStoreApi(), selector)

/** Whether the numbers on the screen are known to be those of other settings than the controls show. */
export const useIsOld = (): boolean =>
  useStore(({ tasks, data, document }) => {
    const { frame, table } = data
    return Boolean(
      tasks.picture !== 'current' && frame && table && !hasNumbersOf(data, document, table),
    )
  })

/** Whether tokens of the rollout on the screen are estimated from text. */
export const useIsApproximate = (): boolean =>
  useStore(({ data: { summary, table, frame } }) =>
    Boolean(summary?.approximate && table?.estimated?.[frame?.request.rollout ?? 0] !== 0),
  )

/** Whether tokens of some rollout of the batch are. */
export const useIsBatchApproximate = (): boolean =>
  useStore(({ data: { summary, table } }) =>
    Boolean(summary?.approximate && (!table?.estimated || table.estimated.includes(1))),
  )

/** The page's language. */
export const languageOf = ({ document }: Pick<SegueState, 'document'>): LanguageId =>
  document.language ?? ownLanguage()

export const useActions = (): Actions => useStore((state) => state.actions)

/** Which slot the dialog writes, and for what: kept while it is closed, read by the body that comes later. */
import { createContext } from 'react'

export interface CopyChoice {
  readonly slot: 'a' | 'b'
  /** Id of a target. */
  readonly target: string
}

export interface CopyChoiceState {
  readonly choice: CopyChoice
  readonly choose: (change: Partial<CopyChoice>) => void
}

export const CopyChoiceContext = createContext<CopyChoiceState>({
  choice: { slot: 'b', target: 'numpy' },
  choose: () => undefined,
})

/** What the body of the dialog is given: it comes later, and again each time the dialog opens. */
import { createContext } from 'react'
import type { TraceExport } from '../../worker/share.ts'

interface SaveState {
  readonly choice: TraceExport
  readonly choose: (change: Partial<TraceExport>) => void
  readonly close: () => void
}

export const SaveContext = createContext<SaveState>({
  choice: { kind: 'jsonl', advantages: 'b' },
  choose: () => {},
  close: () => {},
})

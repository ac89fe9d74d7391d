/** What the tables say only of some orders, estimators and lengths. */
import { useText } from '../../ui/text.tsx'
import { words } from './lateText.ts'

export interface BoundaryNoteProps {
  readonly says: keyof (typeof words)['en']
  readonly values?: Readonly<Record<string, string>>
}

export function BoundaryNote({ says, values }: BoundaryNoteProps) {
  const t = useText(words)
  return t(says, values)
}

/** Says it where a group baseline cannot tell the selected rollout from its group. */
import { useMemo } from 'react'
import { rolloutIndex } from '../../store/fit.ts'
import { formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { groupNoteOf } from './groupNote.ts'
import { words } from './text.ts'

export function GroupNote({ which }: { readonly which: 'a' | 'b' }) {
  const t = useText(words)
  const slot = useStore((state) => state.document[which])
  const table = useStore((state) => state.data.table)
  const rollout = useStore((state) => (table ? rolloutIndex(state.document, table) : 0))
  const note = useMemo(() => table && groupNoteOf(slot, table, rollout), [slot, table, rollout])
  if (!note) return null
  const text =
    note.kind === 'equal'
      ? t('groupEqual', { n: formatCount(note.samples) })
      : t(note.raw ? 'groupOfOneRaw' : 'groupOfOne')
  return <p className="slot-summary group-note">{text}</p>
}

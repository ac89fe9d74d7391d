/** Says it where a group baseline cannot tell the selected rollout from its group. */
import { useMemo } from 'react'
import { rolloutIndex } from '../../store/fit.ts'
import { formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { groupNoteOf } from './groupNote.ts'
import { words } from './groupNoteText.ts'

export function GroupNote({ which }: { readonly which: 'a' | 'b' }) {
  const t = useText(words)
  const slot = useStore((state) => state.document[which])
  const table = useStore((state) => state.data.table)
  const rollout = useStore((state) => (table ? rolloutIndex(state.document, table) : 0))
  const lacks = useStore(({ data: { frame, summary } }) => frame?.lacks ?? summary?.lacks)
  const note = useMemo(() => table && groupNoteOf(slot, table, rollout), [slot, table, rollout])
  const withoutStates = slot.estimator === 'gigpo' && lacks?.includes('stateKeys') === true
  const said: string[] = []
  if (note?.kind === 'raw') said.push(t('groupOfOneRaw'))
  else if (note?.kind === 'single') said.push(t(`single_${note.by}`))
  else if (note) said.push(t(`equal_${note.by}`, { n: formatCount(note.samples) }))
  if (withoutStates) said.push(t('withoutStates'))
  if (said.length === 0) return null
  return <p className="slot-summary group-note">{said.join(' ')}</p>
}

/** Groups: all at a glance, one under every convention, segments as samples, GiGPO's states. */
import { memo, useCallback, useState } from 'react'
import { useText } from '../../ui/text.tsx'
import type { GroupsQuestion } from '../../worker/groups-view.ts'
import { useStore } from '../useStore.ts'
import { useView } from '../useView.ts'
import { AllGroups } from './AllGroups.tsx'
import { OneGroup } from './OneGroup.tsx'
import type { PartProps } from './part.ts'
import { States } from './States.tsx'
import { words } from './text.ts'
import './groups.css'

export function GroupsPanel() {
  const trace = useStore((state) => JSON.stringify(state.document.source))
  return <GroupsBody key={trace} />
}

const FIRST: GroupsQuestion = { order: 'file', page: undefined, state: undefined }

function GroupsBody() {
  const t = useText(words)
  const [question, setQuestion] = useState(FIRST)
  const ask = useCallback<PartProps['ask']>(
    (change) => setQuestion((before) => ({ ...before, ...change })),
    [],
  )
  const viewed = useView('groups', question)
  if (!viewed) return <p className="groups-note coming">{t('waiting')}</p>
  const { view, request } = viewed.answer
  return (
    <div className={viewed.isOld ? 'groups-old' : ''} aria-busy={viewed.isOld}>
      <Parts view={view} settings={request.settings} question={question} ask={ask} />
    </div>
  )
}

/** Drawn anew with an answer, not when it grows old: that happens at every step of a slider. */
const Parts = memo(function Parts(part: PartProps) {
  return (
    <>
      {part.view.list.groups > 1 && <AllGroups {...part} />}
      <OneGroup {...part} />
      <States {...part} />
    </>
  )
})

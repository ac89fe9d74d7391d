/** Groups: all at a glance, one under every convention, segments as samples, GiGPO's states. */
import { useState } from 'react'
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
  const viewed = useView('groups', question)
  if (!viewed) return <p className="groups-note">{t('waiting')}</p>
  const { view, request } = viewed.answer
  const part: PartProps = {
    view,
    settings: request.settings,
    question,
    ask: (change) => setQuestion({ ...question, ...change }),
  }
  return (
    <div className={viewed.isOld ? 'groups-old' : ''} aria-busy={viewed.isOld}>
      {view.list.groups > 1 && <AllGroups {...part} />}
      <OneGroup {...part} />
      <States {...part} />
    </div>
  )
}

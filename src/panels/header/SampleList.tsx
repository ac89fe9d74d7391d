/** The samples as buttons, for the empty page. */
import { useText } from '../../ui/text.tsx'
import { useActions } from '../useStore.ts'
import { sampleWords } from './samples.ts'
import { words } from './text.ts'
import '../../ui/menu.css'
import './sample-list.css'

export function SampleList() {
  const t = useText(words)
  const { openSample } = useActions()
  return (
    <ul className="sample-list">
      {sampleWords(t).map((sample) => (
        <li key={sample.id}>
          <button type="button" className="menu-item" onClick={() => openSample(sample.id)}>
            <span className="menu-label">{sample.label}</span>
            {sample.detail !== undefined && <span className="menu-detail">{sample.detail}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

import { useText } from '../../ui/text.tsx'
import { words } from './dropText.ts'
import './drop.css'

/** Over the whole page, while files are dragged above it. */
export function DropOverlay() {
  const t = useText(words)
  return (
    <div className="drop-overlay">
      <div className="drop-frame">
        <p className="drop-title">{t('drop')}</p>
        <p>{t('dropDetail')}</p>
      </div>
    </div>
  )
}

/** What can be opened; stands in the refusal dialog, the empty state and the help. */
import { useText } from '../../ui/text.tsx'
import { lateWords } from './lateText.ts'

export function AcceptedFormats() {
  const t = useText(lateWords)
  return (
    <div className="accepted">
      <h3>{t('accepted')}</h3>
      <ul>
        <li>{t('accepted1')}</li>
        <li>{t('accepted2')}</li>
        <li>{t('accepted3')}</li>
        <li>{t('accepted4')}</li>
      </ul>
      <p className="quiet">{t('acceptedHow')}</p>
    </div>
  )
}

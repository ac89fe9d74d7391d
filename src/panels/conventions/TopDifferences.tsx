/** The largest difference of each turn of the selected rollout; equal neighbours are one line. */
import { formatSigned } from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useText } from '../../ui/text.tsx'
import type { TokenRun } from '../../worker/conventions-view.ts'
import { apart } from './numbers.ts'
import { PlaceButton } from './PlaceButton.tsx'
import { words } from './text.ts'

export function TopDifferences({ runs }: { readonly runs: readonly TokenRun[] }) {
  const t = useText(words)
  if (runs.length === 0) return null
  return (
    <ScrollRegion name={t('topTitle')}>
      <table className="numbers" aria-label={t('topTitle')}>
        <thead>
          <tr>
            <th scope="col">{t('token')}</th>
            <th scope="col">{t('first')}</th>
            <th scope="col">{t('second')}</th>
            <th scope="col">{t('trainerDifference')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={`${run.segment}.${run.position}`}>
              <th scope="row">
                <PlaceButton place={run} short={shortName(run)} />
              </th>
              {apart(run.a, run.b).map((number, slot) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the trainers stay where they are
                <td key={slot}>{number}</td>
              ))}
              <td>{formatSigned(run.b - run.a)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const shortName = ({ segment, position, last }: TokenRun): string =>
  `${segment} · ${position}${last > position ? `–${last}` : ''}`

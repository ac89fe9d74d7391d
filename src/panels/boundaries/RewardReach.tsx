/**
 * ∂Â/∂R by segment and the share of action tokens that 1% of R, or any of it, reaches. Σ|advantage| would
 * mislead: a cut that looks like the end makes large, wrong advantages.
 */
import { Explain } from '../../ui/Explain.tsx'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useText } from '../../ui/text.tsx'
import type { Frame } from '../../worker/api.ts'
import { MAX_ROWS, Shortened } from './Shortened.tsx'
import { words } from './text.ts'

/** Bars share one scale, so that A and B compare; at least 1 in width units to divide by. */
function largest(...lists: readonly (readonly (number | undefined)[])[]): number {
  const all = lists.flat().map((mean) => Math.abs(mean ?? 0))
  return all.reduce((most, mean) => Math.max(most, mean), 0) || 1
}

export function RewardReach({ frame }: { readonly frame: Frame }) {
  const t = useText(words)
  const { reachA, reachB } = frame
  const scale = largest(reachA.meanBySegment, reachB.meanBySegment)
  return (
    <div className="reach">
      <Explain label={t('reward')} as="h3">
        {t('rewardHelp')}
      </Explain>
      <ScrollRegion name={t('reachTable')}>
        <table className="numbers" aria-label={t('reachTable')}>
          <thead>
            <tr>
              <th scope="col">∂Â/∂R</th>
              <th scope="col" className="slot-a">
                A
              </th>
              <th scope="col" className="slot-b">
                B
              </th>
            </tr>
          </thead>
          <tbody>
            {frame.detail.segments.slice(0, MAX_ROWS).map((segment, at) => (
              <tr key={segment.segmentIndex}>
                <th scope="row">{t('segment', { n: segment.segmentIndex })}</th>
                <Bar which="a" value={reachA.meanBySegment[at]} scale={scale} />
                <Bar which="b" value={reachB.meanBySegment[at]} scale={scale} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" title={t('feltHelp')}>
                {t('felt')}
              </th>
              <td>{formatShare(reachA.shareAbove1Percent)}</td>
              <td>{formatShare(reachB.shareAbove1Percent)}</td>
            </tr>
            <tr>
              <th scope="row" title={t('reachedHelp')}>
                {t('reached')}
              </th>
              <td>{formatShare(reachA.share)}</td>
              <td>{formatShare(reachB.share)}</td>
            </tr>
          </tfoot>
        </table>
        {frame.detail.segments.length > MAX_ROWS && (
          <Shortened shown={MAX_ROWS} of={frame.detail.segments.length} />
        )}
      </ScrollRegion>
    </div>
  )
}

interface BarProps {
  readonly which: 'a' | 'b'
  readonly value: number | undefined
  readonly scale: number
}

function Bar({ which, value, scale }: BarProps) {
  const share = value === undefined ? 0 : (100 * Math.abs(value)) / scale
  return (
    <td className={`bar bar-${which}`} style={{ '--share': `${share.toFixed(1)}%` }}>
      <span>{formatNumber(value)}</span>
    </td>
  )
}

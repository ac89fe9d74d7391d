/** How many tokens AsyPPO leaves out of the entropy bonus: those on which the critics of B disagree most. */
import { Explain } from '../../ui/Explain.tsx'
import { formatShare } from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useText } from '../../ui/text.tsx'
import type { Frame } from '../../worker/api.ts'
import type { EntropyTally } from '../../worker/loss-view.ts'
import { MAX_ROWS, Shortened } from '../boundaries/Shortened.tsx'
import { useTokenCounts } from '../useTokenCounts.ts'
import { words } from './text.ts'

/** Nothing where B does not reweight by AsyPPO, or the trace has no ensemble. */
export function EntropyTable({ frame }: { readonly frame: Frame }) {
  const t = useText(words)
  const { inRollout, inBatch } = useTokenCounts()
  const { entropy } = frame.loss
  if (!entropy) return null
  const { segments } = frame.detail
  return (
    <>
      <Explain label={t('entropy')} as="h3">
        {t('entropyHelp', { share: formatShare(entropy.share) })}
      </Explain>
      <ScrollRegion name={t('entropy')}>
        <table className="numbers" aria-label={t('entropy')}>
          <thead>
            <tr>
              <th scope="col">{t('rollout')}</th>
              <th scope="col">{t('tokens')}</th>
              <th scope="col">{t('filtered')}</th>
              <th scope="col">{t('share')}</th>
            </tr>
          </thead>
          <tbody>
            {segments.length > 1 &&
              entropy.bySegment
                .slice(0, MAX_ROWS)
                .map((tally, at) => (
                  <EntropyRow
                    key={segments[at].segmentIndex}
                    name={t('segment', { n: segments[at].segmentIndex })}
                    tally={tally}
                    count={inRollout}
                  />
                ))}
          </tbody>
          <tfoot>
            <EntropyRow name={t('all')} tally={entropy.rollout} count={inRollout} />
            <EntropyRow name={t('batch')} tally={entropy.batch} count={inBatch} />
          </tfoot>
        </table>
        {segments.length > MAX_ROWS && <Shortened shown={MAX_ROWS} of={segments.length} />}
      </ScrollRegion>
    </>
  )
}

interface RowProps {
  readonly name: string
  readonly tally: EntropyTally
  readonly count: (tokens: number) => string
}

function EntropyRow({ name, tally, count }: RowProps) {
  const share = tally.tokens === 0 ? undefined : tally.filtered / tally.tokens
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{count(tally.tokens)}</td>
      <td>{count(tally.filtered)}</td>
      <td>{formatShare(share)}</td>
    </tr>
  )
}

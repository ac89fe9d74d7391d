/** What changes for everyone where each segment of a rollout counts as a sample. */
import type { GroupConvention } from '../../credit/baselines/group-conventions.ts'
import { Explain } from '../../ui/Explain.tsx'
import { formatCount, formatNumber, formatPlain, formatSigned } from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useText } from '../../ui/text.tsx'
import type { ConventionView, GroupDetail, Moments } from '../../worker/groups-view.ts'
import { cutExample, stdFor } from './outcomes.ts'
import { words } from './text.ts'
import { useRolloutIds } from './useChooseRollout.ts'

interface LevelsProps {
  readonly detail: GroupDetail
  readonly chosen: ConventionView
}

export function Levels({ detail, chosen }: LevelsProps) {
  const t = useText(words)
  const idOf = useRolloutIds()
  const example = cutExample(detail)
  return (
    <>
      <Explain label={t('levels')} as="h3">
        {t('levelsHelp')}
      </Explain>
      {example === undefined ? (
        <p className="groups-note">{t('levelsNone')}</p>
      ) : (
        <>
          <p className="groups-said">
            {t(
              formatNumber(detail.bySegment.mean) === formatNumber(detail.byRollout.mean)
                ? 'levelsSame'
                : 'levelsSentence',
              {
                id: idOf(example.rollout),
                n: formatCount(example.segments),
                bySegment: formatNumber(detail.bySegment.mean),
                byRollout: formatNumber(detail.byRollout.mean),
              },
            )}
          </p>
          <LevelTable detail={detail} chosen={chosen} />
        </>
      )}
    </>
  )
}

function LevelTable({ detail, chosen }: LevelsProps) {
  const t = useText(words)
  const idOf = useRolloutIds()
  const { byRollout, bySegment } = chosen
  if (!bySegment) return <p className="groups-note">{t('levelsOnly')}</p>
  const name = t('levelsTable', { convention: t(`name_${chosen.convention}`) })
  return (
    <ScrollRegion name={name}>
      <table className="numbers groups-levels" aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{t('rollout')}</th>
            <th scope="col">{t('outcome')}</th>
            <th scope="col">{t('segments')}</th>
            <th scope="col">{t('byRollout')}</th>
            <th scope="col">{t('bySegment')}</th>
          </tr>
        </thead>
        <tbody className="groups-heads">
          <tr>
            <th scope="row">
              {t(chosen.convention === 'sample' ? 'meanSampleStd' : 'meanPopulationStd')}
            </th>
            <td />
            <td />
            <td title={t('samples', { n: formatCount(detail.byRollout.samples) })}>
              {said(detail.byRollout, chosen.convention)}
            </td>
            <td title={t('samples', { n: formatCount(detail.bySegment.samples) })}>
              {said(detail.bySegment, chosen.convention)}
            </td>
          </tr>
        </tbody>
        <tbody>
          {detail.members.map((member, at) => (
            <tr key={member.rollout} className={at === detail.selected ? 'is-chosen' : ''}>
              <th scope="row">
                <span className="groups-name is-rollout" title={idOf(member.rollout)}>
                  <bdi dir="ltr">{idOf(member.rollout)}</bdi>
                </span>
              </th>
              <td>{formatPlain(member.outcome)}</td>
              <td>{formatCount(member.segments)}</td>
              <td>{formatSigned(byRollout.advantages[at])}</td>
              <td>{formatSigned(bySegment.advantages[at])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const said = (moments: Moments, convention: GroupConvention): string =>
  `${formatNumber(moments.mean)} ± ${formatNumber(stdFor(moments, convention))}`

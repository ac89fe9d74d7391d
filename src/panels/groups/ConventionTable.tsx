/** Advantages of every rollout of the group, one column per convention. */
import { formatCount, formatNumber, formatPlain, formatSigned } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { ConventionView, GroupDetail, Level } from '../../worker/groups-view.ts'
import { RolloutButton } from './RolloutButton.tsx'
import { SideScroll } from './SideScroll.tsx'
import { words } from './text.ts'

interface TableProps {
  readonly detail: GroupDetail
  readonly chosen: ConventionView
  readonly group: string
}

export function ConventionTable({ detail, chosen, group }: TableProps) {
  const t = useText(words)
  const { members, conventions, now, rollouts } = detail
  const name = t('table', { group })
  const isCut = members.some(({ segments }) => segments > 1)
  const columnClass = (one: ConventionView): string => (one === chosen ? 'is-chosen-column' : '')
  const perHead = (of: (level: Level) => number | undefined) =>
    conventions.map((one) => (
      <td key={one.convention} className={columnClass(one)}>
        {one.raw === undefined ? said(of(one.byRollout), t('others')) : ''}
      </td>
    ))
  const blanks = (
    <>
      <td />
      {isCut && <td />}
    </>
  )
  const nowBlanks = now.map(({ slot }) => <td key={slot} />)
  return (
    <>
      <SideScroll name={name}>
        <table className="numbers groups-conventions" aria-label={name}>
          <thead>
            <tr>
              <th scope="col">{t('rollout')}</th>
              <th scope="col">{t('outcome')}</th>
              {isCut && <th scope="col">{t('segments')}</th>}
              {conventions.map((one) => (
                <th key={one.convention} scope="col" className={columnClass(one)}>
                  {t(`short_${one.convention}`)}
                  {one.slots.map((slot) => (
                    <b
                      key={slot}
                      className={`slot-${slot}`}
                      title={t('usedBy', { slot: slot.toUpperCase() })}
                    >
                      {' '}
                      {slot.toUpperCase()}
                    </b>
                  ))}
                </th>
              ))}
              {now.map(({ slot }) => (
                <th key={slot} scope="col" className={`slot-${slot}`}>
                  {t('now', { slot: slot.toUpperCase() })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="groups-heads">
            <tr>
              <th scope="row">{t('subtracts')}</th>
              {blanks}
              {perHead((level) => level.baseline)}
              {nowBlanks}
            </tr>
            <tr>
              <th scope="row">{t('divides')}</th>
              {blanks}
              {perHead((level) => level.divisor)}
              {nowBlanks}
            </tr>
          </tbody>
          <tbody>
            {members.map((member, at) => (
              <tr key={member.rollout} className={at === detail.selected ? 'is-chosen' : ''}>
                <th scope="row">
                  <RolloutButton rollout={member.rollout} isSelected={at === detail.selected} />
                </th>
                <td>{formatPlain(member.outcome)}</td>
                {isCut && <td>{formatCount(member.segments)}</td>}
                {conventions.map((one) => (
                  <td key={one.convention} className={columnClass(one)}>
                    {formatSigned(one.byRollout.advantages[at])}
                  </td>
                ))}
                {now.map(({ slot, advantages }) => (
                  <td key={slot}>{formatSigned(advantages[at])}</td>
                ))}
              </tr>
            ))}
            {conventions.some(({ raw }) => raw !== undefined) && (
              <tr>
                <th scope="row">{t('singleRaw')}</th>
                {blanks}
                {conventions.map((one) => (
                  <td key={one.convention} className={columnClass(one)}>
                    {formatSigned(one.raw ?? 0)}
                  </td>
                ))}
                {nowBlanks}
              </tr>
            )}
          </tbody>
        </table>
      </SideScroll>
      {members.length < rollouts && (
        <p className="groups-note">
          {t('listed', { n: formatCount(members.length), all: formatCount(rollouts) })}
        </p>
      )}
    </>
  )
}

const said = (number: number | undefined, others: string): string =>
  number === undefined ? others : formatNumber(number)

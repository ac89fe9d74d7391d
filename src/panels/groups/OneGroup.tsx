/** The selected rollout's group: outcomes, and advantages under every convention side by side. */
import { useState } from 'react'
import type { GroupConvention } from '../../credit/baselines/group-conventions.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Explain } from '../../ui/Explain.tsx'
import { formatCount, formatPlain } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { CreditSettings } from '../../worker/api.ts'
import type { ConventionView, GroupDetail } from '../../worker/groups-view.ts'
import { useName } from '../shownName.ts'
import { useStore } from '../useStore.ts'
import { ConventionTable } from './ConventionTable.tsx'
import { Levels } from './Levels.tsx'
import { OutcomePlot } from './OutcomePlot.tsx'
import type { PartProps } from './part.ts'
import { words } from './text.ts'

/** B's convention, else A's, else the first. */
const usedIn = ({ conventions }: GroupDetail): ConventionView =>
  conventions.find(({ slots }) => slots.includes('b')) ??
  conventions.find(({ slots }) => slots.includes('a')) ??
  conventions[0]

export function OneGroup({ view, settings }: PartProps) {
  const t = useText(words)
  const { detail, list } = view
  const ids = useStore((state) => state.data.table?.groupIds)
  /** Undefined: the one in use. */
  const [own, setOwn] = useState<GroupConvention>()
  const chosen = detail.conventions.find((one) => one.convention === own) ?? usedIn(detail)
  const group = useName()(ids?.[detail.group] ?? String(detail.group))
  const choose = (value: string): void =>
    setOwn(detail.conventions.find((one) => one.convention === value)?.convention)
  return (
    <>
      <Explain label={t('thisGroup', { group })} as="h3">
        {t('thisHelp')}
      </Explain>
      <Said detail={detail} settings={settings} />
      {detail.counted > 0 && (
        <>
          <OutcomePlot detail={detail} chosen={chosen} range={list.range} />
          <Choice
            label={t('convention')}
            help={t('conventionHelp')}
            value={chosen.convention}
            items={detail.conventions.map(({ convention }) => ({
              value: convention,
              label: t(`name_${convention}`),
            }))}
            onChange={choose}
          />
          <ConventionTable detail={detail} chosen={chosen} group={group} />
          {[settings.a, settings.b].some((slot) => slot.estimator === 'reinforce-pp-baseline') && (
            <p className="groups-note">{t('reinforce')}</p>
          )}
          <Levels detail={detail} chosen={chosen} />
        </>
      )}
    </>
  )
}

/** Values of `overlong` that change the outcome. */
const PENALTIES: ReadonlySet<string> = new Set(['soft-penalty', 'linear-penalty'])

/** Why there is no signal, and who does not count. */
function Said({
  detail,
  settings,
}: {
  readonly detail: GroupDetail
  readonly settings: CreditSettings
}) {
  const t = useText(words)
  const { signal, counted, rollouts, members } = detail
  const value = members.find((one) => one.counted)?.outcome
  const slot = detail.countedAs
  const isPenalised = slot && PENALTIES.has(String(settings[slot].options.overlong))
  const isEqual = signal === 'right' || signal === 'wrong'
  return (
    <>
      {isEqual && (
        <p className="groups-said">
          {t('equal', { n: formatCount(counted), value: formatPlain(value) })}
        </p>
      )}
      {signal === 'single' && <p className="groups-said">{t('single')}</p>}
      {signal === 'unknown' && <p className="groups-said">{t('unknown')}</p>}
      {slot && isPenalised && (
        <p className="groups-note">{t('penalised', { slot: slot.toUpperCase() })}</p>
      )}
      {counted > 0 && counted < rollouts && (
        <p className="groups-said">
          {t('uncounted', { n: formatCount(rollouts - counted), all: formatCount(rollouts) })}
        </p>
      )}
    </>
  )
}

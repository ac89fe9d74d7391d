/** What the chip unfolds: why this engine, how fast it was, and whether float64 agrees. */
import { formatCount, formatDuration, formatExact, formatNumber } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { Agreement, Frame } from '../../worker/api.ts'
import { useActions, useStore } from '../useStore.ts'
import { panelWords } from './enginePanelText.ts'
import { reasonOf, throughputText } from './engineSays.ts'
import { words } from './engineText.ts'
import './engine-panel.css'

interface EnginePanelProps {
  readonly frame: Frame
  readonly close: () => void
}

export function EnginePanel({ frame, close }: EnginePanelProps) {
  const t = useText(words)
  const p = useText(panelWords)
  const agreement = useStore((state) => state.data.agreement)
  const { engine } = frame
  const statistics = useStore((state) => state.data.totals.statistics?.of)
  const rate = throughputText(statistics, t)
  return (
    <div className="engine-panel">
      <h2>
        {t('engine')}: {t(engine.id)}
      </h2>
      <p>{engine.description}</p>
      <p className="quiet">{reasonOf(engine, t)}</p>
      <h3>{p('lastScan')}</h3>
      <dl className="pairs">
        {statistics && (
          <div className="pair">
            <dt>{p('scan')}</dt>
            <dd>{formatDuration(statistics.scanMs)}</dd>
          </div>
        )}
        {rate !== undefined && (
          <div className="pair">
            <dt>{p('throughput')}</dt>
            <dd>{rate}</dd>
          </div>
        )}
        <div className="pair">
          <dt>{p('frame')}</dt>
          <dd>{formatDuration(frame.totalMs)}</dd>
        </div>
      </dl>
      <CompareButton />
      <p className="quiet">{p('explain')}</p>
      {agreement && <AgreementCard agreement={agreement} close={close} />}
    </div>
  )
}

function CompareButton() {
  const t = useText(panelWords)
  const { compareWithReference } = useActions()
  const comparing = useStore((state) => state.tasks.comparing)
  return (
    <button
      type="button"
      className="button primary"
      aria-busy={comparing}
      disabled={comparing}
      onClick={compareWithReference}
    >
      {comparing ? t('comparing') : t('compare')}
    </button>
  )
}

interface AgreementCardProps {
  readonly agreement: Agreement
  readonly close: () => void
}

function AgreementCard({ agreement, close }: AgreementCardProps) {
  const t = useText(panelWords)
  const { edit } = useActions()
  const table = useStore((state) => state.data.table)
  const approximate = useStore((state) => state.data.summary?.approximate ?? false)
  const { worst } = agreement
  const jump = (): void => {
    if (!worst || !table) return
    edit({
      rollout: table.id[worst.rollout],
      token: { segment: worst.segment, position: worst.position },
      range: undefined,
    })
    close()
  }
  return (
    <div className="agreement" role="status">
      <dl className="pairs">
        <div className="pair">
          <dt>{t('tokens')}</dt>
          <dd>{formatCount(agreement.tokens, approximate)}</dd>
        </div>
        <div className="pair">
          <dt>{t('absolute')}</dt>
          <dd>{formatNumber(agreement.maxAbsolute)}</dd>
        </div>
        <div className="pair" title={t('relativeHelp')}>
          <dt>{t('relative')}</dt>
          <dd>{formatNumber(agreement.maxRelative)}</dd>
        </div>
      </dl>
      {worst && agreement.maxAbsolute > 0 ? (
        <>
          <p className="quiet">
            {t('worst')}:{' '}
            {t('worstWhere', {
              slot: worst.slot.toUpperCase(),
              segment: worst.segment,
              position: formatCount(
                worst.position,
                approximate && table?.estimated?.[worst.rollout] !== 0,
              ),
              got: formatExact(worst.got),
              want: formatExact(worst.want),
            })}
          </p>
          <button type="button" className="button small" onClick={jump}>
            {t('jump')}
          </button>
        </>
      ) : (
        <p className="quiet">{t('identical')}</p>
      )}
    </div>
  )
}

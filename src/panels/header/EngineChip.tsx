/** Which engine computed what is on the screen, why it was chosen, and whether float64 agrees. */

import { EXACT_UP_TO, type Speeds } from '../../engine/engine.ts'
import { formatCount, formatDuration, formatExact, formatNumber } from '../../ui/format.ts'
import { Popover } from '../../ui/Popover.tsx'
import { useText } from '../../ui/text.tsx'
import type { Agreement, EngineStatus, Frame } from '../../worker/api.ts'
import { useActions, useStore } from '../useStore.ts'
import { words } from './engineText.ts'

/** float32 engines are held to 1e-5 of the largest magnitude (trace-schema §4). */
const TOLERANCE = 1e-5

export function EngineChip() {
  const t = useText(words)
  const frame = useStore((state) => state.data.frame)
  const agreement = useStore((state) => state.data.agreement)
  if (!frame) return <span className="chip is-static">{t('starting')}</span>
  const { engine } = frame
  const agrees = agreement && agreement.maxRelative <= TOLERANCE
  const tone = agreement === undefined ? '' : agrees ? 'good' : 'bad'
  const throughput = throughputOf(frame)
  const rate = throughput === undefined ? undefined : rateOf(throughput, t)
  const verdict = agreement === undefined ? undefined : t(agrees ? 'agrees' : 'disagrees')
  return (
    <Popover
      className={`chip ${tone}`}
      align="end"
      title={reasonOf(engine, t)}
      label={
        <>
          <span className="hidden-visually">{t('engine')}: </span>
          <span>{t(engine.id)}</span>
          <span aria-hidden="true">·</span>
          <span>{verdict ?? rate ?? t(`short_${engine.reason.code}`)}</span>
        </>
      }
    >
      {(close) => (
        <div className="engine-panel">
          <h2>
            {t('engine')}: {t(engine.id)}
          </h2>
          <p>{engine.description}</p>
          <p className="quiet">{reasonOf(engine, t)}</p>
          <dl className="pairs">
            <div className="pair">
              <dt>{t('scan')}</dt>
              <dd>{formatDuration(frame.scanMs)}</dd>
            </div>
            {rate !== undefined && (
              <div className="pair">
                <dt>{t('throughput')}</dt>
                <dd>{rate}</dd>
              </div>
            )}
            <div className="pair">
              <dt>{t('frame')}</dt>
              <dd>{formatDuration(frame.totalMs)}</dd>
            </div>
          </dl>
          <CompareButton />
          <p className="quiet">{t('explain')}</p>
          {agreement && <AgreementCard agreement={agreement} close={close} />}
        </div>
      )}
    </Popover>
  )
}

type Translate = ReturnType<typeof useText<keyof typeof words.en>>

function reasonOf({ reason }: EngineStatus, t: Translate): string {
  switch (reason.code) {
    case 'forced':
      return t('forced')
    case 'exact':
      return t('exact', { tokens: formatCount(EXACT_UP_TO) })
    case 'fastest':
      return t('fastest', { speeds: speedsOf(reason.speeds, t) })
    case 'device-lost':
    case 'thread-lost':
    case 'beyond-float32':
    case 'forced-unavailable':
      return t(reason.code, { message: reason.message })
  }
}

/** `WASM 2,010 M tokens/s, CPU 590 M tokens/s`: fastest first. */
function speedsOf(speeds: Speeds, t: Translate): string {
  return (['cpu', 'wasm', 'webgpu'] as const)
    .flatMap((id) => (speeds[id] ? [{ id, speed: speeds[id] }] : []))
    .sort((a, b) => b.speed - a.speed)
    .map(({ id, speed }) => `${t(id)} ${rateOf(speed, t)}`)
    .join(', ')
}

const rateOf = (tokensPerSecond: number, t: Translate): string =>
  t('rate', { millions: formatCount(tokensPerSecond / 1e6) })

/** Tokens of both estimators over the time of their scans; of a few tokens it would say nothing. */
function throughputOf({ statisticsA, statisticsB, scanMs }: Frame): number | undefined {
  const tokens = statisticsA.count + statisticsB.count
  return tokens > EXACT_UP_TO && scanMs > 0 ? (tokens / scanMs) * 1000 : undefined
}

function CompareButton() {
  const t = useText(words)
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
  const t = useText(words)
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
              position: formatCount(worst.position, approximate),
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

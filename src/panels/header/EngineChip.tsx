/** Which engine computed what is on the screen, why it was chosen, and whether float64 agrees. */

import { LaterWith, late } from '../../ui/late.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { reasonOf, throughputText } from './engineSays.ts'
import { words } from './engineText.ts'

/** float32 engines are held to 1e-5 of the largest magnitude (trace-schema §4). */
const TOLERANCE = 1e-5

const enginePanel = late(async () => (await import('./EnginePanel.tsx')).EnginePanel)

/** Loads what it unfolds ahead. */
export const prepareEnginePanel = enginePanel.fetch

export function EngineChip() {
  const t = useText(words)
  const frame = useStore((state) => state.data.frame)
  const statistics = useStore((state) => state.data.totals.statistics?.of)
  const agreement = useStore((state) => state.data.agreement)
  if (!frame) return <span className="chip is-static">{t('starting')}</span>
  const { engine } = frame
  const agrees = agreement && agreement.maxRelative <= TOLERANCE
  const tone = agreement === undefined ? '' : agrees ? 'good' : 'bad'
  const rate = throughputText(statistics, t)
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
      {(close) => <LaterWith part={enginePanel} props={{ frame, close }} />}
    </Popover>
  )
}

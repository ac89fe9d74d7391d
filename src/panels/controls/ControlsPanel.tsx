/** Everything a person may change about how credit is assigned. */
import { Icon } from '../../ui/Icon.tsx'
import { Quietly } from '../../ui/late.tsx'
import { Section } from '../../ui/Section.tsx'
import { useText } from '../../ui/text.tsx'
import { soon } from '../soonPart.ts'
import { useActions, useStore } from '../useStore.ts'
import { EstimatorSlot } from './EstimatorSlot.tsx'
import { OutcomeFields } from './LateOutcomes.tsx'
import { ParameterSliders } from './ParameterSliders.tsx'
import { words } from './text.ts'
import { useUnavailable } from './useUnavailable.ts'
import { ValueSourceField } from './ValueSourceField.tsx'
import './controls.css'

const unavailable = soon(({ Unavailable }) => Unavailable)

const NO_PROPS = {}

interface ControlsPanelProps {
  /** Estimators, γ and λ stand in the bar above the picture. */
  readonly besideQuickBar: boolean
}

export function ControlsPanel({ besideQuickBar }: ControlsPanelProps) {
  const t = useText(words)
  const { edit } = useActions()
  const reasons = useUnavailable()
  const blocked = reasons && Object.keys(reasons).some((key) => !key.includes('.'))
  const a = useStore((state) => state.document.a)
  const b = useStore((state) => state.document.b)
  return (
    <Section
      title={t('title')}
      className="controls"
      aside={
        <button
          type="button"
          className="button bare square"
          aria-label={t('swap')}
          title={`${t('swap')} (x)`}
          onClick={() => edit({ a: b, b: a })}
        >
          <Icon name="swap" />
        </button>
      }
    >
      <EstimatorSlot which="a" withoutSelect={besideQuickBar} />
      <EstimatorSlot which="b" withoutSelect={besideQuickBar} />
      {blocked && <Quietly part={unavailable} props={NO_PROPS} />}
      <ParameterSliders withoutFirst={besideQuickBar} />
      <ValueSourceField />
      <OutcomeFields />
    </Section>
  )
}

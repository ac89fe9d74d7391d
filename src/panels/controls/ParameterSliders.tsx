/** γ, λ, λ_critic, ε: the numbers that never change the credit graph, so a tick is one scan. */
import type { Quantity } from '../../credit/estimator.ts'
import { columnPlan } from '../../credit/ratio/columns.ts'
import { ratioRuleOf } from '../../credit/ratio/registry.ts'
import { DEFAULT_DOCUMENT } from '../../store/document.ts'
import { formatPlain } from '../../ui/format.ts'
import { Quietly } from '../../ui/late.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { useText } from '../../ui/text.tsx'
import { soon } from '../soonPart.ts'
import { useActions, useStore } from '../useStore.ts'
import { gammaHelp } from './gammaHelp.ts'
import { words } from './text.ts'
import { isUnread, setsLambda } from './unused.ts'

const lambdaWords = soon(({ LambdaWords }) => LambdaWords)

/** γ = 0.999 and 0.995 differ much over 1 000 tokens, so the step is a thousandth. */
const UNIT = { min: 0, max: 1, step: 0.001 }
/** Tracks end at 1; boxes go on to what SAO uses for its upper bound (5) and beyond. */
const EPSILON = { min: 0, max: 1, step: 0.01 }
const EPSILON_HIGH_MAX = 10

/** λ of a critic whose box is unticked again: the document's default. */
const CRITIC_RESET = DEFAULT_DOCUMENT.lambdaCritic ?? DEFAULT_DOCUMENT.lambda

export const useUnread = (quantity: Quantity): boolean =>
  useStore(({ document }) => isUnread(document.a, document.b, quantity))

export function GammaSlider() {
  const t = useText(words)
  const { edit } = useActions()
  const gamma = useStore((state) => state.document.gamma)
  const a = useStore((state) => state.document.a)
  const b = useStore((state) => state.document.b)
  return (
    <Slider
      label="γ"
      name={t('gammaName')}
      help={gammaHelp(a, b, t)}
      value={gamma}
      reset={DEFAULT_DOCUMENT.gamma}
      {...UNIT}
      disabled={useUnread('gamma')}
      onChange={(value) => edit({ gamma: value }, 'gamma')}
    />
  )
}

export function LambdaSlider() {
  const t = useText(words)
  const { edit } = useActions()
  const lambda = useStore((state) => state.document.lambda)
  return (
    <Slider
      label="λ"
      name={t('lambdaName')}
      help={t('lambdaHelp')}
      value={lambda}
      reset={DEFAULT_DOCUMENT.lambda}
      {...UNIT}
      disabled={useUnread('lambda')}
      onChange={(value) => edit({ lambda: value }, 'lambda')}
    />
  )
}

interface ParameterSlidersProps {
  /** γ and λ stand elsewhere, see QuickBar. */
  readonly withoutFirst: boolean
}

export function ParameterSliders({ withoutFirst }: ParameterSlidersProps) {
  return (
    <div className="sliders">
      {!withoutFirst && <GammaSlider />}
      {!withoutFirst && <LambdaSlider />}
      <LambdaNote />
      <CriticSlider />
      <ClipRange />
    </div>
  )
}

/** Why λ, or all three, do nothing. */
function LambdaNote() {
  const a = useStore((state) => state.document.a)
  const b = useStore((state) => state.document.b)
  const some = isUnread(a, b, 'lambda') || setsLambda(a) || setsLambda(b)
  return some && <Quietly part={lambdaWords} props={{ a, b }} />
}

function CriticSlider() {
  const t = useText(words)
  const { edit } = useActions()
  const lambda = useStore((state) => state.document.lambda)
  const lambdaCritic = useStore((state) => state.document.lambdaCritic)
  const unused = useUnread('lambda')
  return (
    <Slider
      label={t('criticName')}
      name={t('criticName')}
      help={t('criticHelp')}
      value={lambdaCritic ?? lambda}
      reset={CRITIC_RESET}
      {...UNIT}
      disabled={unused || lambdaCritic === undefined}
      note={
        <label className="check">
          <input
            type="checkbox"
            aria-label={t('sameAsLambdaName')}
            checked={lambdaCritic === undefined}
            disabled={unused}
            onChange={(event) =>
              edit({ lambdaCritic: event.target.checked ? undefined : CRITIC_RESET })
            }
          />
          <span aria-hidden="true">{t('sameAsLambda')}</span>
        </label>
      }
      onChange={(value) => edit({ lambdaCritic: value }, 'lambdaCritic')}
    />
  )
}

/** Why ε does nothing: no ratio, or no rule that goes by the sliders. */
function useIdleClip(): 'noRatio' | 'otherRuleShort' | 'noLogProbsShort' | undefined {
  const ratio = useStore((state) => state.document.ratio)
  const against = useStore((state) => state.document.against)
  const drift = useStore((state) => state.document.drift)
  const logProbs = useStore((state) => state.data.summary?.logProbs)
  const readers = [ratio, against]
    .map((choice) => choice && ratioRuleOf(choice.rule))
    .filter((rule) => rule?.usesSliders)
  if (readers.length === 0) return 'otherRuleShort'
  const served = readers.some(
    (rule) => rule && columnPlan(logProbs ?? [], rule, drift !== undefined),
  )
  if (served) return undefined
  return logProbs?.length ? 'noRatio' : 'noLogProbsShort'
}

const idleClip = soon(({ IdleClip }) => IdleClip)

/** The bounds of PPO's clip. */
function ClipRange() {
  const t = useText(words)
  const { edit } = useActions()
  const epsLow = useStore((state) => state.document.epsLow)
  const epsHigh = useStore((state) => state.document.epsHigh)
  const idle = useIdleClip()
  return (
    <details className="clip-range" open>
      <summary>
        {t('clipRange')}{' '}
        <span className="quiet">
          {formatPlain(epsLow)} / {formatPlain(epsHigh)}
          {idle && ` · ${t(idle)}`}
        </span>
      </summary>
      <Slider
        label={t('lowName')}
        name={t('lowName')}
        help={t('lowHelp')}
        value={epsLow}
        reset={DEFAULT_DOCUMENT.epsLow}
        {...EPSILON}
        onChange={(value) => edit({ epsLow: value }, 'epsLow')}
      />
      <Slider
        label={t('highName')}
        name={t('highName')}
        help={t('highHelp')}
        value={epsHigh}
        reset={DEFAULT_DOCUMENT.epsHigh}
        {...EPSILON}
        boxMax={EPSILON_HIGH_MAX}
        note={
          idle === 'noLogProbsShort'
            ? t('noLogProbs')
            : idle && <Quietly part={idleClip} props={{ why: idle }} />
        }
        onChange={(value) => edit({ epsHigh: value }, 'epsHigh')}
      />
    </details>
  )
}

/** γ, λ, λ_critic, ε: the numbers that never change the credit graph, so a tick is one scan. */
import { estimatorOf } from '../../credit/registry.ts'
import { DEFAULT_DOCUMENT } from '../../store/document.ts'
import { Slider } from '../../ui/Slider.tsx'
import { useText } from '../../ui/text.tsx'
import { useActions, useStore } from '../useStore.ts'
import { words } from './text.ts'

/** γ = 0.999 and 0.995 differ much over 1 000 tokens, so the step is a thousandth. */
const UNIT = { min: 0, max: 1, step: 0.001 }
/** Tracks end at 1; boxes go on to what SAO uses for its upper bound (5) and beyond. */
const EPSILON = { min: 0, max: 1, step: 0.01 }
const EPSILON_HIGH_MAX = 10

/** λ of a critic whose box is unticked again: the document's default. */
const CRITIC_RESET = DEFAULT_DOCUMENT.lambdaCritic ?? DEFAULT_DOCUMENT.lambda

export function ParameterSliders() {
  const t = useText(words)
  const { edit } = useActions()
  const document = useStore((state) => state.document)
  const ratio = useStore((state) => state.data.summary?.ratioOf)
  const loaded = useStore((state) => state.data.summary !== undefined)
  const { a, b, gamma, lambda, lambdaCritic, epsLow, epsHigh } = document

  const family = (id: string) => estimatorOf(id)?.family
  const unused = family(a.estimator) === 'baseline' && family(b.estimator) === 'baseline'
  const adaptive = [
    { name: 'A', slot: a },
    { name: 'B', slot: b },
  ].filter(({ slot }) => slot.options.lambdaRule === 'length-adaptive')
  const adaptiveNote =
    adaptive.length > 0
      ? t('adaptive', { slots: adaptive.map(({ name }) => name).join(' + ') })
      : undefined
  const ratioNote = loaded && !ratio ? t('noRatio') : undefined

  return (
    <div className="sliders">
      <Slider
        label="γ"
        name={t('gammaName')}
        help={t('gammaHelp')}
        value={gamma}
        reset={DEFAULT_DOCUMENT.gamma}
        {...UNIT}
        note={unused ? t('notUsed') : undefined}
        onChange={(value) => edit({ gamma: value }, 'gamma')}
      />
      <Slider
        label="λ"
        name={t('lambdaName')}
        help={t('lambdaHelp')}
        value={lambda}
        reset={DEFAULT_DOCUMENT.lambda}
        {...UNIT}
        note={unused ? undefined : adaptiveNote}
        onChange={(value) => edit({ lambda: value }, 'lambda')}
      />
      <Slider
        label={t('criticLabel')}
        name={t('criticName')}
        help={t('criticHelp')}
        value={lambdaCritic ?? lambda}
        reset={CRITIC_RESET}
        {...UNIT}
        disabled={lambdaCritic === undefined}
        note={
          <label className="check">
            <input
              type="checkbox"
              aria-label={t('sameAsLambdaName')}
              checked={lambdaCritic === undefined}
              onChange={(event) =>
                edit({ lambdaCritic: event.target.checked ? undefined : CRITIC_RESET })
              }
            />
            <span aria-hidden="true">{t('sameAsLambda')}</span>
          </label>
        }
        onChange={(value) => edit({ lambdaCritic: value }, 'lambdaCritic')}
      />
      <Slider
        label={t('lowLabel')}
        name={t('lowName')}
        help={t('lowHelp')}
        value={epsLow}
        reset={DEFAULT_DOCUMENT.epsLow}
        {...EPSILON}
        onChange={(value) => edit({ epsLow: value }, 'epsLow')}
      />
      <Slider
        label={t('highLabel')}
        name={t('highName')}
        help={t('highHelp')}
        value={epsHigh}
        reset={DEFAULT_DOCUMENT.epsHigh}
        {...EPSILON}
        boxMax={EPSILON_HIGH_MAX}
        note={ratioNote}
        onChange={(value) => edit({ epsHigh: value }, 'epsHigh')}
      />
    </div>
  )
}

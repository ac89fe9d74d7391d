/** What exactly was compared: what the presets leave open and where its values come from. */
import type { Preset } from '../../credit/conventions/preset.ts'
import { readsQuantity } from '../../credit/estimator.ts'
import type { OptionSpec } from '../../credit/options.ts'
import { isShown, optionOf } from '../../credit/options.ts'
import { estimatorOf, optionsOf } from '../../credit/registry.ts'
import { formatPlain } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { AdvantageComparison } from '../../worker/conventions-view.ts'
import { useSpecText } from '../controls/specText.ts'
import { useStore } from '../useStore.ts'
import { usePresetText } from './presetText.ts'
import { words } from './text.ts'

interface ComparedProps {
  readonly advantage: AdvantageComparison
  readonly presets: readonly [Preset, Preset]
}

export function Compared({ advantage, presets: [a, b] }: ComparedProps) {
  const t = useText(words)
  const spec = useSpecText()
  const text = usePresetText()
  const settings = useStore((state) => state.data.frame?.request.settings)
  const estimator = estimatorOf(advantage.estimator)
  if (!estimator || !settings) return null
  const specs = optionsOf(estimator)
  const { options } = advantage.slots.a
  // An option without effect, and post-processing that is off, would only make the list longer.
  const matters = (one: OptionSpec): boolean =>
    isShown(one, specs, options) &&
    (estimator.options.includes(one) || optionOf(one, options) !== one.default)
  const named = (names: readonly string[]): string =>
    specs
      .filter((one) => names.includes(one.name) && matters(one))
      .map((one) => spec.setting(one, optionOf(one, options)))
      .join(t('comma'))
  const open = named(advantage.open)
  const readsLambda = readsQuantity(estimator, 'lambda') && options.lambdaRule !== 'length-adaptive'
  return (
    <details className="conventions-more">
      <summary>{t('settings')}</summary>
      {readsQuantity(estimator, 'gamma') && (
        <p>
          {t(readsLambda ? 'sliders' : 'sliderGamma', {
            gamma: formatPlain(settings.gamma),
            lambda: formatPlain(settings.lambda),
          })}
        </p>
      )}
      {open !== '' && <p>{t('openBoth', { options: open })}</p>}
      {(['a', 'b'] as const).map((which) => {
        const evened = named(
          advantage.evened.filter((one) => one.knownIn === which).map((one) => one.option),
        )
        const trainer = text.label(which === 'a' ? a : b)
        return evened === '' ? null : <p key={which}>{t('evened', { trainer, options: evened })}</p>
      })}
    </details>
  )
}

/** Pure: names and values of settings as the dialog's lists show them. */
import { readsQuantity } from '../../credit/estimator.ts'
import type { OptionValue } from '../../credit/options.ts'
import { optionsOf } from '../../credit/registry.ts'
import { type Sayable, type Settings, sayables } from '../../credit/settings/settings.ts'
import type { Unsaid } from '../../credit/settings/target.ts'
import { formatPlain } from '../../ui/format.ts'
import type { SpecText } from '../controls/specText.ts'
import type { RuleText } from '../ratio/ruleText.ts'
import type { CopyKey } from './text.ts'

/** The dictionaries that names and values come from. */
export interface Words {
  readonly t: (key: CopyKey) => string
  readonly specs: SpecText
  readonly rules: RuleText
  readonly mode: (id: string) => { readonly label: string }
}

export interface UnsaidItem {
  /** `λ critic 1`; settings with the same sentence stand together. */
  readonly settings: readonly string[]
  /** English, as in the text. */
  readonly sentence: string
}

const shownNumber = (value: OptionValue, off: string): string =>
  typeof value !== 'number' ? value : Number.isFinite(value) ? formatPlain(value) : off

/** A setting by the names that the controls use. */
export function settingLabel(
  settings: Settings,
  { name, value }: Pick<Sayable, 'name' | 'value'>,
  { t, specs, rules, mode }: Words,
): string {
  const number = shownNumber(value, t('off'))
  switch (name) {
    case 'estimator':
      return `${t('estimator')} ${specs.estimator(settings.estimator)}`
    case 'ratio':
      return `${t('ratio')} ${rules.label(settings.ratio.id)}`
    case 'aggregate':
      return `${t('aggregate')} ${mode(settings.mode.id).label}`
    case 'aggregate.lMax':
      return `${t('lMax')} ${number}`
    case 'aggregate.emptyRows':
      return `${t('emptyRows')} ${t(value === 'count' ? 'counted' : 'leftOut')}`
    case 'aggregate.denominator':
      return `${t('denominator')} ${t(value === 'after' ? 'after' : 'before')}`
    default:
  }
  const spec = optionsOf(settings.estimator).find((one) => one.name === name)
  if (spec)
    return `${specs.option(spec)} ${typeof value === 'number' ? number : specs.choice(spec, value)}`
  const own = settings.ratio.options.find((one) => `ratio.${one.name}` === name)
  if (own) return `${rules.label(settings.ratio.id)} ${specs.option(own)} ${number}`
  const slider = (['gamma', 'lambda', 'lambdaCritic'] as const).find((one) => one === name)
  return `${slider ? t(slider) : name} ${number}`
}

/** The fragment's list, settings with one sentence in common together, in its order. */
export function unsaidItems(
  settings: Settings,
  unsaid: readonly Unsaid[],
  words: Words,
): readonly UnsaidItem[] {
  const all = sayables(settings)
  const bySentence = new Map<string, string[]>()
  for (const { name, sentence } of unsaid) {
    const value = all.find((one) => one.name === name)?.value ?? ''
    const together = bySentence.get(sentence) ?? []
    together.push(settingLabel(settings, { name, value }, words))
    bySentence.set(sentence, together)
  }
  return [...bySentence].map(([sentence, labels]) => ({ settings: labels, sentence }))
}

/** Whether the page made up something that the numbers rest on. */
export const isMadeUp = ({ estimator, values, outcomes }: Settings): boolean =>
  (values.kind !== 'file' && readsQuantity(estimator, 'values')) ||
  outcomes.all !== undefined ||
  Object.keys(outcomes.byRollout).length > 0

/** Lines of a text, comments and blank ones too: what a slide has to hold. */
export const lineCount = (text: string): number => text.trimEnd().split('\n').length

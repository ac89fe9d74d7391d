/** What the shown numbers belong to, where that is not what the controls say. Pure. */
import { ownOptions, ratioRuleOf } from '../../credit/ratio/registry.ts'
import { estimatorOf, optionsOf } from '../../credit/registry.ts'
import type { DocumentState } from '../../store/document.ts'
import { rolloutIndex } from '../../store/fit.ts'
import { NUMBER_KEYS, same } from '../../store/properties.ts'
import { clipMiddle } from '../../trace/clip.ts'
import type { ValueSource } from '../../trace/prepare.ts'
import { formatPlain } from '../../ui/format.ts'
import { fill, type LanguageId } from '../../ui/text.tsx'
import type { CreditSettings, Frame, RatioChoice, RolloutTable, Slot } from '../../worker/api.ts'
import { specText } from '../controls/specText.ts'
import { words as controlWords } from '../controls/text.ts'
import { ruleText } from '../ratio/ruleText.ts'
import { nameIn } from '../shownName.ts'
import { modeText } from '../weights/modeText.ts'
import { type OldWord, words } from './oldText.ts'

const SLIDERS = {
  gamma: 'γ',
  lambda: 'λ',
  lambdaCritic: 'λ critic',
  epsLow: 'ε low',
  epsHigh: 'ε high',
} as const

const VALUES = {
  file: 'valuesFile',
  zero: 'valuesZero',
  constant: 'valuesConstant',
  ramp: 'valuesRamp',
  noise: 'valuesNoise',
  fitted: 'valuesFitted',
} as const satisfies Record<ValueSource['kind'], keyof typeof controlWords.en>

/** One phrase per difference, e.g. `γ 0.9`; none where the frame is what the document asks for. */
export function oldParts(
  frame: Frame,
  document: DocumentState,
  table: RolloutTable,
  language: LanguageId,
): readonly string[] {
  const { settings } = frame.request
  const t = (key: OldWord, values?: Readonly<Record<string, string>>) =>
    fill(words[language][key], values)
  // Of another step, the number of a rollout says nothing in this one's table.
  const sameStep = settings.step === document.step
  const other = sameStep && frame.request.rollout !== rolloutIndex(document, table)
  const rollout = table.id[frame.request.rollout] ?? ''
  const changed = NUMBER_KEYS.filter((key) => !same(settings[key], document[key]))
  return [
    ...(other ? [t('rollout', { id: nameIn(language, rollout) })] : []),
    ...changed.map((key) => partOf(key, settings, language, t)),
  ]
}

function partOf(
  key: (typeof NUMBER_KEYS)[number],
  settings: CreditSettings,
  language: LanguageId,
  t: (key: OldWord, values?: Readonly<Record<string, string>>) => string,
): string {
  switch (key) {
    case 'a':
    case 'b':
      return slotPart(key, settings[key], language, t)
    case 'values': {
      const { kind, ...more } = settings.values
      const numbers = Object.values(more).filter((value) => typeof value === 'number')
      const shown = numbers.map(formatPlain)
      const what = [controlWords[language][VALUES[kind]], ...shown].join(' ')
      return t('values', { what })
    }
    case 'outcomes':
      return t('outcomes')
    case 'step':
      return settings.step === undefined
        ? t('allSteps')
        : t('step', { step: formatPlain(settings.step) })
    case 'ratio':
    case 'against':
      return rulePart(key, settings[key], language, t)
    case 'drift': {
      const { drift } = settings
      return drift
        ? t('drift', { size: formatPlain(drift.size), seed: String(drift.seed) })
        : t('noDrift')
    }
    case 'aggregate':
      return t('aggregate', { what: modeText(language, settings.aggregate.mode).label })
    default: {
      const value = settings[key]
      if (value === undefined) return t('followsLambda')
      return t('number', { name: SLIDERS[key], value: formatPlain(value) })
    }
  }
}

function rulePart(
  key: 'ratio' | 'against',
  choice: RatioChoice | undefined,
  language: LanguageId,
  t: (key: OldWord, values?: Readonly<Record<string, string>>) => string,
): string {
  if (!choice) return t('noSecond')
  const rule = ratioRuleOf(choice.rule)
  const spec = specText(language)
  const set = (rule ? ownOptions(rule) : []).flatMap((one) =>
    Object.hasOwn(choice.options, one.name) ? [spec.setting(one, choice.options[one.name])] : [],
  )
  return t(key, { what: [ruleText(language).label(choice.rule), ...set].join(', ') })
}

function slotPart(
  key: 'a' | 'b',
  { estimator: id, options }: Slot,
  language: LanguageId,
  t: (key: OldWord, values: Readonly<Record<string, string>>) => string,
): string {
  const estimator = estimatorOf(id)
  const slot = key.toUpperCase()
  if (!estimator) return t('slot', { slot, estimator: clipMiddle(id) })
  const spec = specText(language)
  const set = optionsOf(estimator).flatMap((one) => {
    const value = Object.hasOwn(options, one.name) ? options[one.name] : one.default
    return value === one.default ? [] : [spec.setting(one, value)]
  })
  const name = spec.estimator(estimator)
  const said = set.length > 0 ? set.join(', ') : words[language].defaults
  return t('slotWith', { slot, estimator: name, options: said })
}

/** Presets in the page's language: English comes from the presets themselves. */
import { useContext } from 'react'
import type { Difference } from '../../credit/conventions/differences.ts'
import type { Aspect, Fault, Preset } from '../../credit/conventions/preset.ts'
import { describeOption } from '../../credit/conventions/sentences.ts'
import type { OptionValue } from '../../credit/options.ts'
import { LanguageContext, type LanguageId } from '../../ui/text.tsx'
import { estimatorsZh } from '../controls/specWords.ts'
import { ruleText } from '../ratio/ruleText.ts'
import { modeText } from '../weights/modeText.ts'
import { FAULTS_ZH, NOTES_ZH } from './presetNotes.ts'
import { LABELS_ZH, PREFIXES_ZH, VALUES_ZH } from './presetWords.ts'

export interface PresetText {
  label(preset: Preset): string
  /** `carries value and accumulators over observation tokens` */
  option(aspect: Aspect, option: string, value: OptionValue): string
  difference(difference: Difference, a: Preset, b: Preset): string
  fault(fault: Fault): string
  note(english: string): string
}

/** The name of an estimator, rule or mode as the page shows it. */
function nameZh(aspect: Aspect, id: string): string {
  switch (aspect) {
    case 'aggregation':
      return modeText('zh', id).label
    case 'ratio':
      return ruleText('zh').label(id)
    default:
      return estimatorsZh[id] ?? id
  }
}

function optionZh(aspect: Aspect, option: string, value: OptionValue): string | undefined {
  if (option === 'id') return `使用“${nameZh(aspect, String(value))}”`
  const words = VALUES_ZH[`${aspect}.${option}=${value}`] ?? VALUES_ZH[`${option}=${value}`]
  const prefix = PREFIXES_ZH[option]
  return words ?? (prefix === undefined ? undefined : `${prefix} ${value}`)
}

/** Latin letters stand apart from Chinese ones; a full-width bracket brings its own space. */
const spaced = (label: string): string => (label.endsWith('）') ? label : `${label} `)

/** What a new preset brings untranslated stays English, never empty. */
export function presetText(language: LanguageId): PresetText {
  const zh = language === 'zh'
  const label = (preset: Preset): string => (zh && LABELS_ZH[preset.label]) || preset.label
  const option = (aspect: Aspect, name: string, value: OptionValue): string =>
    (zh && optionZh(aspect, name, value)) || describeOption(aspect, name, value)
  return {
    label,
    option,
    difference: ({ aspect, option: name, a: x, b: y, sentence }, a, b) =>
      zh
        ? `${spaced(label(a))}${option(aspect, name, x)}；${spaced(label(b))}${option(aspect, name, y)}。`
        : sentence,
    fault: ({ code, sentence }) => (zh ? FAULTS_ZH[code] : sentence),
    note: (english) => (zh && NOTES_ZH[english]) || english,
  }
}

export const usePresetText = (): PresetText => presetText(useContext(LanguageContext))

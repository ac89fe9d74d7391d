/** Sentences of a fragment in the page's language. Pure. */
import { presetSettings } from '../../credit/conventions/apply.ts'
import { PRESETS } from '../../credit/conventions/registry.ts'
import { describeOption } from '../../credit/conventions/sentences.ts'
import { ESTIMATORS } from '../../credit/registry.ts'
import type { LanguageId } from '../../ui/text.tsx'
import { presetText } from '../conventions/presetText.ts'
import { SENTENCES_ZH } from './sentencesZh.ts'

export interface Said {
  readonly text: string
  readonly language: LanguageId
}

/** `verl carries value and accumulators over observation tokens, and no key changes it.` */
const FIXED = /^(\w+) (.+), and no key changes it\.$/

/** What is new and untranslated stays English, and says so by its language. */
export function sentenceText(language: LanguageId): (english: string) => Said {
  if (language === 'en') return (text) => ({ text, language: 'en' })
  const known = knownZh()
  return (english) => {
    const text = known.get(english) ?? fixedZh(english, known) ?? patternZh(english)
    return text === undefined ? { text: english, language: 'en' } : { text, language: 'zh' }
  }
}

/** Faults, and what presets' options do, by their English. */
function knownZh(): ReadonlyMap<string, string> {
  const zh = presetText('zh')
  const known = new Map<string, string>()
  for (const preset of PRESETS) {
    for (const fault of preset.faults) known.set(fault.sentence, zh.fault(fault))
    for (const { id } of ESTIMATORS) {
      const settings = presetSettings(preset, id)
      for (const [name, value] of Object.entries(settings?.options ?? {})) {
        const aspect = settings?.from[name] ?? 'gae'
        known.set(describeOption(aspect, name, value), zh.option(aspect, name, value))
      }
    }
  }
  return known
}

function fixedZh(english: string, known: ReadonlyMap<string, string>): string | undefined {
  const [, trainer, does = ''] = FIXED.exec(english) ?? []
  const own = known.get(does)
  return own === undefined ? undefined : `${trainer} ${own}，没有键可以改变。`
}

function patternZh(english: string): string | undefined {
  const found = SENTENCES_ZH.find(([pattern]) => pattern.test(english))
  if (!found) return undefined
  const [pattern, chinese] = found
  const groups = pattern.exec(english) ?? []
  return chinese.replace(/\$(\d)/g, (_, n: string) => groups[Number(n)] ?? '')
}

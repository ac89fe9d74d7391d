/** Words for ratio rules: English comes from the rules themselves, Chinese from here. */
import { useContext } from 'react'
import type { OptionSpec } from '../../credit/options.ts'
import { ratioRuleOf } from '../../credit/ratio/registry.ts'
import type { RatioRule } from '../../credit/ratio/rule.ts'
import { textOf } from '../../ui/books.ts'
import { LanguageContext, type LanguageId } from '../../ui/text.tsx'

interface RuleWords {
  readonly label: string
  readonly source: string
  /** By option name. */
  readonly help: Readonly<Partial<Record<string, string>>>
}

const ZH: Readonly<Partial<Record<string, RuleWords>>> = {
  'ppo-clip': {
    label: 'PPO 裁剪',
    source: 'PPO arXiv:1707.06347；clip-higher：DAPO arXiv:2503.14476；双重裁剪：arXiv:1912.09729',
    help: {
      epsLow: '下侧裁剪距离。',
      epsHigh: '上侧裁剪距离；0.28 即 clip-higher。',
      dualClip: '优势 Â < 0 的 token 在比率高于此值时被丢弃；默认关闭，论文取 3。',
    },
  },
  dis: {
    label: 'DIS（SAO）',
    source: 'SAO，arXiv:2607.07508，式 1–3；ε：数学 0.3/5.0，代码 0.8/3.0',
    help: {
      epsLow: '下侧距离：0.3（数学），0.8（代码）。',
      epsHigh: '上侧距离：5.0（数学），3.0（代码）。',
    },
  },
  icepop: {
    label: 'IcePop',
    source: 'IcePop，按 slime（提交 624b824a）与 verl（2026 年 8 月，提交 1dda039b）的写法',
    help: { low: '保留的最小比率。', high: '保留的最大比率。' },
  },
  tis: {
    label: 'TIS',
    source:
      'TIS，按 verl（2026 年 8 月，提交 1dda039b）、slime（提交 624b824a）与 TRL（提交 f2cd5771）的写法',
    help: {
      cap: '最大权重。',
      level: '谁有一个权重：单个 token，或整行（取其比率之积，或几何平均）。',
    },
  },
  cispo: {
    label: 'CISPO',
    source: 'CISPO，MiniMax-M1 arXiv:2506.13585',
    help: { epsLow: '下侧裁剪距离。', epsHigh: '上侧裁剪距离。' },
  },
  gspo: {
    label: 'GSPO',
    source: 'GSPO，arXiv:2507.18071',
    help: {
      epsLow: '下侧裁剪距离；论文用 3e-4。',
      epsHigh: '上侧裁剪距离；论文用 4e-4。',
    },
  },
  'chunk-is': {
    label: '块级 IS（IPA）',
    source: 'ROME 中的 IPA，arXiv:2512.24873，式 8–10',
    help: { maskAbove: 'H：失配比率高于此值的块被丢弃。' },
  },
  none: {
    label: '无（同策略）',
    source: '不带重要性采样的 REINFORCE',
    help: {},
  },
}

export interface RuleText {
  label(rule: string): string
  source(rule: RatioRule): string
  help(rule: string, spec: OptionSpec): string
  /** Name of a preset. */
  preset(name: string): string
}

const PRESETS_ZH: Readonly<Partial<Record<string, string>>> = {
  'math 0.3 / 5.0': '数学 0.3 / 5.0',
  'code 0.8 / 3.0': '代码 0.8 / 3.0',
}

/** What a new rule brings untranslated stays English, never empty. */
export function ruleText(language: LanguageId): RuleText {
  const own = (rule: string): RuleWords | undefined => (language === 'zh' ? ZH[rule] : undefined)
  return {
    label: (rule) => own(rule)?.label ?? ratioRuleOf(rule)?.label ?? rule,
    source: (rule) => own(rule.id)?.source ?? textOf(rule.source),
    help: (rule, spec) => own(rule)?.help[spec.name] ?? textOf(spec.help),
    preset: (name) => (language === 'zh' ? PRESETS_ZH[name] : undefined) ?? name,
  }
}

export const useRuleText = (): RuleText => ruleText(useContext(LanguageContext))

/** Words for ratio rules: English comes from the rules themselves, Chinese from here. */
import { useContext } from 'react'
import type { OptionSpec } from '../../credit/options.ts'
import { ratioRuleOf } from '../../credit/ratio/registry.ts'
import type { RatioRule } from '../../credit/ratio/rule.ts'
import { LanguageContext, type LanguageId } from '../../ui/text.tsx'

interface RuleWords {
  readonly label: string
  readonly source: string
  /** One for one with the English list. */
  readonly pitfalls: readonly string[]
  /** By option name. */
  readonly help: Readonly<Partial<Record<string, string>>>
}

const ZH: Readonly<Partial<Record<string, RuleWords>>> = {
  'ppo-clip': {
    label: 'PPO 裁剪',
    source: 'PPO arXiv:1707.06347；clip-higher：DAPO arXiv:2503.14476；双重裁剪：arXiv:1912.09729',
    pitfalls: [
      '每种符号只在一侧裁剪：A < 0 且 r = 10 的 token 保留十倍的梯度，除非双重裁剪把它丢弃。',
      '一批数据上的第一次更新中 π_θ 即 π_old：处处 r = 1，无论 ε 多大都不裁剪。',
    ],
    help: {
      epsLow: '下侧裁剪距离。',
      epsHigh: '上侧裁剪距离；0.28 即 clip-higher。',
      dualClip: 'A < 0 的 token 在比率高于此值时被丢弃；默认关闭，论文取 3。',
    },
  },
  dis: {
    label: 'DIS（SAO）',
    source: 'SAO 式 1–3；ε：数学 0.3/5.0，代码 0.8/3.0',
    pitfalls: [
      '两侧都丢弃，不论 A 的符号：变得比 r = 6（ε high 5）更可能的好 token 会失去梯度，而上限只会减小其权重。',
      '界是严格的：r = 1 + ε high 时 DIS 丢弃，IcePop 保留。二进制下 1 − 0.8 小于 0.2，所以 ε low 0.8 时 r = 0.2 侥幸保留。',
      '某个公开的“DIS”检验的是 π_old/π_rollout，并乘在已裁剪的损失上：r = 3（π_θ/π_old = 0.7，界 0.8 / 3.0，A = 1）在那里得 0，而非 3。',
    ],
    help: {
      epsLow: '下侧距离：0.3（数学），0.8（代码）。',
      epsHigh: '上侧距离：5.0（数学），3.0（代码）。',
    },
  },
  icepop: {
    label: 'IcePop',
    source: 'IcePop，按 slime 与新版 verl 的写法',
    pitfalls: [
      'r 比较的是两个引擎在同一权重下的概率；策略此后走了多远（π_θ/π_old）不在其中。',
      'verl 的 token_k1 拒绝检验的是倒数：界为 0.5 与 5 时，它拒绝 r = 3，却保留 r = 0.25。',
    ],
    help: { low: '保留的最小比率。', high: '保留的最大比率。' },
  },
  tis: {
    label: 'TIS',
    source: 'TIS，按 verl、slime 与 TRL 的写法',
    pitfalls: [
      '只截断上端：r = 0.01 的 token 悄然只剩 1% 的梯度。',
      '序列形式的差别在于指数：对数比率 0.182、−0.105、0.405 连乘得 1.62，几何平均得 1.17。',
    ],
    help: { cap: '最大权重。' },
  },
  cispo: {
    label: 'CISPO',
    source: 'CISPO，MiniMax-M1 arXiv:2506.13585',
    pitfalls: [
      '裁剪的是权重而非梯度：A > 0 且 r = 5 的 token 仍得 1.2·A（ε high 0.2），PPO 裁剪则为 0。',
      '权重是常数（停止梯度），乘以 ∇ log π；对它求导就是另一种方法了。',
    ],
    help: { epsLow: '下侧裁剪距离。', epsHigh: '上侧裁剪距离。' },
  },
  gspo: {
    label: 'GSPO',
    source: 'GSPO，arXiv:2507.18071',
    pitfalls: [
      '许多 token 的均值几乎不动：PPO 的 ε = 0.2 几乎什么都裁不到，论文用 3e-4 与 4e-4。',
      '一行被裁剪时，其全部 token 一起失去梯度。这里一行即一段，切成三段的 rollout 有三个比率。',
    ],
    help: {
      epsLow: '下侧裁剪距离；论文用 3e-4。',
      epsHigh: '上侧裁剪距离；论文用 4e-4。',
    },
  },
  'chunk-is': {
    label: '块级 IS（IPA）',
    source: 'ROME 中的 IPA，arXiv:2512.24873，式 8–10',
    pitfalls: [
      '掩码是单侧的：H = 1.5 时，失配 1.6 的块被丢弃，0.01 的却保留。',
      '指数是 1/|c|，即块自身的长度；在 6 个 token 中只占 1 个的块上，若除以 rollout 的长度，0.37 就成了 0.85。',
      '成功的样本不论多旧，都不做重要性采样。',
    ],
    help: { maskAbove: 'H：失配比率高于此值的块被丢弃。' },
  },
  none: {
    label: '无（同策略）',
    source: '不带重要性采样的 REINFORCE',
    pitfalls: [
      '只有当 token 正是由所训练的权重采样时才正确：policy_versions 含 7 与 9 的 rollout 就不满足。',
      '推理引擎与训练器的舍入不同，因此即使同策略的一步也有 r ≠ 1。',
    ],
    help: {},
  },
}

export interface RuleText {
  label(rule: string): string
  source(rule: RatioRule): string
  pitfalls(rule: RatioRule): readonly string[]
  help(rule: string, spec: OptionSpec): string
}

/** What a new rule brings untranslated stays English, never empty. */
export function ruleText(language: LanguageId): RuleText {
  const own = (rule: string): RuleWords | undefined => (language === 'zh' ? ZH[rule] : undefined)
  return {
    label: (rule) => own(rule)?.label ?? ratioRuleOf(rule)?.label ?? rule,
    source: (rule) => own(rule.id)?.source ?? rule.source,
    pitfalls: (rule) => own(rule.id)?.pitfalls ?? rule.pitfalls,
    help: (rule, spec) => own(rule)?.help[spec.name] ?? spec.help,
  }
}

export const useRuleText = (): RuleText => ruleText(useContext(LanguageContext))

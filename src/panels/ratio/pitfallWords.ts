/** The Chinese of the ratio rules’ pitfalls; English stands in the registry. */
import type { RatioRule } from '../../credit/ratio/rule.ts'
import type { LanguageId } from '../../ui/text.tsx'

/** One for one with the English list. */
const ZH: Readonly<Partial<Record<string, readonly string[]>>> = {
  'ppo-clip': [
    '每种符号只在一侧裁剪：A < 0 且 r = 10 的 token 保留十倍的梯度，除非双重裁剪把它丢弃。',
    '一批数据上的第一次更新中 π_θ 即 π_old：处处 r = 1，无论 ε 多大都不裁剪。',
  ],
  dis: [
    '两侧都丢弃，不论 A 的符号：变得比 r = 6（ε high 5）更可能的好 token 会失去梯度，而上限只会减小其权重。',
    '界是严格的：r = 1 + ε high 时 DIS 丢弃，IcePop 保留。二进制下 1 − 0.8 小于 0.2，所以 ε low 0.8 时 r = 0.2 侥幸保留。',
    '某个公开的“DIS”检验的是 π_old/π_rollout，并乘在已裁剪的损失上：r = 3（π_θ/π_old = 0.7，界 0.8 / 3.0，A = 1）在那里得 0，而非 3。',
  ],
  icepop: [
    '此处单独使用。训练器把该权重乘到 PPO 裁剪后的 π_θ/π_old 项上，ε 因此也起作用：r = 3 而 π_θ/π_old = 1.5、A = 1、ε high 0.2 时，那里没有梯度。',
    'r 比较的是两个引擎在同一权重下的概率；策略此后走了多远（π_θ/π_old）不在其中。',
    'verl 的 token_k1 拒绝检验的是倒数：界为 0.5 与 5 时，它拒绝 r = 3，却保留 r = 0.25。',
  ],
  tis: [
    '此处单独使用。训练器把该权重乘到 PPO 裁剪后的 π_θ/π_old 项上，ε 因此也起作用：r = 1.5 而 π_θ/π_old = 1.5、A = 1、ε high 0.2 时，那里没有梯度。',
    '只在上端封顶：r = 0.01 的 token 悄然只剩 1% 的梯度。',
    '序列形式的差别在于指数：对数比率 0.182、−0.105、0.405 连乘得 1.62，几何平均得 1.17。',
  ],
  cispo: [
    '裁剪的是权重而非梯度：A > 0 且 r = 5 的 token 仍得 1.2·A（ε high 0.2），PPO 裁剪则为 0。',
    '权重是常数（停止梯度），乘以 ∇ log π；对它求导就是另一种方法了。',
  ],
  gspo: [
    '许多 token 的均值几乎不动：PPO 的 ε = 0.2 几乎什么都裁不到；此处默认为论文的 3e-4 与 4e-4。',
    '一行被裁剪时，其全部 token 一起失去梯度。这里一行即一段，切成三段的 rollout 有三个比率。',
  ],
  'chunk-is': [
    '掩码是单侧的：H = 1.5 时，失配 1.6 的块被丢弃，0.01 的却保留。',
    '指数是 1/|c|，即块自身的长度；在 6 个 token 中只占 1 个的块上，若除以 rollout 的长度，0.37 就成了 0.85。',
    '成功的样本不论多旧，都不做重要性采样。',
  ],
  none: [
    '只有当 token 正是由所训练的权重采样时才正确：token 的 policy_versions 有 7 也有 9 的 rollout 就不满足。',
    '推理引擎与训练器的舍入不同，因此即使同策略的一步也有 r ≠ 1。',
  ],
}

/** What is new and untranslated stays English. */
export const rulePitfalls = (
  { id, pitfalls }: RatioRule,
  language: LanguageId,
): readonly string[] => (language === 'zh' ? ZH[id] : undefined) ?? pitfalls

/** Chinese of the presets' faults, by code, and of their notes, by the English sentence. */
import type { FaultCode } from '../../credit/conventions/preset.ts'

export const FAULTS_ZH: Readonly<Record<FaultCode, string>> = {
  'reward-lost-on-observation':
    '结果奖励写在响应的最后一个位置；若该处是工具结果，按掩码跳过观测的递推会丢失它。Segue 可以把它写在最后一个动作 token 上。',
  'reward-lost-off-run-end':
    '智能体回报只读取掩码连续段最后一个 token 的奖励；段内其他位置的奖励会丢失，中间没有观测的两轮会合并。Segue 对该轮的奖励求和。',
  'padding-leak':
    '稠密循环在填充后的批上运行，价值未加掩码，(1 − λ)·γ·V(pad) 会泄漏进最后一个动作。Segue 没有填充。',
  'return-reset-at-observation':
    '累计回报在掩码位置变为 0，最后一个观测之前的各轮都看不到结果奖励。Segue 会把它带过去。',
  'singleton-raw-reward':
    '单成员组保留原始奖励（均值 0，标准差 1）。Segue 给 0；原始奖励是一个选项。',
  'whitening-raises': '整批没有或只有一个动作 token 时，白化会报错。Segue 让这样的批保持原样。',
  'one-global-group':
    '样本数不等于提示数 × 组大小时，整批样本变成一个组。Segue 保留各组，每个 rollout 计一次。',
  'unmasked-token-mean': 'token 均值没有乘掩码，依赖事先遮蔽过的损失。Segue 总是乘掩码。',
  'norm-not-divided-by-batch':
    'seq-mean-token-sum-norm 除以 L_max，但不除以行数，损失随批大小增长。Segue 两者都除。',
  'k1-rejects-on-inverse-ratio':
    'token_k1 拒绝检验的是 −log 比率，界限因此作用于比率的倒数：界限 0.5 与 5 会拒绝比率 3 而保留 0.25。在 Segue 中，IcePop 的界限写成 1/上界 与 1/下界即可得到同样效果。',
  'truncation-from-width':
    '长度等于填充宽度的响应被当作“被截断”，每批最长的一条因此被自举。Segue 依据 rollout 如何结束。',
  'critic-target-scaled':
    '评论家的目标是缩放后的优势加 V，较早段的误差被缩小 (γλ)^N 倍。Segue 的回报是段内的、不缩放。',
  'two-lambdas': '段内 λ 计入含观测的响应长度，因子的 λ 计该段的动作 token。Segue 两处用同一个 λ。',
}

export const NOTES_ZH: Readonly<Partial<Record<string, string>>> = {
  'With one sample per prompt the sample standard deviation is NaN, and so is the advantage; no option of ours gives that.':
    '每个提示只有一个样本时，样本标准差为 NaN，优势也是 NaN；本页没有选项能给出这一结果。',
  'The raw reward of a group of one is divided by 1 + 1e-6, ours is not.':
    '单成员组的原始奖励会除以 1 + 1e-6，我们的不会。',
  'The vectorized RLOO gives 0 to a group of one, the loop its raw reward.':
    '向量化的 RLOO 给单成员组 0，循环版给原始奖励。',
  'The vectorized GRPO takes the standard deviation of a variance that is at least 1e-6, which no eps of ours does for every group.':
    '向量化的 GRPO 取不小于 1e-6 的方差再开方，我们没有哪个 eps 能对所有组做到这一点。',
  'A threshold written “lo_hi” turns truncated importance sampling into IcePop; Segue has them as two rules.':
    '阈值写成 “lo_hi” 时，截断重要性采样变成 IcePop；Segue 把它们作为两条规则。',
  'Bessel’s correction is applied from two tokens on; below that the population form is used.':
    '两个 token 起使用贝塞尔校正；不足时用总体形式。',
  'Whether a rollout cut in K samples repeats R or R/K is left to the user; Segue counts R once.':
    '切成 K 个样本的 rollout 重复 R 还是 R/K 由用户决定；Segue 只计一次 R。',
  'Whether mean and standard deviation are the group’s are settings (norm_mean_type, norm_std_type).':
    '均值与标准差是否按组取由设置决定（norm_mean_type、norm_std_type）。',
  'A group whose standard deviation is at most 1e-6 gets 0, also where its members differ.':
    '标准差不超过 1e-6 的组得 0，即使成员不同。',
  'Whitening is switched off when the batch has at most one action token.':
    '整批至多一个动作 token 时关闭白化。',
  'GroupFilterTB counts groups over the whole run; Segue starts with the file.':
    'GroupFilterTB 对整个训练过程计数；Segue 从文件开始。',
  'Step-wise training computes the advantage on the last step and broadcasts it to the earlier ones.':
    '逐步训练只在最后一步计算优势，再广播到之前各步。',
  'loss_reduction is the token mean unless it is set; it also offers the row mean, the prompt mean and L_max × all rows.':
    'loss_reduction 未设置时为 token 均值；也可选行均值、提示均值或除以 L_max × 全部行。',
  'reward_norm is off unless it is set; group mean and std are what its GRPO example (gsm8k_grpo.yaml) sets.':
    'reward_norm 未设置时关闭；按组取均值与标准差是其 GRPO 示例（gsm8k_grpo.yaml）的设置。',
  'adv_norm, on in that example, then normalises advantages over all action tokens of the batch: (A − mean) / (std + 1e-5), with the sample std. Segue’s GRPO has no such step, and its whitening takes ε under the root.':
    '该示例还开启 adv_norm，随后在整批动作 token 上归一化优势：(A − 均值) / (标准差 + 1e-5)，用样本标准差。Segue 的 GRPO 没有这一步，其白化的 ε 在根号内。',
  'The linear overlong penalty keeps falling below −1 for responses longer than the limit.':
    '线性超长惩罚在超过上限后继续降到 −1 以下。',
  'Optionally the reward becomes 0 where the response has no end-of-sequence token.':
    '可选：没有结束符的响应奖励记为 0。',
  'Where λ follows the length, α·l is held at 1 or more, which is our clamp at 0; l counts action tokens.':
    'λ 随长度变化时，α·l 不小于 1，相当于我们的 clamp 在 0 处的下限；l 计动作 token。',
  'scale_rewards may also take the standard deviation of the batch, or none.':
    'scale_rewards 也可取整批的标准差，或不取。',
  'loss_type is “dapo” unless it is set: the token sum over the tokens of the whole accumulated batch. “grpo” is the row mean of token means, over all rows.':
    'loss_type 未设置时为 “dapo”：token 之和除以整个累积批的 token 数。“grpo” 是各行 token 均值对全部行的均值。',
  'Masking truncated completions is a setting (mask_truncated_completions), off by default; their rewards stay in the statistics.':
    '遮蔽被截断的补全是一个设置（mask_truncated_completions），默认关闭；其奖励仍计入统计。',
  'Its trust region masks by the difference of probabilities under the sign of the advantage, which is none of our ratio rules.':
    '其信赖域按优势符号下的概率差来遮蔽，不属于我们的任何比率规则。',
  'Older versions divided by the sample standard deviation + 1e-6.':
    '旧版本除以样本标准差 + 1e-6。',
  'Which length l the rule for λ counts, the critic’s λ and its target are left open by the paper.':
    'λ 规则计哪种长度 l、评论家的 λ 及其目标，论文均未说明。',
  'λ is capped at 0.999, so 1,000 later tokens leave a factor of 0.368 at most.':
    'λ 上限为 0.999，之后 1,000 个 token 使因子至多为 0.368。',
  'Observations are skipped only while λ follows the length.': '只有 λ 随长度变化时才跳过观测。',
  'Its “DIS” multiplies an IcePop weight of π_old/π_rollout, bounds included, onto the PPO-clipped loss.':
    '其 “DIS” 把 π_old/π_rollout 的 IcePop 权重（含边界）乘到经 PPO 裁剪的损失上。',
  'It runs on one data-parallel rank, because segments of a rollout must be together.':
    '只在一个数据并行进程上运行，因为同一 rollout 的各段必须在一起。',
  'For code the bounds are ε 0.8 and 3.0 instead of 0.3 and 5.0.':
    '用于代码时，ε 的界限为 0.8 与 3.0，而不是 0.3 与 5.0。',
  'Whether masked tokens count in the loss’s denominator is not said; Segue counts them.':
    '被遮蔽的 token 是否计入损失分母未说明；Segue 计入。',
}

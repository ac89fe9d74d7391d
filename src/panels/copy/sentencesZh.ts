/**
 * The Chinese of what the generators of `credit/settings` say in English, as patterns because they name
 * trainers and rules. Faults and conventions of presets have theirs in panels/conventions.
 */
export const SENTENCES_ZH: readonly (readonly [RegExp, string])[] = [
  [/^(\w+) has no key for it\.$/, '$1 没有对应的键。'],
  [/^(\w+) lacks the estimator that this belongs to\.$/, '$1 没有它所属的估计器。'],
  [/^(\w+) lacks the ratio rule that this belongs to\.$/, '$1 没有它所属的比率规则。'],
  [/^(\w+) lacks the aggregation that this belongs to\.$/, '$1 没有它所属的聚合方式。'],
  [/^(\w+) has no ratio per chunk\.$/, '$1 没有按块的比率。'],
  // What several trainers do.
  [/^(\w+) divides by sqrt\(var \+ ε\)\.$/, '$1 除以 sqrt(var + ε)。'],
  [/^(\w+) whitens with ddof 1\.$/, '$1 白化时自由度修正为 1。'],
  [/^(\w+) whitens with ε 1e-8\.$/, '$1 白化时 ε 为 1e-8。'],
  [/^(\w+) takes the standard deviation with ddof 1\.$/, '$1 取标准差时自由度修正为 1。'],
  [
    /^(\w+) adds 1e-8 to the variance, and no (?:key|flag) changes it\.$/,
    '$1 给方差加 1e-8，没有键可以改变。',
  ],
  [
    /^(\w+) adds 1e-6 to the standard deviation, and no key changes it\.$/,
    '$1 给标准差加 1e-6，没有键可以改变。',
  ],
  [
    /^(\w+) divides by the sample standard deviation of the group, or not at all\.$/,
    '$1 除以组的样本标准差，或者不除。',
  ],
  [
    /^(\w+) divides by the sample standard deviation, or not at all\.$/,
    '$1 除以样本标准差，或者不除。',
  ],
  [/^(\w+) gives a group of one 0\.$/, '$1 给单成员组 0。'],
  [
    /^(\w+) averages over tokens or rows, not over rollouts or prompts\.$/,
    '$1 对 token 或行取均值，不对 rollout 或提示。',
  ],
  [/^(\w+)’s return does not start again\.$/, '$1 的回报不会重新开始。'],
  [
    /^(\w+) writes outcome - group mean on every token without discount\.$/,
    '$1 把结果减组均值写在每个 token 上，不折扣。',
  ],
  [/^(\w+) writes the centred outcome on every token\.$/, '$1 把中心化的结果写在每个 token 上。'],
  [/^(\w+) writes the outcome on the last action token\.$/, '$1 把结果写在最后一个动作 token 上。'],
  [
    /^(?:--lambd|lambd|algorithm\.lam) is the only λ: it serves advantages and returns\.$/,
    '只有这一个 λ，优势与回报共用。',
  ],
  [
    /^tokens that these (?:keys|flags) drop keep their place in (\w+)’s denominator\.$/,
    '被这些键丢弃的 token 仍计入 $1 的分母。',
  ],
  [
    /^(\w+) writes on every (?:row|sample) the reward that your reward function gives it: give each (?:row|sample) of a rollout the outcome\.$/,
    '$1 在每一行写入你的奖励函数给它的奖励：请给 rollout 的每一行都写上结果。',
  ],
  [
    /^(\w+) writes on every (?:row|sample) the reward that your reward function gives it: give the last (?:row|sample) of a rollout the outcome and the others 0\.$/,
    '$1 在每一行写入你的奖励函数给它的奖励：请给 rollout 的最后一行写上结果，其余写 0。',
  ],
  [
    /^(\w+) multiplies the weight (π_old\/π_\w+) onto the PPO-clipped loss, so (.+) acts? as well; while π_θ = π_old (?:it changes|they change) nothing\.$/,
    '$1 把权重 $2 乘到 PPO 裁剪后的损失上，$3 因此也起作用；π_θ = π_old 时没有影响。',
  ],
  // numpy
  [
    /^The snippet ends with the advantages; how token losses are averaged comes later\.$/,
    '片段到优势为止；token 损失如何平均是之后的事。',
  ],
  [
    /^The snippet ends with the advantages; the ratio rule acts on them later, in the loss\.$/,
    '片段到优势为止；比率规则之后在损失中起作用。',
  ],
  [
    /^h chooses tokens of the entropy bonus; advantages stay as they are\.$/,
    'h 选择计入熵奖励的 token；优势不变。',
  ],
  // verl
  [
    /^verl has no such estimator; .*@register_adv_est \((.+)\)\.$/,
    'verl 没有这个估计器；请写成函数，并用 @register_adv_est 注册（$1）。',
  ],
  [
    /^verl counts every row with the same uid /,
    'verl 把 uid 相同的每一行都计入统计；没有 rollout 多于一段时，结果相同。',
  ],
  [
    /^verl runs GAE on every row alone, /,
    'verl 对每一行单独运行 GAE，不跨切口传递；adv_estimator: gae 即逐段 GAE。要传递，请用 @register_adv_est 注册自己的估计器。',
  ],
  [
    /^reinforce_plus_plus is verl’s only discounted return, /,
    'reinforce_plus_plus 是 verl 唯一的折扣回报，并且总是白化。',
  ],
  [/^verl carries the return over observations\.$/, 'verl 让回报越过观测。'],
  [
    /^verl writes the outcome on the last response position, and no key changes it; /,
    'verl 把结果写在响应的最后一个位置，没有键可以改变；除非那里是工具结果，否则相同。',
  ],
  [
    /^tokens that these keys drop keep their place in verl’s denominator; /,
    '被这些键丢弃的 token 仍计入 verl 的分母；只有 rollout_rs 会把 token 移出分母。',
  ],
  [
    /^verl leaves rows without action tokens out of row means\.$/,
    'verl 的行均值不计没有动作 token 的行。',
  ],
  [/^clip_ratio_c must be larger than 1\.$/, 'clip_ratio_c 必须大于 1。'],
  [/^verl’s lower IcePop bound must be above 0\.$/, 'verl 的 IcePop 下界必须大于 0。'],
  [/^verl’s lower bound 1 - ε_low must be above 0\.$/, 'verl 的下界 1 - ε_low 必须大于 0。'],
  [/^verl’s penalty falls on beyond L_max, /, 'verl 的惩罚超过 L_max 后继续下降，DAPO 的停在 -1。'],
  [
    /^The overlong penalty counts every token of a row’s response, /,
    '超长惩罚计入一行响应的所有 token，包括观测；Segue 计 rollout 的动作 token。',
  ],
  [
    /^filter_groups draws new prompts /,
    'filter_groups 为丢弃的组另取提示：丢弃的是指标全组相同的组，不一定全对或全错。',
  ],
  [
    /^loss_mode gspo always takes the mean of row means, /,
    'loss_mode gspo 总是取行均值的均值，不论 loss_agg_mode 为何。',
  ],
  [
    /^verl keeps a ratio that equals a bound, DIS does not\.$/,
    '比率等于边界时 verl 保留，DIS 不保留。',
  ],
  // slime
  [
    /^slime has no such estimator; /,
    'slime 没有这个估计器；请写成 (args, rollout_data) 的函数，并用 --custom-advantage-function-path 指定。',
  ],
  [
    /^slime counts every sample in the statistics; /,
    'slime 把每个样本都计入统计；每个 rollout 只有一个样本时，结果相同。',
  ],
  [
    /^slime runs GAE on every sample alone, /,
    'slime 对每个样本单独运行 GAE，不跨切口传递。要传递，请用 --custom-advantage-function-path 指定自己的函数。',
  ],
  [
    /^slime has no RLOO; /,
    'slime 没有 RLOO；不除标准差的 GRPO 在 n 个成员的组里是它的 (n - 1)/n。',
  ],
  [
    /^slime asks for --normalize-advantages with this estimator\.$/,
    'slime 要求此估计器使用 --normalize-advantages。',
  ],
  [
    /^slime counts observation tokens as γ-steps of the return\.$/,
    'slime 把观测 token 计为回报的 γ 步。',
  ],
  [
    /^slime chooses (.+) by --advantage-estimator, /,
    'slime 通过 --advantage-estimator 选择 $1，并随之使用 GRPO 的优势。',
  ],
  [
    /^slime clips π_θ\/π_rollout /,
    'slime 裁剪 π_θ/π_rollout（--use-rollout-logprobs），但按优势的符号只裁一侧。',
  ],
  [
    /^slime’s loss always has the ratio; /,
    'slime 的损失总带有比率；一批数据的第一次更新中它为 1。',
  ],
  [
    /^slime takes the rollout mean, /,
    'slime 取 rollout 均值，或用 --calculate-per-token-loss 取 token 均值；其他方式需要 --custom-pg-loss-reducer-function-path。',
  ],
  [/^--eps-clip-c must be larger than 1\.$/, '--eps-clip-c 必须大于 1。'],
  [
    /^The filter drops groups whose rewards have a standard deviation /,
    '该过滤器丢弃奖励标准差不超过 1e-6 的组，并另行采样；Segue 丢弃全对或全错的组。',
  ],
  // ROLL
  [
    /^ROLL has no such estimator /,
    'ROLL 没有这个估计器，也没有接口；可加在 agentic_compute_advantage（roll/pipeline/agentic/utils.py）中。',
  ],
  [
    /^ROLL counts every sample with the same traj_group_id /,
    'ROLL 把 traj_group_id 相同的每个样本都计入统计；每个 rollout 只有一个样本时，结果相同。',
  ],
  [
    /^ROLL runs GAE on every sample alone, /,
    'ROLL 对每个样本单独运行 GAE，不跨切口传递，也没有其他估计器的接口。',
  ],
  [
    /^ROLL has no RLOO; /,
    'ROLL 没有 RLOO；只减组均值、不除标准差时，在 n 个成员的组里是它的 (n - 1)/n。',
  ],
  [
    /^ROLL counts rows without action tokens in row means\.$/,
    'ROLL 的行均值计入没有动作 token 的行。',
  ],
  [/^ROLL divides by the padded width of the batch, /, 'ROLL 除以批的填充宽度，而不除以行数。'],
  [/^ROLL looks ahead to 0 after the last token\.$/, 'ROLL 在最后一个 token 之后前瞻到 0。'],
  [
    /^ROLL writes the reward on the last token of the sequence and multiplies /,
    'ROLL 把奖励写在序列的最后一个 token 上并乘以掩码，结尾若是工具结果就会丢失；没有键可以改变。',
  ],
  [/^ROLL’s constant 1 \+ 2 · pg_clip is larger than 1\.$/, 'ROLL 的常数 1 + 2 · pg_clip 大于 1。'],
  [/^ROLL’s filters compare /, 'ROLL 的过滤器比较 π_old 与 π_infer，而不是 π_θ。'],
  [
    /^ROLL’s return takes a γ-step at every token /,
    'ROLL 的回报在每个 token 上都走一个 γ 步，观测处不保留奖励；没有键可以改变。',
  ],
  [
    /^ratio_type: segment is one ratio per mask run, /,
    'ratio_type: segment 是每个掩码连续段一个比率，而非每行一个；一行只有一轮时两者相同。',
  ],
  [
    /^the worker reads cispo_epsilon_low /,
    'worker 从 actor_train 读取 cispo_epsilon_low 与 cispo_epsilon_high，而该提交的 WorkerConfig 没有这些字段：起作用的是 0.1 与 0.1。',
  ],
  [
    /^train_env_manager\.group_filter_cls names a class /,
    'train_env_manager.group_filter_cls 指定你自己的类，其 filter() 丢弃组；ROLL 自带的只有全部保留的一个。',
  ],
  [
    /^ROLL writes the normalised reward on the last token /,
    'ROLL 把归一化后的奖励写在序列的最后一个 token 上再向前累加；那里若是工具结果，该样本得 0。',
  ],
  [
    /^topr leaves out the ratio where the score /,
    'topr 在回合得分为正时不用比率；Segue 与论文一样，依据优势的符号。',
  ],
]

/** Chinese of what the presets say in English, and the names of aspects, faults and evidence in both. */
import type { WhyCode } from '../../credit/conventions/facts.ts'
import type { Aspect, Evidence, FaultCode } from '../../credit/conventions/preset.ts'
import { dictionary } from '../../ui/text.tsx'

export const aspectWords = dictionary<Aspect>(
  {
    gae: 'GAE',
    'cross-segment': 'across segments',
    return: 'token return',
    baseline: 'group baseline',
    rloo: 'RLOO',
    whitening: 'whitening',
    filter: 'filter',
    ratio: 'ratio rule',
    aggregation: 'aggregation',
  },
  {
    gae: 'GAE',
    'cross-segment': '跨段',
    return: 'token 回报',
    baseline: '组基线',
    rloo: 'RLOO',
    whitening: '白化',
    filter: '过滤',
    ratio: '比率规则',
    aggregation: '聚合',
  },
)

export const evidenceWords = dictionary<Evidence>(
  {
    executed: 'its code was run and its numbers compared with ours',
    read: 'its code was read at this commit',
    docs: 'its documentation says so',
    notes: 'known from third parties’ notes',
    stated: 'stated, not checked in the code',
  },
  {
    executed: '运行过其代码，与本页数值核对',
    read: '在该提交处读过其代码',
    docs: '其文档如此说明',
    notes: '来自第三方笔记',
    stated: '仅为陈述，未在代码中核对',
  },
)

export const faultWords = dictionary<FaultCode>(
  {
    'reward-lost-on-observation': 'outcome lost on a trailing tool result',
    'reward-lost-off-run-end': 'reward lost inside a turn',
    'padding-leak': 'padding leaks into the advantage',
    'return-reset-at-observation': 'return starts again at every observation',
    'singleton-raw-reward': 'raw reward for a group of one',
    'whitening-raises': 'whitening raises an error',
    'one-global-group': 'one group over the whole batch',
    'unmasked-token-mean': 'token mean without mask',
    'norm-not-divided-by-batch': 'loss grows with the batch',
    'k1-rejects-on-inverse-ratio': 'bounds act on the inverse ratio',
    'truncation-from-width': 'truncation guessed from the width',
    'critic-target-scaled': 'critic’s target is scaled',
    'two-lambdas': 'two λ in one estimator',
  },
  {
    'reward-lost-on-observation': '结尾是工具结果时丢失结果奖励',
    'reward-lost-off-run-end': '轮内奖励丢失',
    'padding-leak': '填充位泄漏进优势',
    'return-reset-at-observation': '回报在每个观测处重新开始',
    'singleton-raw-reward': '单成员组直接得到原始奖励',
    'whitening-raises': '白化报错',
    'one-global-group': '整批变成一个组',
    'unmasked-token-mean': 'token 均值未乘掩码',
    'norm-not-divided-by-batch': '损失随批大小增长',
    'k1-rejects-on-inverse-ratio': '界限作用于比率的倒数',
    'truncation-from-width': '以宽度猜测截断',
    'critic-target-scaled': '评论家目标被缩放',
    'two-lambdas': '同一估计器用了两个 λ',
  },
)

/** Rest of “This difference changes nothing here: …”. */
export const whyWords = dictionary<WhyCode>(
  {
    'rewards-recorded': 'the trace records per-position rewards, which are used as given',
    'ends-on-action': 'every segment ends on an action token',
    'one-segment': 'no rollout has more than one segment',
    'no-observations': 'no observation follows an action token',
    'gamma-one': 'γ is 1, so a step over an observation costs nothing',
    'gamma-lambda-one': 'γ and λ are 1, so every form gives R − V',
    'no-truncated': 'no rollout ends truncated',
    'whitening-off': 'whitening is off',
    'lambda-fixed': 'λ does not follow the length',
    'no-spread': 'in no group do outcomes differ',
    'no-singleton': 'no group has only one member',
    'no-drop-flag': 'no row is flagged drop',
    'no-overlong-flag': 'no row is flagged overlong',
    'no-empty-rows': 'every row has an action token',
    'mode-without-rows': 'the aggregation takes no mean over rows',
    'no-log-probs': 'without log-probs no token is rejected',
    'nothing-rejected': 'the ratio rule rejects no token',
    'no-effect': 'the numbers come out the same',
  },
  {
    'rewards-recorded': '轨迹记录了逐位置奖励，按原样使用',
    'ends-on-action': '每段都以动作 token 结尾',
    'one-segment': '没有多于一段的 rollout',
    'no-observations': '没有动作之后的观测',
    'gamma-one': 'γ 为 1，跨过观测没有代价',
    'gamma-lambda-one': 'γ 与 λ 均为 1，各种形式都得 R − V',
    'no-truncated': '没有被截断的 rollout',
    'whitening-off': '白化已关闭',
    'lambda-fixed': 'λ 不随长度变化',
    'no-spread': '没有结果不一的组',
    'no-singleton': '没有单成员组',
    'no-drop-flag': '没有标记 drop 的行',
    'no-overlong-flag': '没有标记 overlong 的行',
    'no-empty-rows': '每行都有动作 token',
    'mode-without-rows': '该聚合方式不对行取均值',
    'no-log-probs': '没有对数概率，不会拒绝任何 token',
    'nothing-rejected': '比率规则没有拒绝任何 token',
    'no-effect': '结果数值相同',
  },
)

/** By `aspect.option=value`, else `option=value`: as credit/conventions/sentences.ts. */
export const VALUES_ZH: Readonly<Partial<Record<string, string>>> = {
  'gae.observations=skip': '越过观测 token，保留价值与累加量',
  'gae.observations=dense': '像动作 token 一样逐个走过观测 token',
  'gae.observations=zero': '逐个走过观测 token，其价值与奖励记为 0',
  'gae.truncation=bootstrap': '对被截断的 rollout 用其价值自举',
  'gae.truncation=terminal': '把被截断的 rollout 当作已结束',
  'rewardAt=last-action': '把结果奖励写在最后一个动作 token 上',
  'rewardAt=last-position': '把结果奖励写在响应的最后一个位置',
  'lambdaRule=fixed': '使用固定的 λ',
  'lambdaRule=length-adaptive': '让 λ 随长度变化',
  'lambdaLength=rollout': '以整个 rollout 的动作 token 数定 λ',
  'lambdaLength=segment': '以该段的动作 token 数定 λ',
  'reward=copied': '把结果奖励复制到每段末尾',
  'reward=last-only': '只在最后一段写入结果奖励',
  'return.observations=skip': '让回报越过观测 token',
  'return.observations=dense': '把观测 token 计为回报的 γ 步',
  'return.observations=reset': '在每个观测处重新开始累计回报',
  'std=population': '除以组的总体标准差',
  'std=sample': '除以组的样本标准差',
  'std=none': '不除以标准差',
  'std=leave-one-out': '取组内其他成员的均值与标准差',
  'singleton=zero': '单成员组的优势记为 0',
  'singleton=raw': '单成员组直接取原始结果',
  'unit=rollout': '统计时一个 rollout 计一次',
  'unit=segment': '统计时每段各计一次',
  'form=floor': '以 sqrt(max(var, ε)) 白化',
  'form=add': '以 sqrt(var + ε) 白化',
  'whiten=batch': '总是在整批上白化 GAE 优势',
  'ddof=0': '以总体方差白化',
  'ddof=1': '以样本方差白化',
  'groupFilter=tb': '丢弃被标记的组，至多一半',
  'overlong=keep': '超长 rollout 留在损失中',
  'overlong=mask': '遮蔽超长 rollout，但仍计入统计',
  'emptyRows=skip': '行均值不计没有动作 token 的行',
  'emptyRows=count': '行均值计入没有动作 token 的行',
  'rejection=before': '以拒绝前的 token 数为分母',
  'rejection=after': '以拒绝后剩余的 token 数为分母',
}

/** By option, before the number or id. */
export const PREFIXES_ZH: Readonly<Partial<Record<string, string>>> = {
  eps: '取 ε',
  alpha: '取 α',
  lambdaCritic: '取 λ_critic',
  epsLow: '取 ε_low',
  epsHigh: '取 ε_high',
}

/** What is not a trainer's own name. */
export const LABELS_ZH: Readonly<Partial<Record<string, string>>> = {
  'verl (January 2026)': 'verl（2026 年 1 月）',
  'verl (August 2026)': 'verl（2026 年 8 月）',
  'CompactionRL (paper)': 'CompactionRL（论文）',
  'CompactionRL (ukpkhkk fork)': 'CompactionRL（ukpkhkk 分支）',
  'CompactionRL (ajing reproduction)': 'CompactionRL（ajing 复现）',
  'CompactionRL (yeto)': 'CompactionRL（yeto）',
  'SAO (paper)': 'SAO（论文）',
}

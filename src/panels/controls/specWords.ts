/** Names of options in both languages, and the Chinese of what the registry says in English. */
type Words = Readonly<Partial<Record<string, string>>>

export const namesEn: Words = {
  observations: 'observations',
  rewardAt: 'reward at',
  truncation: 'truncation',
  lambdaRule: 'λ rule',
  alpha: 'α',
  lambdaLength: 'length l of',
  whiten: 'whitening',
  ddof: 'ddof',
  eps: 'eps',
  reward: 'reward',
  order: 'order',
  boundary: 'boundary',
  carry: 'carry',
  std: 'std',
  singleton: 'singleton',
  unit: 'unit',
  reweight: 'reweight',
  k: 'k',
  amplify: 'amplify',
  q: 'q',
  signScope: 'signs',
  keep: 'keep',
  overlong: 'overlong',
  groupFilter: 'group filter',
}

export const namesZh: Words = {
  observations: '观测',
  rewardAt: '奖励位置',
  truncation: '截断处理',
  lambdaRule: 'λ 规则',
  alpha: 'α',
  lambdaLength: '长度 l 取自',
  whiten: '白化',
  ddof: '自由度修正',
  eps: 'eps',
  reward: '奖励',
  order: '处理顺序',
  boundary: '边界',
  carry: '传递',
  std: '标准差',
  singleton: '单成员组',
  unit: '样本单位',
  reweight: '重加权',
  k: 'k',
  amplify: '放大倍数',
  q: 'q',
  signScope: '符号范围',
  keep: '保留',
  overlong: '超长',
  groupFilter: '组过滤',
}

export const estimatorsZh: Words = {
  'per-segment-gae': '逐段 GAE',
  'cross-segment-gae': '跨段 GAE',
  'concat-gae': '拼接 GAE',
  'compaction-gae': 'CompactionRL GAE',
  grpo: 'GRPO',
}

export const sourcesZh: Words = {
  'per-segment-gae':
    'Schulman 等，“High-Dimensional Continuous Control Using Generalized Advantage Estimation”，arXiv:1506.02438，在每段上原样调用，与 verl 的 multi-output 循环、slime、miles 相同',
  'cross-segment-gae':
    'InfiniRL，未找到其公开的原始出处：依据对其 inv_iter、损失掩码与所传递的 (lastgaelam, critic_lastgaelam, nextvalues) 的描述重建，并以拼接 GAE 校验。同一 δ 上的两个 λ：VC-PPO，“What’s Behind PPO’s Collapse in Long-CoT? Value Optimization Holds the Secret”，arXiv:2503.01491；VAPO，“VAPO: Efficient and Reliable Reinforcement Learning for Advanced Reasoning Tasks”，arXiv:2504.05118',
  'concat-gae':
    'Schulman 等，“High-Dimensional Continuous Control Using Generalized Advantage Estimation”，arXiv:1506.02438，用于拼接后的 rollout：跨段 GAE 的传递必须与之相等',
  'compaction-gae': 'CompactionRL，arXiv:2607.05378，式 13–15',
  grpo: 'Shao 等，“DeepSeekMath: Pushing the Limits of Mathematical Reasoning in Open Language Models”，arXiv:2402.03300；不除标准差即 Dr.GRPO，Liu 等，“Understanding R1-Zero-Like Training: A Critical Perspective”，arXiv:2503.20783；留一为 NeMo-RL 的做法',
}

export const choicesZh: Words = {
  'observations.skip': '跳过',
  'observations.dense': '参与',
  'observations.zero': '置零',
  'rewardAt.last-action': '最后动作',
  'rewardAt.last-position': '最后位置',
  'truncation.bootstrap': '自举',
  'truncation.terminal': '视为终止',
  'truncation.egae': 'EGAE',
  'truncation.value-as-reward': '以价值为奖励',
  'lambdaRule.fixed': '固定',
  'lambdaRule.length-adaptive': '长度自适应',
  'lambdaLength.rollout': 'rollout',
  'lambdaLength.segment': '段',
  'whiten.none': '无',
  'whiten.batch': '按批',
  'reward.last-only': '仅最后一段',
  'reward.copied': '复制到每段',
  'order.ascending': 'inv_iter 0→N',
  'order.literal': '字面 N→0',
  'boundary.next-action': '下一动作',
  'boundary.next-position': '下一位置',
  'boundary.own-last': '本段末值',
  'boundary.zero': '零',
  'carry.full': '完整',
  'carry.value-only': '仅价值',
  'std.population': '总体',
  'std.sample': '样本',
  'std.none': '不除',
  'std.leave-one-out': '留一',
  'singleton.zero': '零',
  'singleton.raw': '原始结果',
  'unit.rollout': 'rollout',
  'unit.segment': '段',
  'reweight.none': '无',
  'reweight.asyppo': 'AsyPPO σ 掩码',
  'reweight.rhythm-local': '局部节律',
  'reweight.rhythm-global': '全局节律',
  'signScope.both': '正负皆可',
  'signScope.nonnegative': '仅非负',
  'keep.all': '全部',
  'keep.positive-reward': '正奖励',
  'keep.positive-advantage': '正优势',
  'overlong.keep': '保留',
  'overlong.mask': '掩蔽',
  'overlong.mask-and-drop-from-statistics': '掩蔽且不计入统计',
  'groupFilter.off': '关闭',
  'groupFilter.tb': 'GroupFilterTB',
  'groupFilter.dynamic-sampling': '动态采样',
}

export const helpZh: Words = {
  observations: '递推遇到观测 token 时：跳过，与动作 token 同等对待，或将其价值与奖励置 0。',
  rewardAt:
    '结果写在哪里：rollout 的最后一个动作 token，或最后一个位置（若那里是被掩蔽的工具输出，奖励就丢失）。',
  truncation:
    '因长度等限制被截断的 rollout：用其价值自举，视为终止，前瞻最后的价值且 R = 0（EGAE），或以价值作为奖励。',
  lambdaRule:
    '固定 λ，或 λ = clamp(1 − 1/(α·l), 0, 1)，l 为动作 token 数（VAPO、SAO、CompactionRL）。',
  alpha: '长度自适应规则的 α：SAO 与 CompactionRL 为 1.5，VAPO 为 0.05。',
  lambdaLength: 'l 计哪些动作 token：整条 rollout 的，或本段的。',
  whiten: '在整批动作 token 上标准化优势；回报保持不变。',
  ddof: '方差的自由度修正：0 为总体，1 为样本。',
  eps: '加在标准差上或作为方差下限的小量。',
  reward: '结果只写在最后一段，或复制到每一段的末尾。',
  order:
    '升序扫描 inv_iter 0、1、…、N（最后一段最先）。字面顺序按某文所写扫描 N、…、0：最早的段于是看不到奖励。被截断的 rollout 没有确定的字面形式：此处不使用其自举值。',
  boundary: '切口前最后一个动作前瞻到哪个价值。',
  carry: '传递价值与两个累加器，或只传递价值（累加器在每个切口归零）。',
  std: '中心化的结果除以哪个标准差：组的（ddof 0 或 1），不除（Dr.GRPO），或其余成员的（NeMo-RL）。',
  singleton: '只有一个成员的组：优势为 0（TRL、slime、ROLL），或取原始结果（verl）。',
  unit: '什么算一个样本：rollout，或它的每一段（被切成三段的 rollout 就计三次）。',
  reweight: '按评论家分歧（AsyPPO）或注意力节律缩放 token。',
  k: '评论家分歧最小的这一比例的动作 token，其优势变为 0。',
  amplify: '作用于选中 token 的倍数。',
  q: '每行中被放大的 token 比例。',
  signScope: '放大所有选中的 token，或只放大优势非负的。',
  keep: '把结果 ≤ 0 的 rollout 置零，或把优势 ≤ 0 的 token 置零。',
  overlong: '标有 `overlong` 的行：保留，掩蔽，或同时不计入组统计。',
  groupFilter:
    '整组丢弃：ROLL 的 GroupFilterTB（至多丢弃被标记组的一半）或 DAPO 的动态采样（全对或全错）。',
}

/** The reasons of src/credit, as patterns because they name columns and flags. */
export const REASONS_ZH: readonly (readonly [RegExp, string])[] = [
  [/^No rollout of this trace ends truncated\.$/, '此轨迹中没有被截断的 rollout。'],
  [
    /^The trace records per-position rewards; they are used as given\.$/,
    '轨迹记录了逐位置奖励，按原样使用。',
  ],
  [/^The trace has no column `(\w+)`\.$/, '轨迹没有 `$1` 列。'],
  [/^No row of this trace is flagged `(\w+)`\.$/, '此轨迹没有标记为 `$1` 的行。'],
  [
    /^No rollout of this trace has an outcome; enter one first\.$/,
    '此轨迹没有任何 rollout 结果，请先输入。',
  ],
  [
    /^The trace has no ensemble \(`values_per_critic`\)\.$/,
    '轨迹没有评论家集成（`values_per_critic`）。',
  ],
]

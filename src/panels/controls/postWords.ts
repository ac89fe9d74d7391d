/** The Chinese of what the rules of post-processing say; English stands in the registry. */
import type { PostRule } from '../../credit/post-rule.ts'
import { textOf } from '../../ui/books.ts'
import type { LanguageId } from '../../ui/text.tsx'

interface Words {
  /** One for one with the English list. */
  readonly pitfalls: readonly string[]
  readonly source: string
}

const ZH: Readonly<Partial<Record<string, Words>>> = {
  asyppo: {
    source: 'AsyPPO，arXiv:2510.01656',
    pitfalls: [
      '比例 k 取自整批，并列时按位置：十个 token 中有三个 σ = 0，k = 0.2 时只有前两个置零。',
      '与被掩蔽的 token 不同，置零的 token 仍留在所有分母中：五个 A = 1 的 token 在 k = 0.2 时均值为 0.8，而非 1。',
      '只有一个评论家时处处 σ = 0，挑选哪些 token 毫无意义。',
    ],
  },
  'rhythm-local': {
    source: '注意力节律，arXiv:2510.13554，式 13–16',
    pitfalls: [
      '论文各版本不一致：v1 只放大非负的优势，后来的版本正负皆放大（其消融为 43.2，仅正 42.0，仅负 40.8）。',
      'q 按行计并向上取整：只有一个动作 token 的段总被放大；q = 0.4 时 1001 个中有 401 个。',
      '论文中没有观测：这里只对动作 token 排名，Δ 取到下一位置，不论它是否为观测；最后一个位置为 0。',
    ],
  },
  'rhythm-global': {
    source: '注意力节律，arXiv:2510.13554，式 13–16',
    pitfalls: [
      '论文各版本不一致：v1 向前看 10 至 50 个 token，只放大非负的优势；后来的版本看 10 至 100 个，正负皆放大。',
      '一行的最后 10 个 token 之后没有那么远的 token，FAI 因而为 0：它们不是锚点，最终答案也不例外，除非 q·n 轮到它们。',
      '之后不再归一化：q = 0.4、a = 1.5 时，相等的优势平均变为 1.2 倍。',
    ],
  },
  'rhythm-coupled': {
    source: '注意力节律，arXiv:2510.13554，v1 式 17–18',
    pitfalls: [
      '各份额相加（式 18）：a = 1.5、回传比例 α 为 0.5 时，既是锚点又引出锚点的 token 得 1.75；按某公开复现的 if/else 读法则为 1.5。',
      '论文未说明两个阈值，也未说明哪个 token 算引出者：这里取行内中位数，以及之前三个 token 中 Δ 最大的。',
      '两个锚点共有一个引出者时，它只得一份加成而非两份：回传的一部分就丢失了。',
    ],
  },
  'positive-reward': {
    source: 'ROLL 在终端任务上的经验：只用正的 rollout 训练，损失仍是 PPO 的（不是拒绝采样微调）',
    pitfalls: [
      '基线必须看到整组：结果 1, 0, 1, −0.5 中两个成功得 +0.962；若先掩蔽，剩下的全部相等，GRPO 给 0。',
      'R > 0 不等于 A > 0：结果 0.2 与 0.9 都保留，前者却被压低（−1）。',
      '没有结果的 rollout 不算正。全部失败时什么也不剩，损失为 0。',
    ],
  },
  'positive-advantage': {
    source: 'ROLL 在终端任务上的经验，按 A 而非 R 判断',
    pitfalls: [
      '判断的是白化之后的 A：优势 0.2, 0.4, 0.9 保留三个 token，整批白化后只保留最后一个。',
      '有评论家时符号在 rollout 内部会变：成功的 rollout 会失去评论家认为不如预期的 token。',
      'A = 0 或小于 1e-30 的 token 也离开：结果全部相同的组不再计入任何分母。',
    ],
  },
  mask: {
    source:
      '超长过滤，DAPO，arXiv:2503.14476；结果仍计入统计，与 TRL（mask_truncated_completions）和 SUPO，arXiv:2510.06727 相同',
    pitfalls: [
      '其结果仍影响其他成员：1, 0, 1, 0 中最后一个超长时得 1, −1, 1, 0；若不计入统计则为 0.707, −1.414, 0.707, 0。',
      '一行被标记，整条 rollout 的所有段都被掩蔽。',
      '若改记为失败（R = 0，不掩蔽），长的尝试会教模型过早提交。',
    ],
  },
  'mask-and-drop-from-statistics': {
    source: '超长过滤，DAPO，arXiv:2503.14476，统计取另一种读法；DeepSWE 未说明用哪一种',
    pitfalls: [
      '它改变其他成员：1, 0, 1, 0 中最后一个超长时得 0.707, −1.414, 0.707, 0；若计入其结果则为 1, −1, 1, 0。',
      '组会变小：两条 rollout 中有一条超长时，另一条成为单成员组，也得 0。',
    ],
  },
  'soft-penalty': {
    source: 'DAPO，arXiv:2503.14476，式 13',
    pitfalls: [
      '从 L max − L cache 开始：二者为 20 与 4 时，16 个 token 的 rollout 不受罚，17 个罚 −0.25，20 个起为 −1。',
      '它在组统计之前改变结果：长达 L max 的正确回答得 1 − 1 = 0，与简短的错误回答相同。',
      '“保留”与“组过滤”仍看记录的结果；n 为所有段的动作 token 合计。',
    ],
  },
  'linear-penalty': {
    source: 'AReaL 4aef98d8：min(−超出量 / 超长 token 数 · 系数, 0)',
    pitfalls: [
      '超过 L max 后继续下降：L max 20、L cache 4 时，21 个 token 的 rollout 罚 −1.25，30 个罚 −3.5，而 DAPO 停在 −1。',
      '不除标准差（Dr.GRPO）时，一条这样的 rollout 会带偏全组：结果 1, 1, 1, 1，最后一条长 30 个 token，其余得 +0.875；有 DAPO 的下限则为 +0.25。',
    ],
  },
  'compact-filtering': {
    source: '紧凑过滤，DeepSWE',
    pitfalls: [
      '只看最后一段的结束方式：途中被压缩、随后完成的 rollout 会保留。',
      'DeepSWE 未说明被掩蔽的结果是否计入统计：1, 0, 1, 0 中掩蔽最后一个，计入得 1, −1, 1, 0，不计入得 0.707, −1.414, 0.707, 0。',
      '“所有未正常终止的”也掩蔽文件标为 `unknown` 的；没有 `ended` 的行视为正常终止，予以保留。',
    ],
  },
  ipa: {
    source: 'ROME 中的 IPA，arXiv:2512.24873，§3.2.4，式 9',
    pitfalls: [
      '掩码是单侧的：H = 1.5 时，1.6 的块被丢弃，0.01 的却保留。',
      '均值掩盖单个 token：十个中有一个比率为 100，其余为 1，得 1.58，在 H = 2 时保留。',
      '它比较的是两个引擎在同一权重下的概率，而非策略此后走了多远。两轮之间没有观测时算作一块。',
    ],
  },
  tb: {
    source: 'agent_native_env_manager.py 中的 GroupFilterTB，ROLL 8eb27cc2',
    pitfalls: [
      '超过一半就停止过滤：八个被标记的组丢弃四个，第一个以及此后每隔一个照样用于训练。',
      '一行被标记，整组丢弃，同一提示的好 rollout 也不例外。',
      'ROLL 在整个训练过程中计数；这里只计已打开轨迹中的组，按其顺序。',
    ],
  },
  'dynamic-sampling': {
    source: 'DAPO，arXiv:2503.14476，式 11',
    pitfalls: [
      '“对”指 R > 0：结果为 0.2 与 0.9 的组算全对而被丢弃，尽管 GRPO 给它 −1 与 +1。',
      '单成员组不是全对就是全错：没有组的轨迹会失去所有 token。',
      '丢弃之后这里不再补采：在 token 均值下，留下的组权重更大。',
    ],
  },
}

/** What is new and untranslated stays English. */
export const postWords = (rule: PostRule, language: LanguageId): Words =>
  (language === 'zh' ? ZH[rule.id] : undefined) ?? {
    pitfalls: rule.pitfalls,
    source: textOf(rule.source),
  }

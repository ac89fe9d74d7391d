import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    title: 'What this page shows',
    about1:
      'A long agent rollout does not fit one context: now and then it is condensed, and what follows is a new segment with a prompt of its own.',
    about2:
      'The reward stands at the end of the last segment; whether the actions of earlier segments learn from it depends on what the trainer does at each cut.',
    about3:
      'The picture has one row per segment, with what the policy wrote (action tokens) and everything else; arrows show where credit crosses a cut.',
    about4:
      'A and B are two ways to assign credit to the same tokens: by default GAE on each segment alone, and GAE carried across the cuts; B − A is the difference.',
    about5:
      'Everything is computed in this page, and every number can be checked: the table of boundaries, a single token, the CSV export, and the float64 comparison.',
    glossary: 'Glossary',
    rollout: 'One attempt at a task, from the first prompt to its end; also called a trajectory.',
    segment:
      'One (prompt, response) training sample of a rollout; condensing ends one and begins the next.',
    segment_index: 'Counts segments from the start: 0, 1, …',
    inv_iter:
      'Counts segments from the end: the last has inv_iter 0. InfiniRL sweeps them 0, 1, …, N.',
    condense:
      'Replacing a context that has grown too long by something shorter: dropping old turns, trimming, or a summary.',
    lossMask:
      'One bit per position: 1 where the policy sampled the token and is trained on it, 0 for tool results, copied skeletons and summaries.',
    actionToken: 'A position with loss mask 1.',
    value: 'V: what the critic expects the reward to be, before the token is written.',
    delta:
      'δ = r + γ·V of the next node − V: how much better the next step turned out than expected.',
    advantage: 'How much better a token was than expected; the policy gradient multiplies it.',
    gae: 'Generalised advantage estimation: the sum of all later δ, each γλ times less per step.',
    lastgaelam:
      'The advantage of the segment processed before, handed on as the start of the next sweep.',
    critic_lastgaelam:
      'The same with λ of the critic; it makes the returns that the critic learns.',
    nextvalues: 'The value that the last action before a cut looks ahead to.',
    bootstrap: 'Using a value where the rollout was cut off by a limit, as if it had gone on.',
    ratio:
      'Probability of a token under the current policy over that under the one that sampled it; PPO clips it to 1 − ε low … 1 + ε high.',
    group: 'Rollouts of the same prompt; GRPO compares them with each other.',
    shortcuts: 'Keyboard',
    key_help: 'this help',
    key_search: 'search rollouts',
    key_open: 'open files',
    key_share: 'share',
    key_undo: 'undo',
    key_redo: 'redo',
    key_swap: 'swap A and B',
    key_order: 'order segments by time or by processing',
    key_theme: 'system, light or dark theme',
    key_previous: 'previous rollout',
    key_next: 'next rollout',
    key_list: 'in the list of rollouts: move',
    key_slider: 'on a slider: one step; with ⇧ ten',
    key_token: 'on the picture: previous and next action token',
    key_close: 'close a dialog or menu',
  },
  {
    title: '本页展示什么',
    about1: '长的智能体 rollout 放不进一个上下文：它不时被压缩，其后是带有自己提示词的新的一段。',
    about2: '奖励位于最后一段的末尾；较早各段的动作能否从中学习，取决于训练器在每个切口怎么做。',
    about3:
      '图中每段一行，显示策略所写的内容（动作 token）与其余内容；箭头表示信用在何处跨过切口。',
    about4:
      'A 与 B 是给同一批 token 分配信用的两种方式：默认是逐段 GAE 与跨切口传递的 GAE；B − A 是两者之差。',
    about5:
      '一切都在本页中计算，每个数都可核对：边界表、单个 token、CSV 导出，以及与 float64 的比较。',
    glossary: '术语',
    rollout: '对任务的一次尝试，从第一个提示词到结束；也称轨迹（trajectory）。',
    segment: 'rollout 的一个（提示词，回答）训练样本；压缩结束一段并开始下一段。',
    segment_index: '从头数段：0、1、…',
    inv_iter: '从尾数段：最后一段的 inv_iter 为 0。InfiniRL 按 0、1、…、N 扫描。',
    condense: '用较短的内容替换过长的上下文：丢弃旧轮次、修剪，或写成摘要。',
    lossMask: '每个位置一位：策略采样并据此训练的 token 为 1；工具结果、复制的骨架与摘要为 0。',
    actionToken: '损失掩码为 1 的位置。',
    value: 'V：写下该 token 之前，评论家预期的奖励。',
    delta: 'δ = r + γ·下一节点的 V − V：下一步比预期好多少。',
    advantage: '一个 token 比预期好多少；策略梯度与之相乘。',
    gae: '广义优势估计：其后所有 δ 之和，每过一步乘以 γλ。',
    lastgaelam: '先处理的那一段的优势，作为下一次扫描的起点传下去。',
    critic_lastgaelam: '同上，但用评论家的 λ；由它得到评论家学习的回报。',
    nextvalues: '切口前最后一个动作所前瞻的价值。',
    bootstrap: 'rollout 因限制被截断时，用一个价值代替，仿佛它继续下去。',
    ratio: 'token 在当前策略下的概率与采样策略下的概率之比；PPO 把它裁到 1 − ε low … 1 + ε high。',
    group: '同一提示词的若干 rollout；GRPO 在组内相互比较。',
    shortcuts: '键盘',
    key_help: '本帮助',
    key_search: '搜索 rollout',
    key_open: '打开文件',
    key_share: '分享',
    key_undo: '撤销',
    key_redo: '重做',
    key_swap: '交换 A 与 B',
    key_order: '各段按时间或按处理顺序排列',
    key_theme: '跟随系统、浅色或深色主题',
    key_previous: '上一条 rollout',
    key_next: '下一条 rollout',
    key_list: '在 rollout 列表中：移动',
    key_slider: '在滑块上：一步；加 ⇧ 为十步',
    key_token: '在图上：上一个与下一个动作 token',
    key_close: '关闭对话框或菜单',
  },
)

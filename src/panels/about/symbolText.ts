/** Meanings of symbols: English comes from the glossary of `credit`, Chinese from here. */
import { useContext } from 'react'
import { SYMBOLS, type SymbolId } from '../../credit/symbols.ts'
import { LanguageContext, type LanguageId } from '../../ui/text.tsx'

/** Complete by its type: a symbol without its Chinese does not compile. */
const ZH: Readonly<Record<SymbolId, string>> = {
  advantage: '优势：动作 token 的对数概率所乘的权重',
  localAdvantage: '段内优势',
  delta: '一步时序差分误差',
  reward: 'token 上的奖励',
  turnReward: '轮的奖励',
  outcome: 'rollout 的结果（终局奖励）',
  value: '评论家对该 token 之前状态的价值',
  turnValueFirst: '轮的价值：取 `turns[].value`，否则取其首个动作 token 的价值',
  turnValueLast: '轮的价值：取其最后一个动作 token 的价值',
  bootstrap: '越过终点的前瞻值：0；被截断的 rollout 按“截断处理”',
  target: '回报，即评论家的目标；其中的优势用 λ critic 计算',
  segmentIndex: '段，按时间顺序从 1 到 S',
  sweptBefore: '向 s 传递的段：s + 1；字面顺序下为 s − 1',
  tokenIndex: '动作 token，在段内计数',
  joinedIndex: '拼接后的动作 token，从 1 到 N',
  tokenOfRollout: 'rollout 的动作 token',
  segmentTokens: '段 s 的动作 token 数',
  laterTokens: '其后各段的动作 token 总数',
  turnIndex: '轮，跨 rollout 的所有段从 1 到 K',
  turnOfToken: 'token t 所在的轮',
  turnTokens: '轮 k 的动作 token 数',
  discounted: '折扣回报',
  member: '组内的 rollout（样本单位为“段”时是一段）',
  rolloutOfGroup: '组内的 rollout',
  groupMean: '组内结果的均值',
  groupStd: '组内结果的标准差，按选项“标准差”',
  groupSize: '组的成员数',
  groupCount: '组内 rollout 数',
  group: '组：同一提示的全部 rollout',
  batchStd: '整批结果的标准差',
  batchMean: '整批结果的均值',
  batchRollouts: '整批的 rollout 数',
  tokenMean: '整批动作 token 上的均值',
  tokenCount: '整批的动作 token 数',
  lastToken: 'rollout i 的最后一个动作 token（或按选项“奖励位置”）',
  norm: 'x 相对于 X 的成员标准化；成员全部相等时为 0',
  episode: '整个回合的优势',
  step: '同一状态的各次访问之间的优势',
  stateKey: 'rollout i 第 k 轮之前的状态（state_key）',
  ratio: 'token t 的重要性比率',
  weight: '封顶前的权重：token 自己的比率，或整行的比率（level）',
  rowRatio: '整行的重要性比率，行内 token 相同',
  coefficient: '损失系数：token t 的 ∇ log π 所乘的数',
  current: '正在训练的策略（log_probs）',
  old: '更新前的策略，在训练器中（old_log_probs）',
  rollout: '采样的策略，在推理引擎中（rollout_log_probs）',
  rowTokens: '该行（段）的动作 token 数',
  chunk: '块：两次观测之间连续的动作 token',
  chunkRatio: '块的比率：对其 token 取几何平均',
  mismatch: '两个引擎在该块上的失配',
  total: '整批的损失',
  loss: '单个动作 token 的损失',
  batchSegment: '批中的段',
  rows: '批中含动作 token 的段数',
  rollouts: '批中含动作 token 的 rollout 数',
  rolloutTokens: 'rollout p 的动作 token 数',
  prompts: '批中含动作 token 的提示（组）数',
  promptTokens: '提示 q 的所有 rollout 的动作 token 数',
}

export const symbolText = (language: LanguageId, id: SymbolId): string =>
  language === 'zh' ? ZH[id] : SYMBOLS[id].meaning

export function useSymbolText(): (id: SymbolId) => string {
  const language = useContext(LanguageContext)
  return (id) => symbolText(language, id)
}

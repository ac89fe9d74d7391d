/** Words of the segments picture, shared with the credit panel and the saved picture. */
import { useMemo } from 'react'
import { count } from '../../plot/format.ts'
import type { PlotWords } from '../../plot/words.ts'
import { dictionary, useText } from '../../ui/text.tsx'
import { useIsApproximate } from '../useStore.ts'

export const words = dictionary(
  {
    title: 'Segments',
    waiting: 'No rollout is shown yet.',
    summary:
      '{segments} segments · condensed {condenses}× · outcome {outcome} · {action} of {positions} positions are action tokens',
    summaryOne:
      '1 segment · never condensed · outcome {outcome} · {action} of {positions} positions are action tokens',
    noOutcome: 'not recorded',
    segment: 'segment {n}',
    invIter: 'inv_iter {n}',
    counts: '{action} action / {all}',
    endsAt: '← ends at position {n}',
    promptTokens: 'prompt {n} tokens',
    promptShort: '{n} tokens',
    action: 'action',
    observation: 'observation',
    skeleton: 'kept skeleton',
    summaryKind: 'summary',
    prompt: 'prompt',
    mask: 'loss mask 1',
    condense: 'condense {n} ({cut})',
    boundaryDrop: 'drop',
    boundarySummary: 'summary',
    boundaryTrim: 'trim',
    boundarySubagent: 'sub-agent',
    boundaryUnknown: 'unknown',
    nothing: 'nothing handed over',
    cut: 'cut',
    carry: 'carried',
    nextOnly: 'value only',
    reward: 'reward {value}',
    rewardUnknown: 'reward ?',
    positions: 'response position (tokens)',
    actionTokens: 'action tokens',
    advantage: 'advantage',
    legendShare: 'height, shade: share of a pixel’s tokens',
    legendCut: 'cut: nothing comes in',
    legendCarry: 'B: accumulators carried',
    legendNext: 'B: look-ahead value only',
    legendReward: 'terminal reward',
    colours: 'A, B, B − A: advantage Â',
    coloursInRewards: 'A, B, B − A: advantage Â, in units of the reward',
    legendCoefficient: 'r·Â (B): loss coefficient; 0 where dropped',
    coefficient: 'Loss coefficient',
    coefficientHelp:
      'A strip with the derivative of the objective by log-prob under the ratio rule',
    coefficientNone: 'No ratio: log-probs are missing (see Ratio and loss).',
    coefficientAlt: 'Loss coefficient {c}.',
    legendBand: 'mean, band from min to max per pixel column',
    legendWindow: 'positions that the strips show',
    order: 'Row order',
    orderTime: 'Time',
    orderProcessing: 'Processing',
    orderProcessingHelp:
      'The order in which estimator B goes through the segments: inv_iter 0 first',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    reset: 'Show all',
    window: 'positions {from}–{to} of {all}',
    overview: 'Overview of the longest segment; drag to choose the visible positions',
    longest: 'longest segment',
    table: 'Numbers as table',
    figure: 'Segments of rollout {id} as strips',
    figureKeys:
      'Left and right arrow keys move the pinned token by one action token, with Shift by ten; up and down change the segment; Home and End go to the first and the last action token; plus and minus zoom around the pinned token; 0 shows all.',
    hint: 'Ctrl + wheel zooms, drag pans, Shift + drag selects, click pins a token · keys + − 0 ← → ↑ ↓',
    hintTouch: 'Pinch zooms · drag pans · tap pins a token',
    rowAlt:
      'Segment {n}, inv_iter {inv}: prompt {prompt} tokens, response {all} tokens, {action} of them action tokens. In view: A {a}, B {b}, B minus A {d}. Enters from its future: under A {inA}, under B {inB}.',
    between: 'from {low} to {high}',
    noAction: 'no action token',
    inReward: 'the terminal reward',
    inCarry: 'accumulators and value of the next segment',
    inNext: 'only the look-ahead value of the next segment',
    inCut: 'nothing',
    inNone: 'no chain',
  },
  {
    title: '段',
    waiting: '尚未显示任何 rollout。',
    summary:
      '{segments} 段 · 压缩 {condenses} 次 · 结果 {outcome} · {positions} 个位置中有 {action} 个动作 token',
    summaryOne: '1 段 · 未压缩 · 结果 {outcome} · {positions} 个位置中有 {action} 个动作 token',
    noOutcome: '未记录',
    segment: '段 {n}',
    invIter: 'inv_iter {n}',
    counts: '动作 {action} / {all}',
    endsAt: '← 止于位置 {n}',
    promptTokens: '提示 {n} token',
    promptShort: '{n} token',
    action: '动作',
    observation: '观测',
    skeleton: '保留骨架',
    summaryKind: '摘要',
    prompt: '提示',
    mask: '损失掩码 1',
    condense: '压缩 {n} ({cut})',
    boundaryDrop: '丢弃',
    boundarySummary: '摘要',
    boundaryTrim: '修剪',
    boundarySubagent: '子智能体',
    boundaryUnknown: '未知',
    nothing: '未传递任何量',
    cut: '切口',
    carry: '已传递',
    nextOnly: '仅价值',
    reward: '奖励 {value}',
    rewardUnknown: '奖励 ?',
    positions: '响应位置（token）',
    actionTokens: '动作 token',
    advantage: '优势',
    legendShare: '一个像素之内：高度与深浅为 token 占比',
    legendCut: '切口：无信用传入',
    legendCarry: 'B：累加器传递',
    legendNext: 'B：仅前瞻价值',
    legendReward: '终局奖励',
    colours: 'A、B、B − A：优势 Â',
    coloursInRewards: 'A、B、B − A：优势 Â，以奖励为单位',
    legendCoefficient: 'r·Â (B)：损失系数；被丢弃处为 0',
    coefficient: '损失系数',
    coefficientHelp: '以条带显示所选比率规则下目标函数对对数概率的导数',
    coefficientNone: '没有比率：缺少对数概率（见“比率与损失”）。',
    coefficientAlt: '损失系数 {c}。',
    legendBand: '均值；色带为每个像素列的最小值至最大值',
    legendWindow: '条带所示的位置',
    order: '行顺序',
    orderTime: '时间',
    orderProcessing: '处理顺序',
    orderProcessingHelp: '估计器 B 处理各段的顺序：inv_iter 0 在前',
    zoomIn: '放大',
    zoomOut: '缩小',
    reset: '显示全部',
    window: '位置 {from}–{to}，共 {all}',
    overview: '最长段的概览；拖动以选择可见位置',
    longest: '最长段',
    table: '以表格显示数值',
    figure: 'rollout {id} 各段的条带图',
    figureKeys:
      '左右方向键将选定的 token 移动一个动作 token，按住 Shift 移动十个；上下方向键切换段；Home 与 End 跳到首个和末个动作 token；加减号以选定的 token 为中心缩放；0 显示全部。',
    hint: 'Ctrl + 滚轮缩放，拖动平移，Shift + 拖动框选，单击选定 token · 按键 + − 0 ← → ↑ ↓',
    hintTouch: '双指缩放 · 拖动平移 · 轻触选定 token',
    rowAlt:
      '段 {n}，inv_iter {inv}：提示 {prompt} token，响应 {all} token，其中动作 token {action} 个。可见范围内：A {a}，B {b}，B 减 A {d}。来自未来的输入：A 为{inA}，B 为{inB}。',
    between: '从 {low} 到 {high}',
    noAction: '没有动作 token',
    inReward: '终局奖励',
    inCarry: '下一段的累加器与价值',
    inNext: '仅下一段的前瞻价值',
    inCut: '无',
    inNone: '无链',
  },
)

export type SegmentsText = (
  key: keyof (typeof words)['en'],
  values?: Readonly<Record<string, string | number>>,
) => string

/** A number of tokens, with ≈ where they were estimated from text. */
export const tokenCount = (n: number, approximate: boolean): string =>
  `${approximate ? '≈' : ''}${count(n)}`

export function plotWords(t: SegmentsText, approximate = false): PlotWords {
  const tokens = (n: number): string => tokenCount(n, approximate)
  return {
    tokens,
    segment: (n) => t('segment', { n }),
    invIter: (n) => t('invIter', { n }),
    counts: (action, all) => t('counts', { action: tokens(action), all: tokens(all) }),
    endsAt: (n) => t('endsAt', { n: tokens(n) }),
    prompt: (n) => t('promptTokens', { n: tokens(n) }),
    promptShort: (n) => t('promptShort', { n: tokens(n) }),
    kinds: {
      action: t('action'),
      observation: t('observation'),
      skeleton: t('skeleton'),
      summary: t('summaryKind'),
      prompt: t('prompt'),
    },
    mask: t('mask'),
    condense: (n) => t('condense', { n, cut: `${n - 1}|${n}` }),
    condenseShort: (n) => `${n - 1}|${n}`,
    boundaries: {
      drop: t('boundaryDrop'),
      summary: t('boundarySummary'),
      trim: t('boundaryTrim'),
      subagent: t('boundarySubagent'),
      unknown: t('boundaryUnknown'),
    },
    nothing: t('nothing'),
    cut: t('cut'),
    carry: t('carry'),
    nextOnly: t('nextOnly'),
    reward: (value) => t('reward', { value }),
    rewardUnknown: t('rewardUnknown'),
    positions: t('positions'),
    actionTokens: t('actionTokens'),
    advantage: t('advantage'),
    legendCoefficient: t('legendCoefficient'),
    legendShare: t('legendShare'),
    legendCut: t('legendCut'),
    legendCarry: t('legendCarry'),
    legendNext: t('legendNext'),
    legendReward: t('legendReward'),
    colours: t('colours'),
    coloursInRewards: t('coloursInRewards'),
    legendBand: t('legendBand'),
    legendWindow: t('legendWindow'),
  }
}

/** Dictionary and plot words in the page's language, stable until it changes. */
export function useSegmentsWords(): {
  readonly t: SegmentsText
  readonly plot: PlotWords
  /** Writes a number of tokens. */
  readonly tokens: (n: number) => string
} {
  const t = useText(words)
  const approximate = useIsApproximate()
  // A new `t` comes with every render; its answers change only with the language.
  const language = t('title')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `language` stands for `t`
  return useMemo(
    () => ({
      t,
      plot: plotWords(t, approximate),
      tokens: (n: number) => tokenCount(n, approximate),
    }),
    [language, approximate],
  )
}

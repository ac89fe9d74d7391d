import { percent } from '../../plot/format.ts'
import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    title: 'Advantage along the rollout',
    titleNote: 'action tokens only',
    waiting: 'No rollout is shown yet.',
    empty: 'This rollout has no action token, so no advantage is defined.',
    chart:
      'Advantage against action tokens, {tokens} of them. A ({nameA}) runs from {lowA} to {highA}, B ({nameB}) from {lowB} to {highB}. Under A {reachA}, under B {reachB}. Left and right arrow keys move the pinned token.',
    reachTitle: 'How far the terminal reward reaches',
    reachNote: '∂A/∂R per action token, mean by segment',
    reachAlt: 'Mean ∂A/∂R by segment. A: {a}. B: {b}.',
    reachSegment: 'segment {n} {value}',
    reachesAll: 'reward reaches every action token',
    reachesNone: 'reward reaches no action token',
    reaches: 'reward reaches {share} of action tokens',
    reachesAbove: '{reaches} ({share} with |∂A/∂R| ≥ 0.01)',
    save: 'Save picture',
    saveSvg: 'SVG (vector)',
    savePng: 'PNG (2×)',
    saveFailed: 'The picture could not be saved: {reason}',
    figureTitle: 'Rollout {id}: advantage under A and B',
    figureSubtitle:
      'A {nameA} · B {nameB} · γ {gamma} · λ {lambda} · λ critic {critic} · outcome {outcome}',
    figureAlt: '{segments} segments, {tokens} action tokens. Under A {reachA}; under B {reachB}.',
    partial: 'rows {first}–{end} of {all}; the saved picture holds the first rows only',
    tooltip: 'segment {segment} · action token {action}',
    perSegment: 'per-segment GAE',
    crossSegment: 'cross-segment GAE',
    concat: 'concat GAE',
    compaction: 'CompactionRL GAE',
    grpo: 'GRPO',
  },
  {
    title: '沿 rollout 的优势',
    titleNote: '仅动作 token',
    waiting: '尚未显示任何 rollout。',
    empty: '该 rollout 没有动作 token，因此没有定义优势。',
    chart:
      '优势随动作 token（共 {tokens} 个）的变化。A（{nameA}）从 {lowA} 到 {highA}，B（{nameB}）从 {lowB} 到 {highB}。A 下{reachA}，B 下{reachB}。左右方向键移动选定的 token。',
    reachTitle: '终局奖励带来的部分',
    reachNote: '每个动作 token 的 ∂A/∂R，按段取均值',
    reachAlt: '各段 ∂A/∂R 均值。A：{a}。B：{b}。',
    reachSegment: '段 {n} {value}',
    reachesAll: '奖励到达全部动作 token',
    reachesNone: '奖励未到达任何动作 token',
    reaches: '奖励到达 {share} 的动作 token',
    reachesAbove: '{reaches}（其中 |∂A/∂R| ≥ 0.01 的占 {share}）',
    save: '保存图片',
    saveSvg: 'SVG（矢量）',
    savePng: 'PNG（2×）',
    saveFailed: '无法保存图片：{reason}',
    figureTitle: 'Rollout {id}：A 与 B 下的优势',
    figureSubtitle:
      'A {nameA} · B {nameB} · γ {gamma} · λ {lambda} · λ critic {critic} · 结果 {outcome}',
    figureAlt: '{segments} 段，{tokens} 个动作 token。A 下{reachA}；B 下{reachB}。',
    partial: '第 {first}–{end} 行，共 {all} 行；保存的图片只含最前面的行',
    tooltip: '段 {segment} · 动作 token {action}',
    perSegment: '逐段 GAE',
    crossSegment: '跨段 GAE',
    concat: '拼接 GAE',
    compaction: 'CompactionRL GAE',
    grpo: 'GRPO',
  },
)

export type CreditText = (
  key: keyof (typeof words)['en'],
  values?: Readonly<Record<string, string | number>>,
) => string

const NAMES = {
  'per-segment-gae': 'perSegment',
  'cross-segment-gae': 'crossSegment',
  'concat-gae': 'concat',
  'compaction-gae': 'compaction',
  grpo: 'grpo',
} as const

/** Name for a sentence; an estimator without one goes by its public id. */
export const estimatorName = (id: string, t: CreditText): string =>
  id in NAMES ? t(NAMES[id as keyof typeof NAMES]) : id

export function reachText(share: number, t: CreditText): string {
  if (share === 0) return t('reachesNone')
  if (share === 1) return t('reachesAll')
  return t('reaches', { share: percent(share) })
}

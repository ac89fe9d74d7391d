import { percent } from '../../plot/format.ts'
import { dictionary } from '../../ui/text.tsx'
import type { Frame } from '../../worker/api.ts'

export const words = dictionary(
  {
    title: 'Advantage along the rollout',
    titleNote: 'action tokens only',
    waiting: 'No rollout is shown yet.',
    empty: 'This rollout has no action token, so no advantage is defined.',
    chart:
      'Advantage against action tokens, {tokens} of them. A ({nameA}) runs from {lowA} to {highA}, B ({nameB}) from {lowB} to {highB}. {reach}',
    keys: 'Left and right arrow keys move the pinned token by one action token, with Shift by ten; up and down go to the segment before and after.',
    reachTitle: 'How far the terminal reward reaches',
    reachNote: '∂A/∂R per action token, mean by segment',
    reachAlt: 'Mean ∂A/∂R by segment. A: {a}. B: {b}.',
    reachSegment: 'segment {n} {value}',
    reachRange: 'from {low} to {high}',
    reachesAll: 'reward reaches every action token',
    reachesNone: 'reward reaches no action token',
    reaches: 'reward reaches {share} of action tokens',
    reachesAbove: '{reaches} ({share} with |∂A/∂R| ≥ 0.01)',
    save: 'Save picture',
    saveFailed: 'The picture could not be saved: {reason}',
    reachBoth: 'Under A {a}; under B {b}.',
    tooltip: 'segment {segment} · action token {action}',
  },
  {
    title: '沿 rollout 的优势',
    titleNote: '仅动作 token',
    waiting: '尚未显示任何 rollout。',
    empty: '该 rollout 没有动作 token，因此没有定义优势。',
    chart:
      '优势随动作 token（共 {tokens} 个）的变化。A（{nameA}）从 {lowA} 到 {highA}，B（{nameB}）从 {lowB} 到 {highB}。{reach}',
    keys: '左右方向键将选定的 token 移动一个动作 token，按住 Shift 移动十个；上下方向键切换到前一段或后一段。',
    reachTitle: '终局奖励带来的部分',
    reachNote: '每个动作 token 的 ∂A/∂R，按段取均值',
    reachAlt: '各段 ∂A/∂R 均值。A：{a}。B：{b}。',
    reachSegment: '段 {n} {value}',
    reachRange: '从 {low} 到 {high}',
    reachesAll: '奖励到达全部动作 token',
    reachesNone: '奖励未到达任何动作 token',
    reaches: '奖励到达 {share} 的动作 token',
    reachesAbove: '{reaches}（其中 |∂A/∂R| ≥ 0.01 的占 {share}）',
    save: '保存图片',
    saveFailed: '无法保存图片：{reason}',
    reachBoth: 'A 下{a}；B 下{b}。',
    tooltip: '段 {segment} · 动作 token {action}',
  },
)

export type CreditText = (
  key: keyof (typeof words)['en'],
  values?: Readonly<Record<string, string | number>>,
) => string

/** Undefined where no outcome is known: then there is no reward that could reach anything. */
export function reachText(frame: Frame, share: number, t: CreditText): string | undefined {
  if (frame.detail.outcome === undefined) return undefined
  if (share === 0) return t('reachesNone')
  if (share === 1) return t('reachesAll')
  return t('reaches', { share: percent(share) })
}

/** The same of both slots as a sentence; empty where no outcome is known. */
export function reachSentence(frame: Frame, t: CreditText): string {
  const a = reachText(frame, frame.reachA.share, t)
  const b = reachText(frame, frame.reachB.share, t)
  return a === undefined || b === undefined ? '' : t('reachBoth', { a, b })
}

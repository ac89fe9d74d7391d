import { estimatorOf } from '../../credit/registry.ts'
import { seriesRange } from '../../plot/strips.ts'
import { formatShare } from '../../ui/format.ts'
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
    reachNote: '∂Â/∂R per action token, mean by segment',
    reachAlt: 'Mean ∂Â/∂R by segment. A: {a}. B: {b}.',
    reachSegment: 'segment {n} {value}',
    reachRange: 'from {low} to {high}',
    reachesAll: '≥ 1% of the reward reaches every action token',
    reachesNone: 'reward reaches no action token',
    reachesLittle: '< 1% of the reward reaches any action token',
    divided: '∂Â/∂R {is}: Â is divided by its group’s spread',
    noSpread: 'Â = 0: its group has no spread',
    reaches: '≥ 1% of the reward reaches {share} of action tokens',
    reachesAtAll: '{reaches} ({share} with ∂Â/∂R ≠ 0)',
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
    reachTitle: '终局奖励能到达多远',
    reachNote: '每个动作 token 的 ∂Â/∂R，按段取均值',
    reachAlt: '各段 ∂Â/∂R 均值。A：{a}。B：{b}。',
    reachSegment: '段 {n} {value}',
    reachRange: '从 {low} 到 {high}',
    reachesAll: '奖励的 ≥ 1% 到达全部动作 token',
    reachesNone: '奖励未到达任何动作 token',
    reachesLittle: '到达各动作 token 的奖励均 < 1%',
    divided: '∂Â/∂R {is}：Â 已除以组内离散度',
    noSpread: 'Â = 0：组内没有差异',
    reaches: '奖励的 ≥ 1% 到达 {share} 的动作 token',
    reachesAtAll: '{reaches}（∂Â/∂R ≠ 0 的占 {share}）',
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

/**
 * How many action tokens |∂Â/∂R| ≥ 0.01 holds of. Undefined where no outcome is known: then there is no reward
 * that could reach anything.
 */
export function reachText(
  { detail, request, curve, ...reaches }: Frame,
  slot: 'a' | 'b',
  t: CreditText,
): string | undefined {
  if (detail.outcome === undefined) return undefined
  const { share, shareAbove1Percent: above } = slot === 'a' ? reaches.reachA : reaches.reachB
  if (above === 0) {
    const none = share === 0
    if (estimatorOf(request.settings[slot].estimator)?.family !== 'baseline')
      return t(none ? 'reachesNone' : 'reachesLittle')
    // Only a spread that moves with the outcome undoes its change.
    const [low = 0, high = 0] = seriesRange(curve[slot]) ?? []
    if (low === 0 && high === 0) return t('noSpread')
    return t('divided', { is: none ? '= 0' : '< 0.01' })
  }
  return above === 1 ? t('reachesAll') : t('reaches', { share: formatShare(above) })
}

/** The same of both slots as a sentence; empty where no outcome is known. */
export function reachSentence(frame: Frame, t: CreditText): string {
  const a = reachText(frame, 'a', t)
  const b = reachText(frame, 'b', t)
  return a === undefined || b === undefined ? '' : t('reachBoth', { a, b })
}

/** At the lower edge of a picture that scrolls by itself: how many segments are further down, and the way there. */
import type { RefObject } from 'react'
import { count } from '../../plot/format.ts'
import { rowTop, type SegmentsLayout } from '../../plot/rows.ts'
import { dictionary, useText } from '../../ui/text.tsx'
import type { Frame } from '../../worker/api.ts'
import './more.css'

const words = dictionary(
  {
    one: '↓ 1 more segment',
    several: '↓ {n} more segments',
    oneReward: '↓ 1 more segment, with the terminal reward',
    severalReward: '↓ {n} more segments, with the terminal reward',
  },
  {
    one: '↓ 还有 1 段',
    several: '↓ 还有 {n} 段',
    oneReward: '↓ 还有 1 段，含终局奖励',
    severalReward: '↓ 还有 {n} 段，含终局奖励',
  },
)

interface MoreBelowProps {
  readonly frame: Frame
  readonly layout: SegmentsLayout
  readonly scroller: RefObject<HTMLElement | null>
  /** Lower edge of what is in sight, in pixels of the picture. */
  readonly edge: number
}

export function MoreBelow({ frame, layout, scroller, edge }: MoreBelowProps) {
  const t = useText(words)
  const { rewardAtA, rewardAtB } = frame.detail
  const below = layout.order.filter(
    (_, display) => rowTop(layout, display) + layout.row.height > edge + 1,
  )
  if (below.length === 0) return null
  const hasReward = [...rewardAtA, ...rewardAtB].some(({ segment }) => below.includes(segment))
  const key = below.length === 1 ? 'one' : 'several'
  return (
    <div className="seg-more">
      <button
        type="button"
        className="button small"
        onClick={() => {
          if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
        }}
      >
        {t(hasReward ? `${key}Reward` : key, { n: count(below.length) })}
      </button>
    </div>
  )
}

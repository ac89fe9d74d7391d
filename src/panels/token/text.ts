import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    title: 'Token',
    pointer: 'under the pointer',
    pinned: 'pinned',
    empty: 'Point at a token in the picture, or focus the picture and use ← and →.',
    unpin: 'Unpin',
  },
  {
    title: 'Token',
    pointer: '指针所在',
    pinned: '已固定',
    empty: '把指针移到图中的 token 上，或聚焦图后用 ← 与 → 移动。',
    unpin: '取消固定',
  },
)

import { dictionary } from '../../ui/text.tsx'

export const tableWords = dictionary(
  {
    tableCaption: 'Credit by whole segment, whatever part of it is in view',
    columnSegment: 'segment',
    columnTokens: 'tokens',
    columnAction: 'action tokens',
    columnReach: 'mean ∂Â/∂R',
    columnRange: 'advantage, min to max',
    columnBoundary: 'B hands over at the cut after it',
    rangeCell: '{low} … {high}',
  },
  {
    tableCaption: '按整段统计的信用，与当前可见部分无关',
    columnSegment: '段',
    columnTokens: 'token',
    columnAction: '动作 token',
    columnReach: '∂Â/∂R 均值',
    columnRange: '优势，最小至最大',
    columnBoundary: 'B 在其后切口处传递的量',
    rangeCell: '{low} … {high}',
  },
)

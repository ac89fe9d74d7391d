import { rowTop, type SegmentsLayout } from '../../plot/rows.ts'
import { promptBoxes } from '../../plot/segmentMarks.ts'
import type { SegmentView } from '../../worker/api.ts'
import { type SegmentsText, useSegmentsWords } from './text.ts'

/** Boxes over the prompt parts of one row, whose tooltips say what stands there. */
export function PromptTitles(props: {
  readonly segment: SegmentView
  readonly display: number
  readonly layout: SegmentsLayout
  readonly t: SegmentsText
}) {
  const { segment, display, layout, t } = props
  const { tokens } = useSegmentsWords()
  const { y, height } = layout.row.kind
  return promptBoxes(segment, layout.axis).boxes.map((box, i) => {
    const part = segment.promptParts[i]
    const title = t('promptTitle', {
      label: part?.label ?? t('promptUnlabelled'),
      n: tokens(part?.length ?? segment.promptLength),
      all: tokens(segment.promptLength),
    })
    return (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
        key={i}
        className="seg-prompt"
        title={part?.text === undefined ? title : `${title}\n\n${part.text}`}
        style={{
          left: box.x0,
          width: Math.max(1, box.x1 - box.x0),
          top: rowTop(layout, display) + y,
          height,
        }}
      />
    )
  })
}

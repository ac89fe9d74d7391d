/** Boxes over the prompt parts of the rows in sight, whose tooltips say what stands there. */
import { cutLabel } from '../../formats/cut-labels.ts'
import { rowTop, type SegmentsLayout } from '../../plot/rows.ts'
import { promptBoxes } from '../../plot/segmentMarks.ts'
import { useText } from '../../ui/text.tsx'
import type { RolloutDetail, SegmentView } from '../../worker/api.ts'
import { type PromptWord, words } from './promptText.ts'
import { useSegmentsWords } from './text.ts'

export interface PromptTitlesProps {
  readonly detail: RolloutDetail
  readonly layout: SegmentsLayout
  /** Display rows [first, end). */
  readonly first: number
  readonly end: number
}

export function PromptTitles({ detail, layout, first, end }: PromptTitlesProps) {
  return layout.order
    .slice(first, end)
    .map((segment, i) => (
      <RowTitles
        key={segment}
        segment={detail.segments[segment]!}
        top={rowTop(layout, first + i)}
        layout={layout}
      />
    ))
}

const LABELS: ReadonlyMap<string, PromptWord> = new Map([
  ['prompt', 'promptUnlabelled'],
  [cutLabel('drop'), 'cutDrop'],
  [cutLabel('rewrite'), 'cutRewrite'],
  [cutLabel('retokenisation'), 'cutRetokenisation'],
])

/** A label of ours in the page's language; one of the file's as it is. */
function titleOf(label: string, t: (key: PromptWord) => string): string {
  const word = LABELS.get(label)
  return word ? t(word) : label
}

interface RowTitlesProps {
  readonly segment: SegmentView
  readonly top: number
  readonly layout: SegmentsLayout
}

function RowTitles({ segment, top, layout }: RowTitlesProps) {
  const t = useText(words)
  const { tokens } = useSegmentsWords()
  const { y, height } = layout.row.kind
  return promptBoxes(segment, layout.axis).boxes.map((box, i) => {
    const part = segment.promptParts[i]
    const title = t('promptTitle', {
      label: titleOf(part?.label ?? 'prompt', t),
      n: tokens(part?.length ?? segment.promptLength),
      all: tokens(segment.promptLength),
    })
    return (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
        key={i}
        className="seg-prompt"
        title={part?.text === undefined ? title : `${title}\n\n${part.text}`}
        style={{ left: box.x0, width: Math.max(1, box.x1 - box.x0), top: top + y, height }}
      />
    )
  })
}

/** How the prefix rule's reason for a cut stands in a trace. */

/** `drop`: earlier context is gone; `rewrite`: other content stands in its place. */
export type CutReason = 'drop' | 'rewrite' | 'retokenisation'

const CUT_LABELS: Readonly<Record<CutReason, string>> = {
  drop: 'prompt after dropped context',
  rewrite: 'prompt with rewritten context',
  retokenisation: 'prompt encoded anew',
}

/** Why a segment starts, as the label of its prompt. */
export const cutLabel = (reason: CutReason): string => CUT_LABELS[reason]

/** Whether a prompt's label says that the prefix rule started its segment. */
export const isCutLabel = (label: string): boolean => Object.values(CUT_LABELS).includes(label)

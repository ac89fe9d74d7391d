/**
 * What a sample shows when a person chooses it: each makes one point, and its estimators belong to it.
 * A link says everything that is not DEFAULT_DOCUMENT, so it never depends on this list.
 */
import type { Slot } from '../worker/api.ts'
import { DEFAULT_A, DEFAULT_B, type DocumentState } from './document.ts'
import { same } from './properties.ts'

export interface SampleStart {
  readonly a: Slot
  readonly b: Slot
  /** Undefined = the first. */
  readonly rollout: string | undefined
}

const DEFAULT_START: SampleStart = { a: DEFAULT_A, b: DEFAULT_B, rollout: undefined }

export const SAMPLE_STARTS: Readonly<Record<string, SampleStart>> = {
  search: DEFAULT_START,
  // One group and nothing condensed: the group baseline is the point.
  bug: { a: DEFAULT_A, b: { estimator: 'grpo', options: {} }, rollout: undefined },
  // States come back and one rollout was cut in three: step credit beside one number per rollout.
  shop: {
    a: { estimator: 'grpo', options: {} },
    b: { estimator: 'gigpo', options: {} },
    rollout: 'kettle-1',
  },
  // Four segments and outcome 1, in a group with other outcomes: the first one has a single segment.
  batch: { ...DEFAULT_START, rollout: 'g2-r6' },
}

export const startOf = (sample: string): SampleStart =>
  Object.hasOwn(SAMPLE_STARTS, sample) ? SAMPLE_STARTS[sample] : DEFAULT_START

/** Whether the document still has the estimators that its sample came with. */
export function hasStartEstimators({
  source,
  a,
  b,
}: Pick<DocumentState, 'source' | 'a' | 'b'>): boolean {
  if (source.kind !== 'sample') return false
  const start = startOf(source.id)
  return same(a, start.a) && same(b, start.b)
}

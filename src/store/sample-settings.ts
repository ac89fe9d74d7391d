/** The settings that the sentence of a sample speaks of. */
import { DEFAULT_DOCUMENT, type DocumentState } from './document.ts'
import { same } from './properties.ts'
import { startOf } from './sample-starts.ts'

const SAID = ['a', 'b', 'gamma', 'lambda', 'lambdaCritic', 'values', 'outcomes'] as const

type Said = Pick<DocumentState, (typeof SAID)[number]>

const isSame = (one: Said, other: Said): boolean => SAID.every((key) => same(one[key], other[key]))

/** Whether the first sample is open, as a first visit finds it. */
export const isFirstAsStarted = (document: DocumentState): boolean =>
  same(document.source, DEFAULT_DOCUMENT.source) && isSame(document, DEFAULT_DOCUMENT)

export function sampleSettings(sample: string): Said {
  const { a, b } = startOf(sample)
  const { gamma, lambda, lambdaCritic, values, outcomes } = DEFAULT_DOCUMENT
  return { a, b, gamma, lambda, lambdaCritic, values, outcomes }
}

/** Whether a document of this sample has its settings. */
export const isAsStarted = (document: DocumentState, sample: string): boolean =>
  isSame(document, sampleSettings(sample))

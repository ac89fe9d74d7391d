/** Words for the bundled samples; a sample without words here shows its id. */

import { SAMPLES } from '../../simulate/samples.ts'
import type { TraceSource } from '../../store/document.ts'
import { words } from './text.ts'

type Key = keyof typeof words.en

const isKey = (text: string): text is Key => text in words.en

export interface SampleWords {
  readonly id: string
  readonly label: string
  readonly detail: string | undefined
}

export function sampleWords(t: (key: Key) => string): readonly SampleWords[] {
  return SAMPLES.map(({ id }) => {
    const label = `sample_${id}`
    const detail = `sample_${id}_detail`
    return {
      id,
      label: isKey(label) ? t(label) : id,
      detail: isKey(detail) ? t(detail) : undefined,
    }
  })
}

/** What is open, in words. */
export function sourceLabel(source: TraceSource, t: (key: Key) => string): string {
  switch (source.kind) {
    case 'sample':
      return sampleWords(t).find((sample) => sample.id === source.id)?.label ?? source.id
    case 'file':
      return source.name
    case 'payload':
      return t('fromLink')
  }
}

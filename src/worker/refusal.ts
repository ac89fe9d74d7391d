/** Refusals for faults that are no fault of the file's content: a crashed reader, a bad link payload. */
import type { Refusal } from '../trace/diagnostics.ts'
import type { OpenSource } from './api.ts'

const named = (
  source: OpenSource,
): readonly { readonly name: string; readonly bytes: number }[] => {
  switch (source.kind) {
    case 'files':
      return source.inputs.map(({ name, data }) => ({ name, bytes: data.size }))
    case 'sample':
      return [{ name: source.id, bytes: 0 }]
    case 'payload':
      return [{ name: 'link', bytes: source.payload.length }]
  }
}

/** One refusal per input, all with the same sentence. */
export function refuse(source: OpenSource, code: string, message: string): readonly Refusal[] {
  return named(source).map(({ name, bytes }) => ({
    file: name,
    bytes,
    guess: source.kind === 'files' ? 'unknown' : source.kind,
    diagnostics: [{ code, severity: 'error', file: name, message }],
  }))
}

/** The reader or the session threw or died; the usual cause is memory. */
export function readingFailed(source: OpenSource, reason: unknown): readonly Refusal[] {
  const detail = reason instanceof Error ? reason.message : String(reason)
  return refuse(
    source,
    'reader-failed',
    `Reading stopped before the end: ${detail} If the file is large, close other tabs or open a part of it.`,
  )
}

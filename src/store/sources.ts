/** Where traces come from: telling sources apart and naming them. Pure. */
import { clipMiddle } from '../trace/clip.ts'
import type { OpenInput } from '../worker/api.ts'
import type { TraceSource } from './document.ts'
import { same } from './properties.ts'

/** Two files of the same name are two sources; samples, whatever they stand for, and payloads are what they say. */
export const isSameSource = (x: TraceSource, y: TraceSource): boolean =>
  x.kind === 'sample'
    ? y.kind === 'sample' && x.id === y.id
    : x === y || (x.kind === 'payload' && same(x, y))

/** For messages. */
export function sourceName(source: TraceSource): string {
  switch (source.kind) {
    case 'sample':
      return clipMiddle(source.id)
    case 'file':
      return clipMiddle(source.name)
    case 'payload':
      return 'link'
  }
}

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** Files that are opened together are one source, named after the first. */
export function fileSource(inputs: readonly OpenInput[]): TraceSource {
  const more = inputs.length > 1 ? ` + ${inputs.length - 1}` : ''
  return { kind: 'file', name: baseName(inputs[0].name) + more }
}

/** What `fileSource` put together: the first file's name, and how many more there are (0: one file). */
export function filesOfName(name: string): { readonly first: string; readonly more: number } {
  const [, first = name, more = 0] = /^(.*) \+ (\d+)$/.exec(name) ?? []
  return { first, more: Number(more) }
}

/** Whether these files are, by their names, those that a link was made from. */
export const isNamed = (inputs: readonly OpenInput[], expected: string): boolean =>
  inputs.some(({ name }) => baseName(name) === expected) ||
  (inputs.length > 0 && same(fileSource(inputs), { kind: 'file', name: expected }))

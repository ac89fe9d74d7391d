/** A link to a file waits for it: behind a sample that stands in for it, or beside the trace that is open. Pure. */
import { DEFAULT_DOCUMENT, type DocumentState } from './document.ts'
import type { SegueState } from './store.ts'

/**
 * A sample with the link's settings; what the link says of its own trace is kept with the file's name.
 * A document that names no file is given back.
 */
export function standInFor(
  link: DocumentState,
  sample: string = DEFAULT_DOCUMENT.source.id,
): DocumentState {
  const { source, values, outcomes, step, rollout, range, token } = link
  if (source.kind !== 'file') return link
  return {
    ...link,
    source: {
      kind: 'sample',
      id: sample,
      standsFor: { source, values, outcomes, step, rollout, range, token },
    },
    outcomes: DEFAULT_DOCUMENT.outcomes,
    step: undefined,
    rollout: undefined,
    range: undefined,
    token: undefined,
  }
}

/** The link behind a stand-in, with the settings that were changed since; undefined: the document is none. */
export const linkBehind = (document: DocumentState): DocumentState | undefined => {
  const { source } = document
  return source.kind === 'sample' && source.standsFor
    ? { ...document, ...source.standsFor }
    : undefined
}

/** The link that waits for its file. */
export const awaitedIn = ({
  document,
  tasks,
}: Pick<SegueState, 'document' | 'tasks'>): DocumentState | undefined =>
  linkBehind(document) ??
  tasks.notices.find((notice) => notice.kind === 'link-needs-file')?.document

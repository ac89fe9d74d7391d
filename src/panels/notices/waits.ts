import type { Notice } from '../../store/store.ts'

type Awaited = Extract<Notice, { kind: 'link-needs-file' }>

/** A link waits for its file: said at the picture, which is not the link's, and not above the page. */
export const waits = (notice: Notice): notice is Awaited => notice.kind === 'link-needs-file'

/** Neither this nor a stopped worker, which have places of their own, stands above the page. */
export type LineNotice = Exclude<Notice, { kind: 'link-needs-file' | 'worker-failed' }>

export const isLine = (notice: Notice): notice is LineNotice =>
  notice.kind !== 'worker-failed' && !waits(notice)

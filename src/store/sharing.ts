/** Links and share files for the present state. */
import type { PayloadOptions, SharePayload } from '../worker/share.ts'
import type { Context } from './context.ts'
import type { DocumentState, TraceSource } from './document.ts'
import { FIRST_LINK, isFirst, type LinkCodec } from './links.ts'
import type { Actions } from './store.ts'

/** Longest link that carries a trace, in characters of the whole address; above it a file is offered. */
export const LINK_LIMIT = 8000

export interface Sharing extends Pick<Actions, 'shareLink' | 'shareFile' | 'exportRows'> {
  /** Brings `tasks.link` up to date. */
  refresh(): void
  /** Asks the worker once for the structure of a trace that came from a file, so that the address bar carries it. */
  carryTrace(): void
}

export function createSharing(context: Context): Sharing {
  const { client, environment, get, setTasks } = context
  /** Structure of a trace, and the source it belongs to. */
  let carried: { readonly source: TraceSource; readonly payload: string | undefined } | undefined

  const { links } = environment
  const addressIn = ({ encodeLink }: LinkCodec) => {
    return (document: DocumentState, payload?: string): string =>
      environment.base + encodeLink(document, payload)
  }

  /** The payload, if there is room for it beside the rest of the link. */
  const fetchPayload = async (
    document: DocumentState,
    options: PayloadOptions,
  ): Promise<SharePayload> => {
    const address = addressIn(await links.fetch())
    return client.payload(options, LINK_LIMIT - address(document, '').length)
  }

  const linkIn = (codec: LinkCodec): string => {
    const { document } = get()
    const address = addressIn(codec)
    const payload = carried?.source === document.source ? carried.payload : undefined
    const short = address(document, payload)
    return short.length <= LINK_LIMIT ? short : address(document)
  }

  const sharing: Sharing = {
    refresh: () => {
      const codec = links.here()
      if (!codec && !isFirst(get().document)) {
        links.fetch().then(sharing.refresh, context.report('link'))
        return
      }
      const link = codec ? linkIn(codec) : environment.base + FIRST_LINK
      if (link !== get().tasks.link) setTasks({ link })
    },
    carryTrace: () => {
      const { document, tasks } = get()
      const { source } = document
      if (source.kind !== 'file' || carried?.source === source) return
      // The link is one to the whole.
      if (tasks.opening?.begun !== undefined) return
      carried = { source, payload: undefined }
      fetchPayload(document, { texts: false }).then(({ payload }) => {
        if (carried?.source !== source) return
        carried = { source, payload }
        sharing.refresh()
      }, context.report('link'))
    },
    shareLink: async (options) => {
      const address = addressIn(await links.fetch())
      const { document } = get()
      const whole = (url: string, carriesTrace: boolean, numbers: boolean) => ({
        url,
        characters: url.length,
        carriesTrace,
        numbers,
      })
      if (document.source.kind === 'sample') return whole(address(document), true, true)
      const { payload, numbers } = await fetchPayload(document, options)
      if (payload !== undefined) return whole(address(document, payload), true, numbers)
      // A trace that came in a link can at least go out in it again.
      const carries = document.source.kind === 'payload'
      return whole(address(document), carries, carries && numbers)
    },
    shareFile: async (options) => {
      const { encodeLink } = await links.fetch()
      const { document, data } = get()
      const rows = await client.shareRows({ ...options, lines: false })
      const { approximate = false, maskDerived = false } = data.summary ?? {}
      const fields = { segue: 1, document: encodeLink(document), approximate, maskDerived }
      const head = `${JSON.stringify(fields).slice(0, -1)},"rows":`
      const blob = new Blob([head, rows, '}\n'], { type: 'application/json' })
      return { name: `${fileStem(document.source)}.segue.json`, blob }
    },
    exportRows: async () => {
      const { step } = get().document
      const blob = await client.shareRows({ texts: true, lines: true, step })
      return { name: `${fileStem(get().document.source)}-rows.jsonl`, blob }
    },
  }
  return sharing
}

/** Name of the trace as the beginning of a download's name. */
export function fileStem(source: TraceSource): string {
  switch (source.kind) {
    case 'sample':
      return source.id
    case 'payload':
      return 'linked-trace'
    case 'file':
      return source.name.replace(/(?:\.segue)?\.\w{1,12}$/, '').replace(/[^\p{L}\p{N}._-]+/gu, '-')
  }
}

/** The link of the present state. */
import type { Context } from './context.ts'
import type { TraceSource } from './document.ts'
import { FIRST_LINK, isFirst, LINK_LIMIT, type LinkCodec } from './links.ts'

/** Between two tries to load what writes links. */
const RETRY_MS = 3000

const leaving = () => import('./leaving.ts')

export interface Sharing {
  /** Brings `tasks.link` up to date. */
  refresh(): void
  /** Asks the worker once for the structure of a trace that came from a file, so that the address bar carries it. */
  carryTrace(): void
}

export function createSharing(context: Context): Sharing {
  const { environment, get, setTasks } = context
  /** Structure of a trace, and the source it belongs to. */
  let carried: { readonly source: TraceSource; readonly payload: string | undefined } | undefined

  const { links } = environment
  let stopRetry: (() => void) | undefined

  const linkIn = (codec: LinkCodec): string => {
    const { document } = get()
    const address = (payload?: string): string =>
      environment.base + codec.encodeLink(document, payload)
    const payload = carried?.source === document.source ? carried.payload : undefined
    const short = address(payload)
    return short.length <= LINK_LIMIT ? short : address()
  }

  const sharing: Sharing = {
    refresh: () => {
      const codec = links.here()
      if (!codec && !isFirst(get().document)) {
        stopRetry?.()
        links.fetch().then(
          () => {
            context.dismiss('link-not-computed')
            sharing.refresh()
          },
          (reason) => {
            // Once: the retries speak only when they succeed.
            if (!stopRetry) context.report('link')(reason)
            stopRetry = environment.after(RETRY_MS, sharing.refresh)
          },
        )
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
      const carrying = async () => {
        const { fetchPayload } = await leaving()
        const { payload } = await fetchPayload(context, document, { texts: false })
        if (carried?.source !== source) return
        carried = { source, payload }
        sharing.refresh()
      }
      carrying().catch(context.report('link'))
    },
  }
  return sharing
}

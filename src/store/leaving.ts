/** What leaves the page: links that carry a trace, share files, exports. */
import type { PayloadOptions, SharePayload } from '../worker/share.ts'
import type { Context } from './context.ts'
import type { DocumentState, TraceSource } from './document.ts'
import { settingsOf } from './fit.ts'
import { LINK_LIMIT } from './links.ts'
import { filesOfName } from './sources.ts'
import type { Actions, SavedFile } from './store.ts'

type Address = (document: DocumentState, payload?: string) => string

async function addressing({ environment }: Context): Promise<Address> {
  const { encodeLink } = await environment.links.fetch()
  return (document, payload) => environment.base + encodeLink(document, payload)
}

/** The payload, if there is room for it beside the rest of the link. */
export async function fetchPayload(
  context: Context,
  document: DocumentState,
  options: PayloadOptions,
): Promise<SharePayload> {
  const address = await addressing(context)
  return context.client.payload(options, LINK_LIMIT - address(document, '').length)
}

export type Leaving = Pick<
  Actions,
  'exportAdvantages' | 'exportTrace' | 'shareLink' | 'shareFile' | 'exportRows'
>

/** @param ofWhole does it once the trace on the screen is whole */
export function createLeaving(
  context: Context,
  ofWhole: <T>(work: () => Promise<T>) => Promise<T>,
): Leaving {
  const { client, environment, get, setTasks } = context
  const { links } = environment

  /** @param file is given the end of a line on which it tells its share, and hears that nobody wants it */
  async function exporting(
    file: (port: MessagePort) => Promise<Blob>,
    ending: string,
  ): Promise<SavedFile | undefined> {
    const { source, step } = get().document
    const name = `${fileStem(source)}${step === undefined ? '' : `-step${step}`}${ending}`
    const { port1, port2 } = new MessageChannel()
    let isOver = false
    const cancelled = new Promise<undefined>((resolve) => {
      const cancel = () => {
        port1.postMessage('cancel')
        resolve(undefined)
      }
      setTasks({ exporting: { share: undefined, cancel } })
      port1.onmessage = ({ data }: MessageEvent<number>) => {
        if (!isOver) setTasks({ exporting: { share: data, cancel } })
      }
    })
    const work = ofWhole(() => file(port2))
    // Who cancels does not wait for the worker to hear of it.
    work.catch(() => {})
    try {
      const blob = await Promise.race([work, cancelled])
      return blob && { name, blob }
    } finally {
      isOver = true
      setTasks({ exporting: undefined })
      // After `cancel`, which is delivered first.
      port1.close()
    }
  }

  const whole: Pick<Leaving, 'shareLink' | 'shareFile' | 'exportRows'> = {
    shareLink: async (options) => {
      const address = await addressing(context)
      const { document } = get()
      const whole = (url: string, carriesTrace: boolean, numbers: boolean, creditOnly = false) => ({
        url,
        characters: url.length,
        carriesTrace,
        numbers,
        ...(creditOnly && { creditOnly }),
      })
      if (document.source.kind === 'sample') {
        const isHere = document.source.standsFor === undefined
        return whole(address(document), isHere, isHere)
      }
      const { payload, numbers, creditOnly } = await fetchPayload(context, document, options)
      if (payload !== undefined) return whole(address(document, payload), true, numbers, creditOnly)
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
  return {
    exportAdvantages: (format) =>
      exporting(
        (port) => client.exportAdvantages(settingsOf(get().document), format, port),
        `-advantages.${format}`,
      ),
    exportTrace: (what) => {
      const whose = what.advantages === 'recorded' ? 'trace' : `with-${what.advantages}`
      return exporting(
        () => client.exportTrace(settingsOf(get().document), what),
        `-${whose}.${what.kind}`,
      )
    },
    shareLink: (options) => ofWhole(() => whole.shareLink(options)),
    shareFile: (options) => ofWhole(() => whole.shareFile(options)),
    exportRows: () => ofWhole(whole.exportRows),
  }
}

/** Name of the trace as the beginning of a download's name. */
export function fileStem(source: TraceSource): string {
  switch (source.kind) {
    case 'sample':
      return source.id
    case 'payload':
      return 'linked-trace'
    case 'file':
      return stemOf(source.name)
  }
}

/** `run.jsonl + 2` is `run-and-2-more`. */
function stemOf(name: string): string {
  const { first, more } = filesOfName(name)
  const stem = first.replace(/(?:\.segue)?\.\w{1,12}$/, '').replace(/[^\p{L}\p{N}._-]+/gu, '-')
  return more === 0 ? stem : `${stem}-and-${more}-more`
}

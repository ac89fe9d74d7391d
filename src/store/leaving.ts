/** What leaves the page: links that carry a trace, share files, exports. */
import type { PayloadOptions, SharePayload } from '../worker/share.ts'
import type { Context } from './context.ts'
import type { DocumentState, TraceSource } from './document.ts'
import { settingsOf } from './fit.ts'
import { LINK_LIMIT } from './links.ts'
import type { Actions } from './store.ts'

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

  async function exporting(file: () => Promise<Blob>, ending: string) {
    const stem = fileStem(get().document.source)
    setTasks({ exporting: true })
    try {
      return { name: `${stem}${ending}`, blob: await ofWhole(file) }
    } finally {
      setTasks({ exporting: false })
    }
  }

  const whole: Pick<Leaving, 'shareLink' | 'shareFile' | 'exportRows'> = {
    shareLink: async (options) => {
      const address = await addressing(context)
      const { document } = get()
      const whole = (url: string, carriesTrace: boolean, numbers: boolean) => ({
        url,
        characters: url.length,
        carriesTrace,
        numbers,
      })
      if (document.source.kind === 'sample') return whole(address(document), true, true)
      const { payload, numbers } = await fetchPayload(context, document, options)
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
  return {
    exportAdvantages: (format) =>
      exporting(
        () => client.exportAdvantages(settingsOf(get().document), format),
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
      return source.name.replace(/(?:\.segue)?\.\w{1,12}$/, '').replace(/[^\p{L}\p{N}._-]+/gu, '-')
  }
}

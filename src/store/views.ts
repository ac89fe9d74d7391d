/** Asks for what open panels watch, of the settings on the screen, once these rest. */
import type { ViewAnswer, ViewKind, Views } from '../worker/views.ts'
import type { Context } from './context.ts'
import type { Actions } from './store.ts'

/** A view may cost several scans: a drag asks for none until it pauses (ms). */
const REST_MS = 120

export interface Viewings {
  readonly watch: Actions['watch']
  /** A frame arrived: what is watched is asked for again, unless a newer frame follows soon. */
  refresh(): void
}

export function createViews({ client, environment, get, setData, report }: Context): Viewings {
  const watched = new Map<ViewKind, { readonly question: Views[ViewKind]['question'] }>()
  let stopWaiting: (() => void) | undefined

  const ask = async (kind: ViewKind) => {
    const { frame } = get().data
    const entry = watched.get(kind)
    if (!frame || !entry) return
    // The numbers must be those of the picture, so they use its settings, not newer ones.
    const { settings, rollout } = frame.request
    const answer = await client.view({ kind, settings, rollout, question: entry.question })
    if (answer === 'superseded' || watched.get(kind) !== entry) return
    // Its rollouts are counted within a step; those of another are not on the page.
    if (answer.request.settings.step === get().document.step) show(answer)
  }
  const show = (answer: ViewAnswer) =>
    setData({ views: { ...get().data.views, [answer.request.kind]: answer } })
  const askFor = (kind: ViewKind) => {
    ask(kind).catch(report('view'))
  }

  return {
    watch: (kind, question) => {
      const entry = { question }
      watched.set(kind, entry)
      askFor(kind)
      return () => {
        if (watched.get(kind) === entry) watched.delete(kind)
      }
    },
    refresh: () => {
      stopWaiting?.()
      stopWaiting = undefined
      if (watched.size === 0) return
      stopWaiting = environment.after(REST_MS, () => {
        for (const kind of watched.keys()) askFor(kind)
      })
    },
  }
}

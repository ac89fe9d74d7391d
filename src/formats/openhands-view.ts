/**
 * OpenHands event log → transcript. Its condenser forgets events selectively, so the context after a
 * condensation is rebuilt: all events that are not forgotten, the summary among them.
 */
import type { Call, Item, Part, SampledTokens } from './transcript.ts'

export type LoggedEvent =
  | {
      readonly kind: 'call'
      readonly id: string
      readonly text: string
      readonly tool?: string
      /** Calls that share it were sampled together. */
      readonly response?: string
      /** The text is that of the whole response, not of this event alone. */
      readonly whole?: boolean
    }
  | {
      readonly kind: 'read'
      readonly id: string
      readonly text: string
      readonly label: string
      readonly tool?: string
    }
  | {
      readonly kind: 'condensation'
      readonly forgets: (id: string) => boolean
      readonly summary: string | undefined
      /** Place of the summary among the kept events; without one the summary is not put into the view. */
      readonly offset: number | undefined
      /** By which later condensations forget the summary; undefined where the newest replaces all others. */
      readonly summaryId: string | undefined
    }
  | { readonly kind: 'tokens'; readonly sampled: SampledTokens | undefined }

/** Events of a rollout with the line each stands on. */
export type EventLog = readonly { readonly event: LoggedEvent; readonly line: number }[]

interface Viewed {
  readonly id: string | undefined
  readonly part: Part
}

/** `tokens`: recorded sets of token ids; they are used where there is one for every call. */
export function itemsOfLog(log: EventLog): {
  readonly items: readonly Item[]
  readonly tokens: number
} {
  const items: Item[] = []
  const callAt = new Map<string, number>()
  const tokens: (SampledTokens | undefined)[] = []
  let view: Viewed[] = []
  for (const { event, line } of log) {
    if (event.kind === 'tokens') tokens.push(event.sampled)
    else if (event.kind === 'condensation') {
      const next = condensed(view, event)
      if (next)
        items.push({ kind: 'cut', boundary: next.boundary, line, context: partsOf(next.view) })
      view = next?.view ?? view
    } else if (event.kind === 'read') {
      const { text, label, tool } = event
      items.push({ kind: 'read', text, label, tool, line })
      view.push({ id: event.id, part: { label, text } })
    } else {
      view.push({ id: event.id, part: { label: 'preserved', text: event.text } })
      const at = event.response === undefined ? undefined : callAt.get(event.response)
      const known = at === undefined ? undefined : items[at]
      if (at !== undefined && known?.kind === 'call') items[at] = together(known, event)
      else {
        if (event.response !== undefined) callAt.set(event.response, items.length)
        items.push({ kind: 'call', text: event.text, tool: event.tool, line })
      }
    }
  }
  return { items: withTokens(items, tokens), tokens: tokens.length }
}

const partsOf = (view: readonly Viewed[]) => view.map(({ part }) => part)

/** A response that asked for several actions, logged one by one. */
function together(call: Call, event: LoggedEvent & { kind: 'call' }): Call {
  const text = event.whole ? call.text : `${call.text}\n${event.text}`
  const tools = [call.tool, event.tool].filter((tool) => tool !== undefined)
  return { ...call, text, tool: Array.from(new Set(tools)).join(', ') || undefined }
}

/** The view after a condensation; undefined where it changes nothing. */
function condensed(view: readonly Viewed[], event: LoggedEvent & { kind: 'condensation' }) {
  const { summary, offset, summaryId, forgets } = event
  const added = summary !== undefined && offset !== undefined
  const replaced = added && summaryId === undefined
  const kept = view.filter(({ id }) => (id === undefined ? !replaced : !forgets(id)))
  if (!added) {
    return kept.length < view.length ? { view: kept, boundary: 'drop' as const } : undefined
  }
  const at = Math.min(Math.max(0, offset), kept.length)
  kept.splice(at, 0, { id: summaryId, part: { label: 'summary', text: summary } })
  return { view: kept, boundary: 'summary' as const }
}

function withTokens(items: readonly Item[], tokens: readonly (SampledTokens | undefined)[]) {
  const calls = items.filter((item) => item.kind === 'call').length
  if (tokens.length !== calls) return items
  let k = 0
  return items.map((item) => (item.kind === 'call' ? { ...item, sampled: tokens[k++] } : item))
}

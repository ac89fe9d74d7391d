/**
 * Harbor trajectories (ATIF 1.x): one rollout in one or more files, its reward in the trial's result.json.
 * Source: Harbor (fork JackGuan99/harbor @6c9ba3f0), ATIF v1.7.
 */
import { quote } from '../trace/diagnostic-list.ts'
import { isTrialResult, type TrialResult, trialResult, withDetails } from './atif-result.ts'
import { BadStep, itemsOfSteps, subagentRefs } from './atif-steps.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import type { JsonRecord } from './containers/records.ts'
import { textOf, UniqueIds, Unknowns } from './harness-text.ts'
import { foreign, unreadable } from './text-records.ts'
import type { Item } from './transcript.ts'
import { emitTranscript } from './transcript-rows.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

export const atif: Format = {
  id: 'atif',
  label: 'Harbor ATIF trajectory (JSON)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    if (head.records.some(isAtif)) return 0.95
    return head.records.some(isTrialResult) ? 0.7 : undefined
  },

  open: () => new AtifReader(),
}

const isAtif = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.schema_version === 'string' && x.schema_version.startsWith('ATIF')

interface Trajectory {
  readonly sink: Sink
  readonly line: number
  readonly folder: string
  readonly file: string
  /** Session id without what a continuation adds. */
  readonly session: string
  /** 0 = the beginning, n = its n-th continuation. */
  readonly part: number
  readonly trajectoryId: string | undefined
  readonly continuedIn: string | undefined
  readonly subagent: boolean
  readonly steps: readonly unknown[]
}

/** Files of one rollout in order. */
type Chain = readonly Trajectory[]

interface Result {
  readonly sink: Sink
  readonly line: number
  readonly folder: string
  readonly trial: TrialResult
}

class AtifReader implements FormatReader {
  readonly #trajectories: Trajectory[] = []
  readonly #results: Result[] = []
  readonly #ids = new UniqueIds()

  async file(source: Source, sink: Sink): Promise<void> {
    await source.eachRecord((record) => this.#take(record, source.name, sink))
  }

  #take(record: JsonRecord, name: string, sink: Sink): void {
    if (unreadable(record, sink, () => undefined)) return
    const { line, value } = record
    const slash = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'))
    const place = { sink, line, folder: name.slice(0, Math.max(0, slash)) }
    if (isTrialResult(value)) {
      this.#results.push({ ...place, trial: trialResult(value) })
      return
    }
    if (!isAtif(value)) {
      sink.reject(undefined, foreign(line, atif.label, '`schema_version` "ATIF…"'))
      return
    }
    if (!Array.isArray(value.steps)) {
      const message = '`steps` is no list; the trajectory is left out.'
      sink.reject(undefined, { code: 'bad-type', line, field: 'steps', message })
      return
    }
    const agent = isObject(value.agent) && isObject(value.agent.extra) ? value.agent.extra : {}
    const id = textOf(value.session_id) ?? textOf(value.trajectory_id) ?? 'trajectory'
    const [, base = id, n] = /^(.*)-cont-(\d{1,6})$/s.exec(id) ?? []
    const index = agent.continuation_index
    const part = typeof index === 'number' && index > 0 ? index : Number(n ?? 0)
    this.#trajectories.push({
      ...place,
      file: name.slice(slash + 1),
      session: base,
      part,
      trajectoryId: textOf(value.trajectory_id),
      continuedIn: textOf(value.continued_trajectory_ref),
      subagent: part === 0 && textOf(agent.parent_session_id) !== undefined,
      steps: value.steps,
    })
  }

  finish(): void {
    const called = this.#calledSubagents()
    const main = this.#trajectories.filter((t) => !t.subagent && !called.has(t))
    const chains = chainsOf(main)
    const results = this.#resultsOf(chains)
    for (const chain of chains) this.#emit(chain, results.get(chain)?.trial)
    const used = new Set(results.values())
    for (const { sink, line } of this.#results.filter((r) => !used.has(r))) {
      const message =
        'a trial result whose trajectory cannot be told; open the folder of its trial as a whole.'
      sink.warn({ code: 'unmatched-result', line, message })
    }
    if (main.length > 0) return
    for (const { sink, line } of this.#trajectories) {
      const message = "a sub-agent's trajectory; open the one of the agent that called it."
      sink.reject(undefined, { code: 'no-rollouts', line, message })
    }
  }

  /** Trajectories that a step of another one names as a sub-agent's. */
  #calledSubagents(): ReadonlySet<Trajectory> {
    const named = new Set<unknown>()
    for (const { steps, session } of this.#trajectories) {
      for (const ref of steps.filter(isObject).flatMap(subagentRefs)) {
        named.add(ref.trajectory_id)
        // Sub-agents may share the session of the agent that calls them.
        if (ref.session_id !== session) named.add(ref.session_id)
      }
    }
    named.delete(undefined)
    return new Set(
      this.#trajectories.filter((t) => named.has(t.session) || named.has(t.trajectoryId)),
    )
  }

  /** By rollout: the result in the nearest folder above, if it is the only one there, of one rollout. */
  #resultsOf(chains: readonly Chain[]): ReadonlyMap<Chain, Result> {
    const byFolder = groupBy(this.#results, (result) => result.folder)
    const nearest = (chain: Chain) => foldersAbove(chain[0].folder).find((f) => byFolder.has(f))
    const found = new Map<Chain, Result>()
    for (const [folder, below] of groupBy(chains, nearest)) {
      const here = folder === undefined ? [] : (byFolder.get(folder) ?? [])
      if (here.length === 1 && below.length === 1) found.set(below[0], here[0])
    }
    return found
  }

  #emit(chain: Chain, trial: TrialResult | undefined): void {
    const [{ sink, line, session }] = chain
    const rollout = this.#ids.name(session)
    const unknown = new Unknowns()
    try {
      const own = chain.flatMap((file, k): Item[] => {
        const items = itemsOfSteps(file, unknown)
        if (k === 0) return items
        return [{ kind: 'cut', boundary: 'unknown', line: file.line, context: [] }, ...items]
      })
      unknown.report(sink, 'step sources', 'source')
      const items = withDetails(own, trial?.details ?? [])
      tellMissing(chain, items)
      const { task: group, reward, ended } = trial ?? {}
      const fault = emitTranscript(items, { rollout, group, reward, ended }, sink)
      if (fault)
        sink.reject(undefined, { ...fault, message: `${quote(rollout)}: ${fault.message}` })
    } catch (error) {
      if (!(error instanceof BadStep)) throw error
      const { field, message } = error
      sink.reject(rollout, { code: 'bad-step', line, field, message })
    }
  }
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** The folder, the one that it is in, … up to the root of what was opened. */
function foldersAbove(folder: string): string[] {
  const folders = [folder]
  for (let at = folder; at !== ''; ) {
    at = at.slice(0, Math.max(0, at.lastIndexOf('/'), at.lastIndexOf('\\')))
    folders.push(at)
  }
  return folders
}

/** Files of one rollout in order: the beginning and its continuations. */
function chainsOf(trajectories: readonly Trajectory[]): readonly Chain[] {
  const chains: Trajectory[][] = []
  for (const next of trajectories.toSorted((a, b) => a.part - b.part)) {
    const chain = chains.find((files) => {
      const last = files[files.length - 1]
      if (last.folder !== next.folder) return false
      if (last.session === next.session) return next.part > last.part
      return last.continuedIn === next.file
    })
    if (chain) chain.push(next)
    else chains.push([next])
  }
  return chains
}

/** Says what would have been read with a file that is not open, or with token ids on every call. */
function tellMissing(chain: Chain, items: readonly Item[]): void {
  const { sink, line, continuedIn } = chain[chain.length - 1]
  if (chain[0].part > 0) {
    const message =
      'the rollout begins in another file; open both together to see what came before.'
    chain[0].sink.warn({ code: 'continued-session', line: chain[0].line, message })
  }
  if (continuedIn !== undefined) {
    const message = `the rollout goes on in ${quote(continuedIn)}; open both files together.`
    sink.warn({ code: 'continued-elsewhere', line, field: 'continued_trajectory_ref', message })
  }
  const calls = items.filter((item) => item.kind === 'call')
  const known = calls.filter((call) => call.sampled).length
  if (known === 0 || known === calls.length) return
  const message =
    `${known} of ${calls.length} calls have the token ids of prompt and completion, so the tokens ` +
    'of all are counted from the text.'
  sink.warn({ code: 'partial-token-ids', line, field: 'completion_token_ids', message })
}

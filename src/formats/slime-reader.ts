/** Joins the samples of slime's and miles' dumps on their index, and hands them on as segments. */
import type { CanonicalRow, Numbers } from '../trace/rows.ts'
import { messageColumns } from './messages.ts'
import { endedOf, type Sample } from './slime-sample.ts'
import { textColumns } from './text-columns.ts'
import type { Sink } from './types.ts'

/** What a file tells about samples: each kind at most once about each. */
export type Origin = 'rollout' | 'train' | 'columns' | 'trajectory'

interface Joined {
  readonly sample: Sample
  readonly origins: Set<Origin>
  sink: Sink
}

/** A file of token ids says more than one of texts, whichever was opened first. */
const EXACT: readonly Origin[] = ['rollout', 'train', 'columns']

/** Samples of one index, which siblings, rounds and kinds of files share. */
class Namesakes {
  readonly #all: Joined[] = []
  /** How many of them each kind of file told of. */
  readonly #told = new Map<Origin, number>()

  /** One that this kind of file has not told of yet, which then counts as told. */
  partnerOf(sample: Sample, origin: Origin): Joined | undefined {
    // Mostly all files are of one kind: nobody is looked for.
    if ((this.#told.get(origin) ?? 0) === this.#all.length) return undefined
    const partner = this.#all.find((k) => !k.origins.has(origin) && isSame(k.sample, sample))
    partner?.origins.add(origin)
    if (partner) this.#tell(origin)
    return partner
  }

  add(joined: Joined, origin: Origin): void {
    this.#all.push(joined)
    this.#tell(origin)
  }

  #tell(origin: Origin): void {
    this.#told.set(origin, (this.#told.get(origin) ?? 0) + 1)
  }
}

export class SlimeJoin {
  readonly #samples: Joined[] = []
  readonly #byIndex = new Map<string, Namesakes>()
  readonly #lost = new Set<string>()
  readonly #releases: ((numbers: Numbers) => void)[] = []

  add(sample: Sample, origin: Origin, sink: Sink): void {
    const { index } = sample
    const namesakes = index === undefined ? undefined : this.#namesakesOf(index)
    const partner = namesakes?.partnerOf(sample, origin)
    if (partner) {
      merge(partner.sample, sample)
      // Train dumps may hold normalised rewards, and know it not.
      if (origin === 'rollout') partner.sample.reward = sample.reward ?? partner.sample.reward
      if (EXACT.includes(origin)) partner.sink = sink
      return
    }
    const joined = { sample, origins: new Set([origin]), sink }
    this.#samples.push(joined)
    namesakes?.add(joined, origin)
  }

  #namesakesOf(index: string): Namesakes {
    const known = this.#byIndex.get(index)
    if (known) return known
    const none = new Namesakes()
    this.#byIndex.set(index, none)
    return none
  }

  /** `release` is told of every list of a sample once it stands in the builder. */
  afterwards(release: (numbers: Numbers) => void): void {
    this.#releases.push(release)
  }

  /** Leaves a rollout out whose sample could not be read. */
  lose(rollout: string | undefined): void {
    if (rollout !== undefined) this.#lost.add(rollout)
  }

  /** Hands everything on. */
  finish(): void {
    const rollouts = new Map<string, Joined[]>()
    const rounds = new Map<string, string | undefined>()
    const groupRounds = new Map<string, string | undefined>()
    for (const [k, joined] of this.#samples.entries()) {
      const { sample } = joined
      const own = sample.rollout ?? sample.index ?? `sample ${k + 1}`
      if (this.#lost.has(own)) continue
      const id = byRound(rounds, own, sample.round)
      if (sample.group !== undefined) {
        sample.group = byRound(groupRounds, sample.group, sample.round)
      }
      const siblings = rollouts.get(id) ?? []
      siblings.push(joined)
      rollouts.set(id, siblings)
    }
    const all = Array.from(rollouts.values()).flat()
    const sum = all.reduce((total, { sample }) => total + (sample.responseLength ?? 0), 0)
    all[0]?.sink.expect(sum)
    for (const [id, samples] of rollouts) {
      emit(id, samples)
      for (const { sample } of samples) this.#release(sample)
    }
  }

  /** Its lists stand in the builder now; both together would be twice the file. */
  #release(sample: Sample): void {
    const { tokens, mask, floats } = sample
    for (const numbers of [tokens, mask, ...Object.values(floats)]) {
      if (numbers) for (const release of this.#releases) release(numbers)
    }
    sample.tokens = undefined
    sample.mask = undefined
    sample.floats = {}
  }
}

/** Rounds may count from 0 again: a key that another round used first has its round in front. */
function byRound(rounds: Map<string, string | undefined>, key: string, round: string | undefined) {
  if (!rounds.has(key)) rounds.set(key, round)
  return rounds.get(key) === round || round === undefined ? key : `round ${round} ${key}`
}

/** Siblings may share an index; what a file does not say fits to anything. */
const isSame = (a: Sample, b: Sample) =>
  (['round', 'segment'] as const).every(
    (key) => a[key] === undefined || b[key] === undefined || a[key] === b[key],
  )

function merge(into: Sample, from: Sample): void {
  const { floats, ...rest } = from
  for (const [key, value] of Object.entries(rest)) {
    if (value !== undefined && Reflect.get(into, key) === undefined) Reflect.set(into, key, value)
  }
  into.floats = { ...floats, ...into.floats }
}

function emit(id: string, samples: readonly Joined[]): void {
  const numbered = samples.every(({ sample }) => sample.segment !== undefined)
  const sparse = samples.some(({ sample }) => sample.sparse)
  const ordered = numbered
    ? samples.toSorted((a, b) => Number(a.sample.segment) - Number(b.sample.segment))
    : samples
  const group = ordered.find(({ sample }) => sample.group !== undefined)?.sample.group
  for (const [s, { sample, sink }] of ordered.entries()) {
    const next = ordered[s + 1]?.sample
    const columns = columnsOf(sample, sink)
    if (!columns) continue
    const { calls, ...rest } = columns
    const row: CanonicalRow = {
      ...rest,
      rollout_id: id,
      segment_index: numbered && !sparse ? sample.segment : s,
      group_id: group,
      reward: sample.reward,
      boundary: next && (sample.compacted || next.compacted) ? 'summary' : undefined,
      ended: next ? undefined : endedOf(sample.status),
      flags: sample.removed ? ['drop'] : undefined,
    }
    const step = sample.round === undefined ? undefined : Number(sample.round)
    sink.row(row, { line: sample.line, step, ...(calls !== undefined && { calls }) })
  }
}

type Columns = Omit<CanonicalRow, 'rollout_id'> & { readonly calls?: number }

function columnsOf(sample: Sample, sink: Sink): Columns | undefined {
  const { tokens, mask, floats, messages, line } = sample
  const length = sample.responseLength ?? mask?.length
  if (tokens && length !== undefined) {
    const prompt = tokens.length - length
    const text = sample.prompt
    return {
      response_ids: ArrayBuffer.isView(tokens) ? tokens.subarray(prompt) : tokens.slice(prompt),
      // None stands for a response of which every token was sampled.
      response_mask: mask ?? new Uint8Array(length).fill(1),
      ...(text
        ? { prompt_parts: [{ label: 'prompt', length: prompt, text }] }
        : { prompt_length: prompt }),
      ...floats,
    }
  }
  if (!messages && sample.response !== undefined) {
    sink.approximate()
    sink.maskDerived('marks')
    return textColumns(sample.prompt ?? '', sample.response)
  }
  if (!messages) {
    const message = 'a sample without `tokens` and `response_length`; it is left out.'
    sink.reject(sample.rollout ?? sample.index, { code: 'missing-column', line, message })
    return undefined
  }
  sink.approximate()
  sink.maskDerived('roles')
  return messageColumns(messages)
}

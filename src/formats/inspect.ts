/**
 * Inspect logs: `.eval` (a zip of JSON members, zstd or deflate) and `.json`. One sample and epoch is one
 * rollout. Source: UKGovernmentBEIS/inspect_ai @499e6152.
 */
import { quote } from '../trace/diagnostic-list.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { parseJson } from './containers/json.ts'
import { checkMembers, unzipMember, type ZipMember } from './containers/zip.ts'
import { textOf, UniqueIds, Unknowns } from './harness-text.ts'
import { isSample, sampleRollout } from './inspect-sample.ts'
import { foreign, unreadable } from './text-records.ts'
import { emitTranscript } from './transcript-rows.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

const isLog = (x: unknown): x is JsonObject => isObject(x) && isObject(x.eval) && 'samples' in x

const SAMPLE = /^samples\/(.+?)(?:\.json|\/(?:sample|skeleton)\.json|\/events\/(\d+)\.json)$/

export const inspectAi: Format = {
  id: 'inspect-ai',
  label: 'Inspect log (.eval or JSON)',

  sniff(head) {
    if (head.kind === 'text') return head.records.some(isLog) ? 0.9 : undefined
    if (head.kind !== 'zip') return undefined
    const names = new Set(head.members.map((member) => member.name))
    if (!names.has('header.json') && !names.has('_journal/start.json')) return undefined
    return head.members.some(({ name }) => SAMPLE.test(name)) ? 0.9 : undefined
  },

  open: () => new InspectReader(),
}

class InspectReader implements FormatReader {
  readonly #ids = new UniqueIds()
  /** Task of the first log that has a sample of this id. */
  readonly #taskOf = new Map<string, string>()

  async file(source: Source, sink: Sink): Promise<void> {
    const unknown = new Unknowns()
    if (source.head.kind === 'zip') await this.#zip(source, source.head.members, unknown, sink)
    else await this.#json(source, unknown, sink)
    unknown.report(sink, 'events', 'event')
  }

  async #json(source: Source, unknown: Unknowns, sink: Sink): Promise<void> {
    await source.eachRecord((record) => {
      if (unreadable(record, sink, () => undefined)) return
      const { line, value } = record
      if (!isLog(value) || !Array.isArray(value.samples)) {
        sink.reject(undefined, foreign(line, inspectAi.label, '`eval` and a list `samples`'))
        return
      }
      const task = taskOf(value)
      for (const sample of value.samples) this.#sample(sample, task, line, unknown, sink)
    })
  }

  async #zip(source: Source, members: readonly ZipMember[], unknown: Unknowns, sink: Sink) {
    const wanted = members.filter(
      ({ name }) => SAMPLE.test(name) || name === 'header.json' || name === '_journal/start.json',
    )
    checkMembers(wanted)
    const zip = await source.blob()
    const open = async (member: ZipMember): Promise<unknown> => {
      const bytes = await unzipMember(zip, member, source.control.signal)
      const { value, problem } = parseJson(new TextDecoder().decode(bytes))
      if (problem) {
        const message = `member ${quote(member.name)}: ${problem.message}`
        sink.reject(undefined, { code: problem.code, message })
      }
      await source.pause()
      return value
    }
    const header = wanted.find(({ name }) => !name.startsWith('samples/'))
    const task = taskOf(header ? await open(header) : undefined)
    let line = 0
    for (const parts of samplesOf(wanted)) {
      line++
      const whole: unknown[] = []
      for (const part of parts) whole.push(await open(part))
      if (whole[0] !== undefined) this.#sample(together(whole), task, line, unknown, sink)
    }
  }

  #sample(sample: unknown, task: string, line: number, unknown: Unknowns, sink: Sink): void {
    if (!isSample(sample)) {
      sink.reject(undefined, foreign(line, inspectAi.label, 'a sample with `id` and `epoch`'))
      return
    }
    const id = String(sample.id)
    const owner = this.#taskOf.get(id) ?? task
    this.#taskOf.set(id, owner)
    const name = `${id}_epoch_${sample.epoch}`
    const rollout = this.#ids.name(name)
    const { items, ...rest } = sampleRollout(sample, line, unknown)
    const group = owner === task ? id : `${id} of ${task}`
    const fault = emitTranscript(items, { rollout, group, ...rest }, sink)
    if (fault) sink.reject(undefined, { ...fault, message: `${quote(rollout)}: ${fault.message}` })
  }
}

const taskOf = (log: unknown): string =>
  (isObject(log) && isObject(log.eval) ? textOf(log.eval.task) : undefined) ?? 'task'

/** Members of each sample, the one with its fields first, then its events by number. */
function samplesOf(members: readonly ZipMember[]): ZipMember[][] {
  const samples = new Map<string, { member: ZipMember; order: number }[]>()
  for (const member of members) {
    const [, sample, chunk] = SAMPLE.exec(member.name) ?? []
    if (sample === undefined) continue
    const order =
      chunk === undefined ? (member.name.endsWith('/skeleton.json') ? -1 : -2) : Number(chunk)
    const parts = samples.get(sample) ?? []
    parts.push({ member, order })
    samples.set(sample, parts)
  }
  return Array.from(samples.values(), (parts) =>
    parts.sort((a, b) => a.order - b.order).map(({ member }) => member),
  )
}

/** A sample whose events stand in members of their own. */
function together(parts: readonly unknown[]): unknown {
  const [first, ...rest] = parts
  if (!isObject(first) || rest.length === 0) return first
  const fields = rest.filter((part) => isObject(part) && isSample(part))
  const whole: JsonObject = Object.assign({}, ...fields, first)
  if (Array.isArray(whole.events) && whole.events.length > 0) return whole
  const events = rest.flatMap((part): readonly unknown[] => {
    if (Array.isArray(part)) return part
    return isObject(part) && Array.isArray(part.events) ? part.events : []
  })
  return { ...whole, events }
}

import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { blob, lines, load, marked } from '../helpers.ts'

const pairs = (values: Record<string, string | number>) =>
  Object.entries(values).map(([key, x]) => ({
    key,
    value: typeof x === 'number' ? { doubleValue: x } : { stringValue: x },
  }))

const score = (name: string, value: number, time?: number) => ({
  name: 'gen_ai.evaluation.result',
  ...(time !== undefined && { timeUnixNano: String(time) }),
  attributes: pairs({ 'gen_ai.evaluation.name': name, 'gen_ai.evaluation.score.value': value }),
})
const spansWith = (...events: readonly object[]) => {
  const said = (role: string, content: string) =>
    JSON.stringify([{ role, parts: [{ type: 'text', content }] }])
  const attributes = pairs({
    'gen_ai.input.messages': said('user', 'q'),
    'gen_ai.output.messages': said('assistant', 'x'),
  })
  const spans = [{ traceId: 't', spanId: '1', startTimeUnixNano: '1', attributes, events }]
  return lines({ resourceSpans: [{ scopeSpans: [{ spans }] }] })
}

const record = (span: string | undefined, time: number, name: string, body: object) => ({
  traceId: 't',
  spanId: span,
  timeUnixNano: '0',
  observedTimeUnixNano: String(time),
  eventName: `gen_ai.${name}`,
  body: { stringValue: JSON.stringify(body) },
})
const exported = (logRecords: readonly object[]) =>
  lines({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
const RECORDS = [
  record('1', 1, 'system.message', { content: 'rules' }),
  record('1', 2, 'user.message', { content: 'one' }),
  record('1', 3, 'choice', { index: 0, message: { content: 'first' } }),
  record('2', 8, 'system.message', { content: 'rules' }),
  record('2', 9, 'user.message', { content: 'one' }),
  record('2', 10, 'assistant.message', { content: 'first' }),
  record('2', 11, 'user.message', { content: 'two' }),
  record('2', 12, 'choice', { index: 0, message: { content: 'second' } }),
]

describe('OpenTelemetry scores', () => {
  it.each([
    ['the file has them in order', [score('correct', 1, 5), score('relevant', 0.1, 6)]],
    ['the later one stands first', [score('relevant', 0.1, 6), score('correct', 1, 5)]],
  ])(
    'of several evaluators: the first in time counts, and a warning says so (%s)',
    async (_, events) => {
      const { batch, diagnostics } = await load(spansWith(...events))
      expect([...batch.rollout.outcome]).toEqual([1])
      expect(diagnostics.map((d) => [d.code, d.severity])).toEqual([['several-scores', 'warning']])
      expect(diagnostics[0].message).toContain('"correct" 1, is the outcome, "relevant" 0.1 is not')
    },
  )

  it('that agree are one outcome without a word', async () => {
    const { batch, diagnostics } = await load(spansWith(score('a', 1), score('b', 1)))
    expect([...batch.rollout.outcome]).toEqual([1])
    expect(diagnostics).toEqual([])
  })
})

describe('OpenTelemetry log records', () => {
  const openings = {
    'in order': [RECORDS],
    reversed: [RECORDS.toReversed()],
    'exported twice': [[...RECORDS, ...RECORDS.toReversed()]],
    'in a file that is opened twice': [RECORDS, RECORDS],
    'in files that overlap': [RECORDS.slice(0, 6), RECORDS.slice(2)],
  }
  it.each(Object.entries(openings))('%s are the same calls, without a cut', async (_, files) => {
    const inputs = files.map((own, k) => ({ name: `${k}.json`, data: blob(exported(own)) }))
    const result = await readTrace(inputs, () => {})
    if (!result.ok) throw new Error('refused')
    const { batch, turns, diagnostics } = result.value
    expect(diagnostics).toEqual([])
    expect(Array.from(turns)).toEqual([2])
    expect(marked(batch, 0)).toBe('first[two]second')
  })

  it('without a span are put together in time, up to each choice, and a warning says so', async () => {
    const loose = RECORDS.toReversed().map((one) => ({ ...one, spanId: undefined }))
    const { batch, turns, diagnostics } = await load(exported(loose))
    expect(Array.from(turns)).toEqual([2])
    expect(marked(batch, 0)).toBe('first[two]second')
    expect(diagnostics.map((d) => d.code)).toEqual(['no-span'])
  })

  it('without a trace are one rollout, which is said', async () => {
    const loose = RECORDS.map((one) => ({ ...one, traceId: undefined }))
    const { batch, diagnostics } = await load(exported(loose))
    expect(batch.rolloutCount).toBe(1)
    expect(diagnostics.map((d) => d.code)).toEqual(['no-trace'])
  })
})

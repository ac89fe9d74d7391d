import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { blob, bytesOf, inputsOf, lines, load, marked, promptOf, refusal } from '../helpers.ts'

describe('LangSmith', () => {
  it('orders the calls of a trace, leaves failed and foreign ones out, and cuts by prompts', async () => {
    const { batch, turns, diagnostics } = await load(bytesOf('langsmith', 'langchain.jsonl'))
    expect(Array.from(turns)).toEqual([2, 1])
    expect(marked(batch, 0)).toBe('Reading.\nread({"path":"adder.py"})[def add]Fixed.')
    expect(promptOf(batch, 1)).toEqual([
      ['prompt after dropped context', 'You fix code.'],
      ['user', 'Summary: it adds twice.'],
    ])
    expect(Array.from(batch.rollout.outcome)).toEqual([1])
    expect(diagnostics.map((d) => d.code)).toEqual(['unknown-type', 'other-agents'])
  })

  it('keeps the calls of an agent whose system message tells the time', async () => {
    const run = (n: number) => ({
      run_type: 'llm',
      trace_id: 't',
      dotted_order: `${n}`,
      inputs: {
        messages: [
          { role: 'system', content: `It is ${n}.` },
          { role: 'user', content: 'go' },
        ],
      },
      outputs: { message: { role: 'assistant', content: `answer ${n}` } },
    })
    const { turns, diagnostics } = await load(lines(run(1), run(2)))
    expect(Array.from(turns)).toEqual([1, 1])
    expect(diagnostics).toEqual([])
  })

  it('reads pages of the API, texts and texts of JSON', async () => {
    const { batch } = await load(bytesOf('langsmith', 'page.json'))
    expect([0, 1].map((s) => marked(batch, s))).toEqual(['hello', '4'])
  })

  it('counts a run once that two exports hold, and the feedback of its root before others', async () => {
    const run = (n: number, rest: object) => ({
      id: `r${n}`,
      trace_id: 't',
      run_type: 'llm',
      dotted_order: `${n}`,
      inputs: { input: [{ role: 'user', content: 'go' }] },
      outputs: {
        output: [
          { type: 'reasoning', summary: [] },
          { type: 'function_call', name: 'read', arguments: '{}' },
        ],
      },
      ...rest,
    })
    const step = { feedback_stats: { reward: { n: 1, avg: 0.25 } } }
    const root = { id: 't', run_type: 'chain', feedback_stats: { reward: { n: 1, avg: 1 } } }
    const { batch, turns } = await load(lines(run(1, step), run(1, step), run(0, root)))
    expect(Array.from(turns)).toEqual([1])
    expect(marked(batch, 0)).toBe('read({})')
    expect(promptOf(batch, 0)).toEqual([['user', 'go']])
    expect(Array.from(batch.rollout.outcome)).toEqual([1])
  })

  it('reads a bulk export as the same runs, by time where no order is written', async () => {
    const { batch, turns, diagnostics } = await load(bytesOf('langsmith', 'runs.parquet'))
    expect(batch.rollout.id).toEqual(['t1', 't2'])
    expect(Array.from(turns)).toEqual([2, 1, 2])
    expect([0, 1, 2].map((s) => marked(batch, s))).toEqual([
      'Reading.\nread({"path":"adder.py"})[def add]Fixed.',
      'Done.',
      '4[+1]5',
    ])
    expect(promptOf(batch, 1)[0]).toEqual(['prompt after dropped context', 'You fix code.'])
    expect(Array.from(batch.rollout.outcome)).toEqual([1, Number.NaN])
    expect(diagnostics).toEqual([])
  })
})

describe('Langfuse', () => {
  it('sorts observations by time and tells a rewritten prompt', async () => {
    const { batch, diagnostics } = await load(bytesOf('langfuse', 'trace.json'))
    expect([0, 1].map((s) => marked(batch, s))).toEqual(['Reading.[def add]Fixed.', 'Green.'])
    expect(promptOf(batch, 1)[0][0]).toBe('prompt with rewritten context')
    expect(Array.from(batch.rollout.outcome)).toEqual([1])
    expect(diagnostics.map((d) => d.code)).toEqual(['unknown-type'])
  })

  it('joins a trace whose observations stand in two files', async () => {
    const [first, second] = new TextDecoder()
      .decode(bytesOf('langfuse', 'observations.jsonl'))
      .replaceAll('lf3', 'lf2')
      .split('\n')
    const inputs = [second, first].map((text, i) => ({ name: `${i}`, data: blob(text) }))
    const result = await readTrace(inputs, () => {})
    if (!result.ok) throw new Error('refused')
    expect(result.value.batch.rollout.id).toEqual(['lf2'])
    expect(Array.from(result.value.turns)).toEqual([1, 1])
  })
})

describe('exports of Langfuse to blob storage', () => {
  it('are the same calls, from tables of observations and of scores', async () => {
    const result = await readTrace(inputsOf('langfuse', 'blob-storage'), () => {})
    if (!result.ok) throw new Error('refused')
    const { batch, turns, diagnostics } = result.value
    expect(batch.rollout.id).toEqual(['lf9', 'lf8'])
    expect(Array.from(turns)).toEqual([2, 1, 1])
    expect([0, 1, 2].map((s) => marked(batch, s))).toEqual([
      'Reading.[def add]Fixed.',
      'Green.',
      '5',
    ])
    // Of latency and reward the reward; nothing else is of the other trace.
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0])
    expect(diagnostics).toEqual([])
  })

  it('count a call once that several of their files hold, and an outcome of the trace before others', async () => {
    const result = await readTrace(inputsOf('langfuse', 'all-tables'), () => {})
    if (!result.ok) throw new Error('refused')
    const { batch, turns, diagnostics } = result.value
    expect(batch.rollout.id).toEqual(['lfa'])
    expect(Array.from(turns)).toEqual([2, 1])
    expect([0, 1].map((s) => marked(batch, s))).toEqual([
      'Reading.\nread({"path":"adder.py"})[def add]Fixed.',
      'Green.',
    ])
    expect(Array.from(batch.rollout.outcome)).toEqual([1])
    expect(diagnostics).toEqual([])
  })

  it('without what was said tell which columns to add', async () => {
    const core = { id: 'o', trace_id: 't', project_id: 'p', type: 'GENERATION', start_time: '1' }
    expect((await refusal(lines(core))).text).toContain('field group "io"')
    const run = { id: 'r', run_type: 'llm', trace_id: 't', dotted_order: '1', status: 'success' }
    expect((await refusal(lines(run))).text).toContain('`export_fields`')
    const trace = { id: 't', timestamp: '1', session_id: null, bookmarked: false, tags: [] }
    expect((await refusal(lines(trace))).text).toContain('`observations_v2`')
  })
})

describe('OpenTelemetry GenAI', () => {
  it('counts nested spans of one call once and failed ones not at all', async () => {
    const { batch, turns } = await load(bytesOf('otel-genai', 'nested.json'))
    expect(Array.from(turns)).toEqual([2, 1])
    expect(marked(batch, 0)).toBe('Look.\nReading.\nread({"path":"adder.py"})[def add]Fixed.')
    expect(Array.from(batch.rollout.outcome)).toEqual([0.75])
  })

  it('reads the indexed attributes of older SDKs, over several exports', async () => {
    const { batch } = await load(bytesOf('otel-genai', 'indexed.jsonl'))
    expect(marked(batch, 0)).toBe('read({})[def add]Done.')
  })

  it('reads messages that are logged beside the spans, and cuts at a compaction', async () => {
    const { batch, turns } = await load(bytesOf('otel-genai', 'logged.jsonl'))
    expect(Array.from(turns)).toEqual([2, 1])
    expect(marked(batch, 0)).toContain('[def add]Editing.\nedit({"path":"adder.py"})')
    expect(promptOf(batch, 1)).toEqual([
      ['system', 'You repair code.'],
      ['summary', 'adder.py adds twice'],
      ['preserved', 'Editing.\nedit({"path":"adder.py"})'],
      ['tool', 'edited'],
    ])
    expect(Array.from(batch.rollout.outcome)).toEqual([1])
  })

  it('reads events of one message each, with bodies or with attributes', async () => {
    const { batch } = await load(bytesOf('otel-genai', 'events.jsonl'))
    expect(batch.rollout.id).toEqual(['feed', 'beef'])
    expect(marked(batch, 1)).toBe('read({"path": "adder.py"})[def add]Fixed.')
    expect(batch.rollout.outcome[0]).toBe(0.5)
  })

  it('leaves logs of other services alone', async () => {
    const record = { traceId: 't', spanId: 's', eventName: 'session.start', attributes: [] }
    const { text } = await refusal(
      lines({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }),
    )
    expect(text).toContain('no format Segue knows')
  })

  it('says how to record messages where there are none', async () => {
    const spans = [{ traceId: 't', spanId: 's', attributes: [], startTimeUnixNano: 5 }]
    const { text } = await refusal(lines({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))
    expect(text).toContain('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT')
  })

  it.each([
    ['langsmith', 'langchain.jsonl'],
    ['langfuse', 'observations.jsonl'],
    ['otel-genai', 'indexed.jsonl'],
  ])('reports a damaged %s export and reads the rest', async (format, file) => {
    const text = new TextDecoder().decode(bytesOf(format, file))
    const { diagnostics } = await load(`${text}42\n{"run_`)
    expect(diagnostics.map((d) => d.code).slice(0, 2)).toEqual(['foreign-row', 'truncated'])
  })
})

import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { nameOfSpan } from '../../../src/trace/batch.ts'
import { pieceOf } from '../../../src/trace/utf8.ts'
import { blob, bytesOf, lines, load, marked, promptOf, refusal } from '../helpers.ts'

const line = (type: string, uuid: string, parentUuid: string | null, rest: object = {}) => ({
  type,
  uuid,
  parentUuid,
  sessionId: 's',
  isSidechain: false,
  ...rest,
})
const user = (uuid: string, parent: string | null, content: unknown, rest: object = {}) =>
  line('user', uuid, parent, { message: { role: 'user', content }, ...rest })
const assistant = (uuid: string, parent: string | null, text: string, rest: object = {}) =>
  line('assistant', uuid, parent, {
    message: { id: `m-${uuid}`, role: 'assistant', content: [{ type: 'text', text }] },
    ...rest,
  })

describe('Claude Code', { timeout: 30_000 }, () => {
  it('follows the active path: no abandoned branch, preserved turns before the boundary', async () => {
    const { batch, turns } = await load(bytesOf('claude-code', 'rewind-preserved.jsonl'))
    expect(Array.from(turns)).toEqual([3, 1])
    expect(marked(batch, 0)).toBe('Ready[Second attempt]Second answer[Keep going]Kept going')
    expect(marked(batch, 1)).toBe('Final answer')
    expect(promptOf(batch, 1).map(([label]) => label)).toEqual([
      'summary',
      'preserved',
      'preserved',
      'preserved',
      'user',
    ])
  })

  it('joins the lines of one call, with the results of parallel tools, without sub-agents', async () => {
    const { batch, turns } = await load(bytesOf('claude-code', 'parallel-tools.jsonl'))
    expect(Array.from(turns)).toEqual([2, 1])
    expect(marked(batch, 0)).toBe(
      'Look at both.{"name":"Read","input":{"file":"a.py"}}{"name":"Bash","input":{"command":"ls"}}' +
        '[def add][a.py]Both read.{"name":"Edit","input":{"file":"a.py"}}[ok]',
    )
    const { kind } = batch.spans
    const tools = [0, 1, 2, 3, 4].map((k) => batch.strings[nameOfSpan(batch.spans, 'tool', k)])
    expect(tools).toEqual(['Read, Bash', 'Read', 'Bash', 'Edit', 'Edit'])
    expect(Array.from(kind.subarray(0, 5))).toEqual([0, 1, 1, 0, 1])
    expect(promptOf(batch, 1).map(([label]) => label)).toEqual(['preserved', 'user'])
  })

  it('finds the cut above kept messages, which no parent leads to', async () => {
    const before = [
      user('u1', null, 'go'),
      assistant('a1', 'u1', 'one'),
      user('u2', 'a1', 'more'),
      assistant('a2', 'u2', 'two'),
      user('u3', 'a2', 'and more'),
      assistant('a3', 'u3', 'three'),
    ]
    const cut = (uuid: string, last: string, compactMetadata: object) => ({
      ...line('system', uuid, null, { subtype: 'compact_boundary', logicalParentUuid: last }),
      compactMetadata,
    })
    const summary = (uuid: string, of: string) =>
      user(uuid, of, 'Short.', { isCompactSummary: true })
    const uuids = ['a2', 'u3', 'a3']
    const named = { preservedMessages: { anchorUuid: 's1', uuids } }
    const segment = { preservedSegment: { headUuid: 'a2', anchorUuid: 's1', tailUuid: 'a3' } }
    // The next message names the last kept one, or the summary.
    for (const [metadata, parent] of [
      [named, 'a3'],
      [segment, 'a3'],
      [segment, 's1'],
    ] as const) {
      const after = [user('u4', parent, 'last'), assistant('a4', 'u4', 'four')]
      const rows = [...before, cut('b1', 'a3', metadata), summary('s1', 'b1'), ...after]
      const { batch, turns } = await load(lines(...rows))
      expect(Array.from(turns)).toEqual([3, 1])
      expect(marked(batch, 0)).toBe('one[more]two[and more]three')
      expect(promptOf(batch, 1)).toEqual([
        ['summary', 'Short.'],
        ['preserved', 'two'],
        ['preserved', 'and more'],
        ['preserved', 'three'],
        ['user', 'last'],
      ])
      // Kept once more: a3 was kept by both.
      const again = { preservedMessages: { anchorUuid: 's2', uuids: ['a3', 'u4', 'a4'] } }
      const twice = [cut('b2', 'a4', again), summary('s2', 'b2'), assistant('a5', 'a4', 'five')]
      const second = await load(lines(...rows, ...twice))
      expect(Array.from(second.turns)).toEqual([3, 1, 1])
      expect(promptOf(second.batch, 2).map(([, text]) => text)).toEqual([
        'Short.',
        'three',
        'last',
        'four',
      ])
    }
  })

  it('counts a repeated boundary once and makes no segment without a call', async () => {
    const { batch } = await load(bytesOf('claude-code', 'compacted-twice.jsonl'))
    expect(batch.rollout.id).toEqual(['s1', 's2'])
    expect(Array.from(batch.rollout.firstSegment)).toEqual([0, 3, 4])
    expect(promptOf(batch, 2)).toEqual([['summary', 'Shorter summary.']])
  })

  it('joins a session that continues in another file', async () => {
    const first = lines(user('u1', null, 'go'), assistant('a1', 'u1', 'one'))
    const second = lines(
      line('system', 'b', null, {
        sessionId: 't',
        subtype: 'compact_boundary',
        logicalParentUuid: 'a1',
      }),
      user('c', 'b', 'Summary.', { sessionId: 't', isCompactSummary: true }),
      assistant('a2', 'c', 'two', { sessionId: 't' }),
    )
    const both = await readTrace(
      [
        { name: 'a', data: blob(first) },
        { name: 'b', data: blob(second) },
      ],
      () => {},
    )
    if (!both.ok) throw new Error('refused')
    expect(both.value.batch.rollout.id).toEqual(['t'])
    expect([0, 1].map((s) => marked(both.value.batch, s))).toEqual(['one', 'two'])
    const alone = await load(second)
    expect(alone.batch.segmentCount).toBe(1)
    expect(alone.diagnostics.map((d) => [d.code, d.severity, d.line])).toEqual([
      ['continued-session', 'warning', 1],
    ])
  })

  it('drops no session because another one happens to use the same uuids', async () => {
    const session = (sessionId: string, text: string) => [
      user('u1', null, 'go', { sessionId }),
      assistant('a1', 'u1', text, { sessionId }),
    ]
    const apart = await load(lines(...session('s', 'one'), ...session('t', 'two')))
    expect(apart.batch.rollout.id).toEqual(['s', 't'])
    // A resumed session repeats the old one's lines before it goes on: one rollout.
    const resumed = [...session('t', 'one'), assistant('a2', 'a1', 'more', { sessionId: 't' })]
    const joined = await load(lines(...session('s', 'one'), ...resumed))
    expect(joined.batch.rollout.id).toEqual(['t'])
  })

  it('reads the SDK stream: snake_case, no parents', async () => {
    const message = (id: string, text: string) => ({ id, content: [{ type: 'text', text }] })
    const { batch } = await load(
      lines(
        { type: 'system', subtype: 'init', session_id: 'k', uuid: '0' },
        { type: 'user', session_id: 'k', message: { content: 'go' } },
        { type: 'assistant', session_id: 'k', message: message('1', 'one') },
        {
          type: 'assistant',
          session_id: 'k',
          message: message('9', 'sub'),
          parent_tool_use_id: 't',
        },
        {
          type: 'system',
          subtype: 'compact_boundary',
          session_id: 'k',
          uuid: 'b',
          compact_metadata: { trigger: 'auto', pre_tokens: 5 },
        },
        { type: 'assistant', session_id: 'k', message: message('2', 'two') },
      ),
    )
    expect(batch.rollout.id).toEqual(['k'])
    expect([0, 1].map((s) => marked(batch, s))).toEqual(['one', 'two'])
  })

  it('is not led in a circle by parents that point at each other', async () => {
    const { batch } = await load(
      lines(user('u1', 'a2', 'x'), assistant('a1', 'u1', 'one'), assistant('a2', 'a1', 'two')),
    )
    expect(marked(batch, 0)).toBe('onetwo')
  })

  it('leaves a session out if an unreadable line breaks its path, and only then', async () => {
    const start = [user('u1', null, 'go'), assistant('a1', 'u1', 'one')]
    const broken = `${lines(...start)}\n{"type":"user","uuid":"u2","parentUu oops\n`
    const through = await refusal(broken + lines(assistant('a2', 'u2', 'two')))
    expect(through.text).toContain('line 3')
    const beside = await load(broken + lines(assistant('a2', 'a1', 'two')))
    expect(marked(beside.batch, 0)).toBe('onetwo')
    expect(beside.diagnostics).toMatchObject([{ severity: 'error', line: 3 }])
  })

  it('names records of another format by line and keeps the session', async () => {
    const { batch, diagnostics } = await load(
      lines(
        user('u1', null, 'go'),
        42,
        { timestamp: 't', type: 'response_item', payload: {} },
        assistant('a1', 'u1', 'one', { unknown: true }),
        { type: 'quantum-state', sessionId: 's' },
      ),
    )
    expect(batch.rolloutCount).toBe(1)
    expect(diagnostics.map((d) => d.line)).toEqual([2, 3, 5])
    expect(diagnostics[2].message).toContain('were skipped: quantum-state (1).')
  })

  it('counts lines that are no messages by their type, also those that name no session', async () => {
    const { batch, diagnostics } = await load(
      lines(
        { type: 'file-history-delta', messageId: 'u1' },
        user('u1', null, 'go'),
        { type: 'launched', agentId: 'x' },
        { type: 'vibe-snapshot', level: 3 },
        assistant('a1', 'u1', 'one'),
        { type: 'vibe-snapshot', level: 4 },
        { type: 'system', subtype: 'vibe' },
      ),
    )
    expect(marked(batch, 0)).toBe('one')
    expect(diagnostics.map((d) => [d.severity, d.line, d.skipped])).toEqual([
      ['warning', 4, [{ type: 'vibe-snapshot', count: 2 }]],
    ])
  })

  it('misses a message that names neither itself nor its session', async () => {
    const { diagnostics } = await load(
      lines(
        user('u1', null, 'go'),
        assistant('a1', 'u1', 'one'),
        { type: 'assistant', message: { role: 'assistant', content: [] } },
        { type: 'system', subtype: 'compact_boundary' },
        { type: 'turn', role: 'user', content: 'x' },
      ),
    )
    expect(diagnostics.map((d) => [d.code, d.severity, d.line])).toEqual([
      ['foreign-row', 'error', 3],
      ['foreign-row', 'error', 4],
      ['foreign-row', 'error', 5],
    ])
  })

  it('reads what was said while the model worked, and the messages that a compaction kept', async () => {
    const { batch, diagnostics } = await load(bytesOf('claude-code', 'kept-messages.jsonl'))
    expect(marked(batch, 0)).toBe(
      'Start with the writer.{"name":"Read","input":{"file_path":"report.py"}}' +
        '[def write(rows): ...][The header is right, by the way.]The writer drops it.' +
        '{"name":"Edit","input":{"file_path":"report.py"}}[ok]Fixed; all columns are written.',
    )
    expect(marked(batch, 1)).toBe('Added test_report.py.')
    expect(promptOf(batch, 1).map(([label]) => label)).toEqual([
      'summary',
      'preserved',
      'preserved',
      'preserved',
      'user',
    ])
    expect(diagnostics.map((d) => d.skipped)).toEqual([[{ type: 'vibe-snapshot', count: 1 }]])
  })

  it('shows unknown content parts as placeholders', async () => {
    const parts = [{ type: 'image', source: {} }, { type: 'hologram' }, { type: 'text', text: 'x' }]
    const { batch } = await load(lines(user('u1', null, parts), assistant('a1', 'u1', 'one')))
    const text = batch.prompt.text
    expect(text && pieceOf(text, 0)).toBe('[image]\n[hologram]\nx')
  })

  it('does not take a sub-agent file for a session', async () => {
    const { text } = await refusal(lines(assistant('a1', null, 'x', { isSidechain: true })))
    expect(text).toContain("sub-agent's (sidechain)")
  })

  it('walks a session of 50,000 messages in linear time', async () => {
    const rows = Array.from({ length: 50_000 }, (_, i) =>
      i % 2
        ? assistant(`n${i}`, `n${i - 1}`, 'y')
        : user(`n${i}`, i === 0 ? null : `n${i - 1}`, 'x'),
    )
    const before = performance.now()
    const { turns } = await load(lines(...rows))
    expect(Array.from(turns)).toEqual([25_000])
    expect(performance.now() - before).toBeLessThan(15_000)
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { guessMapping } from '../../../src/formats/mapped/guess-mapping.ts'
import { readTrace } from '../../../src/formats/read.ts'
import type { LoadedTrace } from '../../../src/formats/types.ts'
import { BOUNDARIES } from '../../../src/trace/batch.ts'
import type { Mapping } from '../../../src/trace/mapping.ts'
import { blob, column, lines } from '../helpers.ts'
import { tablesOf } from './tables.ts'

type Content = string | Uint8Array<ArrayBuffer>

const open = (content: Content, mapping?: Mapping, rows?: number) =>
  readTrace([{ name: 'table', data: blob(content) }], () => {}, undefined, {
    ...(mapping && { mapping }),
    ...(rows !== undefined && { rows }),
  })

/** The outline that the refusal of a table brings along. */
async function outlineOf(content: Content) {
  const result = await open(content)
  if (result.ok) throw new Error('a format took the table')
  const { table } = result.error.refusals[0]
  if (!table) throw new Error(`no outline: ${result.error.refusals[0].diagnostics[0].message}`)
  return table
}

async function read(content: Content, mapping: Mapping): Promise<LoadedTrace> {
  const result = await open(content, mapping)
  if (!result.ok) throw new Error(JSON.stringify(result.error.refusals))
  return result.value
}

async function problems(content: Content, mapping: Mapping) {
  const result = await open(content, mapping)
  return result.ok
    ? result.value.diagnostics
    : result.error.refusals.flatMap(({ diagnostics }) => diagnostics)
}

const MAPPING: Mapping = {
  columns: { rollout: 'traj', order: 'part', mask: 'is_model', reward: 'score', values: 'v' },
  rows: 'segment',
  order: 'up',
  reward: 'copied',
}

/** Arrays of an npz are all lists: which one is a mask is told by its name only. */
const GUESSED_NPZ = {
  rollout: 'traj',
  order: 'part',
  values: 'v',
  reward: 'score',
  cuts: 'offsets',
}

/** Two rollouts, the segments of the first written last to first. */
const ROWS = [
  { traj: 'a', part: 30, is_model: [1, 0], v: [0.5, 0.25], score: 1, note: 'x' },
  { traj: 'a', part: 10, is_model: [true, true, false], v: [0.1, 0.2, 0.3], score: 1, note: 'y' },
  { traj: 'b', part: 0, is_model: [1], v: [0.75], score: 0, note: 'z' },
]

describe('a table that no format knows', () => {
  const containers = tablesOf(ROWS)
  it.each([...containers])('is outlined, guessed and read as %s', async (name, content) => {
    const outline = await outlineOf(content)
    expect(outline.container).toBe(name)
    const { columns, ...rest } = guessMapping(outline)
    expect(columns).toEqual(name === 'npz' ? GUESSED_NPZ : MAPPING.columns)
    expect(rest).toEqual({ rows: 'segment', order: 'up', reward: 'copied' })

    const cuts = name === 'npz' ? { cuts: 'offsets' } : {}
    const mapping = { ...MAPPING, columns: { ...MAPPING.columns, ...cuts } }
    const { batch, files, diagnostics, unknownColumns } = await read(content, mapping)
    expect(files[0].format).toBe('mapped')
    expect(diagnostics).toEqual([])
    expect(unknownColumns).toEqual(['note'])
    expect(batch.rollout.id).toEqual(['a', 'b'])
    expect([...batch.rollout.firstSegment]).toEqual([0, 2, 3])
    expect([...batch.rollout.outcome]).toEqual([1, 0])
    expect([...batch.mask]).toEqual([1, 1, 0, 1, 0, 1])
    expect(column(batch, 'values')).toEqual([0.1, 0.2, 0.3, 0.5, 0.25, 0.75])
    expect(batch.maskDerived).toBe(false)
    expect(BOUNDARIES[batch.segment.boundary[0]]).toBe('unknown')
  })

  it('is read at once where the mapping fits, and asked about where it does not', async () => {
    const other = { ...MAPPING, columns: { ...MAPPING.columns, values: 'critic' } }
    const result = await open(lines(...ROWS), other)
    expect(result.ok).toBe(false)
    if (result.ok) return
    const [{ diagnostics, table }] = result.error.refusals
    expect(diagnostics[0]).toMatchObject({ code: 'missing-column', field: 'critic' })
    expect(diagnostics[0].message).toBe(
      'table: there is no column `critic`; the columns are traj, part, is_model, v, score, note.',
    )
    expect(table?.columns.map(({ name }) => name)).toEqual(Object.keys(ROWS[0]))
  })

  it('keeps its format where one knows it, whatever the mapping says', async () => {
    const canonical = lines({ rollout_id: 'c', response_mask: [1, 1], traj: 'a', is_model: [0, 0] })
    const { files, batch } = await read(canonical, { ...MAPPING, columns: { mask: 'is_model' } })
    expect(files[0].format).toBe('canonical-jsonl')
    expect([...batch.mask]).toEqual([1, 1])
  })

  it('is also asked about where it has only a part of the canonical columns', async () => {
    const outline = await outlineOf(
      lines({ rollout_id: 'a', segment_index: 0, mask: [1, 0], values: [1, 2] }),
    )
    expect(guessMapping(outline).columns).toEqual({
      rollout: 'rollout_id',
      order: 'segment_index',
      mask: 'mask',
      values: 'values',
    })
  })

  it.each([
    ['prose', 'Dear diary,\nnothing here, really.\nGood night,\n'],
    ['a configuration', JSON.stringify({ name: 'x', nested: { list: [1, 2] } }, undefined, 2)],
    ['one flat object', '{"name":"x","size":3}'],
  ])('%s is none', async (_, text) => {
    const result = await open(text)
    expect(result.ok ? 'read' : result.error.refusals[0].table).toBe(undefined)
  })

  it('reads no more rows than a preview asks for', async () => {
    const result = await open(lines(...ROWS), MAPPING, 1)
    expect(result.ok && result.value.batch.segmentCount).toBe(1)
  })
})

describe('what a mapping can say', () => {
  it('takes every token for an action without a mask, and says so', async () => {
    const { mask: _, ...columns } = MAPPING.columns
    const { batch, diagnostics } = await read(lines(...ROWS), { ...MAPPING, columns })
    expect(batch.maskDerived).toBe(true)
    expect([...batch.mask]).toEqual([1, 1, 1, 1, 1, 1])
    expect(diagnostics).toHaveLength(1)
    expect(diagnostics[0]).toMatchObject({ code: 'mask-assumed', severity: 'warning' })
  })

  it('counts inv_iter from the end', async () => {
    const { batch } = await read(lines(...ROWS), { ...MAPPING, order: 'down' })
    expect([...batch.mask]).toEqual([1, 0, 1, 1, 0, 1])
  })

  it('sorts texts by the numbers in them', async () => {
    const rows = ['step 10', 'step 9'].map((part, i) => ({ traj: 'a', part, is_model: [i] }))
    const mapping = { ...MAPPING, columns: { rollout: 'traj', order: 'part', mask: 'is_model' } }
    expect([...(await read(lines(...rows), mapping)).batch.mask]).toEqual([1, 0])
  })

  it('adds up rewards that are parts of one outcome', async () => {
    const rows = [0.25, 0.5, undefined].map((score, part) => ({
      traj: 'a',
      part,
      is_model: [1],
      score,
    }))
    const columns = { rollout: 'traj', order: 'part', mask: 'is_model', reward: 'score' }
    const { batch } = await read(lines(...rows), { ...MAPPING, columns, reward: 'summed' })
    expect([...batch.rollout.outcome]).toEqual([0.75])
    const said = await problems(lines(...rows), { ...MAPPING, columns })
    expect(said.map(({ code, line, field }) => ({ code, line, field }))).toContainEqual({
      code: 'reward-mismatch',
      line: 2,
      field: 'score',
    })
    expect(said.find(({ code }) => code === 'reward-mismatch')?.message).toContain('added up')
  })

  it('takes a list of rewards for rewards of tokens', async () => {
    const rows = [{ r: [0, 0.5, 1], m: [1, 1, 1] }]
    const mapping = { ...MAPPING, columns: { reward: 'r', mask: 'm' } }
    const { batch } = await read(lines(...rows), mapping)
    expect(column(batch, 'rewards')).toEqual([0, 0.5, 1])
    expect([...batch.rollout.outcome]).toEqual([1.5])
    expect(batch.rollout.id).toEqual(['row 1'])
  })

  it('reads one token per row', async () => {
    const csv =
      'run,seg,mask,value,token,reward\nx,0,1,0.5,ab,0\nx,0,0,0.25,c,0\nx,1,1,1,"d ""e"", f",1\n'
    const outline = await outlineOf(csv)
    const mapping = guessMapping(outline)
    expect(mapping).toEqual({
      columns: {
        rollout: 'run',
        order: 'seg',
        mask: 'mask',
        values: 'value',
        text: 'token',
        reward: 'reward',
      },
      rows: 'token',
      order: 'up',
      reward: 'copied',
    })
    const { batch } = await read(csv, mapping)
    expect([...batch.segment.start]).toEqual([0, 2, 3])
    expect([...batch.mask]).toEqual([1, 0, 1])
    expect(column(batch, 'values')).toEqual([0.5, 0.25, 1])
    expect([...batch.rollout.outcome]).toEqual([1])
    expect(new TextDecoder().decode(batch.text?.bytes)).toBe('abcd "e", f')
  })

  it('reads the advantages that Segue exports as CSV', async () => {
    const csv =
      '# Segue {"gamma":1}\nrollout_id,segment_index,inv_iter,position,kind,mask,value,reward,advantage_a\n' +
      'A,0,1,0,action,1,0.5,0,0.25\nA,1,0,0,action,1,0.5,1,0.5\n'
    const { columns, rows } = guessMapping(await outlineOf(csv))
    expect(rows).toBe('token')
    expect(columns).toMatchObject({ rollout: 'rollout_id', order: 'segment_index', mask: 'mask' })
    const { batch } = await read(csv, guessMapping(await outlineOf(csv)))
    expect([...batch.segment.start]).toEqual([0, 1, 2])
  })

  it('splits a text approximately where nothing else says how many tokens there are', async () => {
    const rows = [
      { id: 'a', output: 'Hello there', score: 1 },
      { id: 'b', output: 'No', score: 0 },
    ]
    const mapping = guessMapping(await outlineOf(lines(...rows)))
    expect(mapping.columns).toEqual({ rollout: 'id', text: 'output', reward: 'score' })
    const { batch } = await read(lines(...rows), mapping)
    expect(batch.approximate).toBe(true)
    expect([...batch.segment.start]).toEqual([0, 2, 3])
  })

  it('keeps ids above 2^53 apart', async () => {
    const text = '{"traj":9007199254740993,"m":[1]}\n{"traj":9007199254740992,"m":[1]}\n'
    const { batch } = await read(text, { ...MAPPING, columns: { rollout: 'traj', mask: 'm' } })
    expect(batch.rollout.id).toEqual(['9007199254740993', '9007199254740992'])
  })
})

describe('a row that does not fit', () => {
  const broken = (change: object) => lines(ROWS[2], { ...ROWS[0], traj: 'c', ...change })
  it.each([
    [{ v: [1] }, 'v', 'bad-length', '`v` has 1 entries but `is_model` has 2'],
    [{ v: 'none' }, 'v', 'bad-type', '`v` is "none"; a list with one number per token is needed.'],
    [{ v: [1, 'x'] }, 'v', 'bad-type', '`v`[1] is "x"'],
    [{ is_model: [1, 2] }, 'is_model', 'bad-mask', '`is_model`[1] is 2; write only 0 and 1.'],
    [{ score: 'good' }, 'score', 'bad-type', '`score` is "good"; a number or a list of numbers'],
    [
      { part: null },
      'part',
      'bad-type',
      '`part` is null; the order is told by a number or a text.',
    ],
    [{ traj: 0.5 }, 'traj', 'bad-type', '`traj` is 0.5; an id is a string or an integer.'],
    [{ traj: null }, 'traj', 'missing-column', '`traj` is empty; every row needs its rollout.'],
    [{ v: null, is_model: null, score: 1 }, 'is_model', 'no-tokens', 'hold no list and no text'],
  ])('%j is named with its line and column', async (change, field, code, message) => {
    const [said] = await problems(broken(change), MAPPING)
    expect(said).toMatchObject({ code, field, line: 2 })
    expect(said.message).toContain(message)
  })

  it('is named where two rows of a rollout have the same order', async () => {
    const said = await problems(lines(ROWS[0], { ...ROWS[1], part: 30 }), MAPPING)
    expect(said.map(({ code }) => code)).toContain('duplicate-segment')
    expect(said.find(({ code }) => code === 'duplicate-segment')?.message).toContain(
      '`part` is "30" as on row 1 of the same rollout.',
    )
  })

  it('is left out of a CSV where its cells do not match the header', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => (i === 25 ? 'a,1' : `r${i},1,0.5`))
    const mapping = {
      ...MAPPING,
      columns: { rollout: 'run', mask: 'mask', values: 'v' },
      rows: 'token' as const,
    }
    const { diagnostics, batch } = await read(['run,mask,v', ...rows].join('\n'), mapping)
    expect(batch.rolloutCount).toBe(29)
    expect(diagnostics[0]).toMatchObject({ code: 'bad-csv', line: 27 })
    expect(diagnostics[0].message).toContain('has 2 cells but the header has 3')
  })
})

describe('an npz of other arrays', () => {
  const bytes = new Uint8Array(
    readFileSync(join(import.meta.dirname, 'files', 'pendulum-56-trajectories.npz')),
  )

  it('is cut at the offsets it holds: 56 classic-control trajectories', async () => {
    const outline = await outlineOf(bytes)
    expect(outline.columns).toContainEqual({ name: 'infos', kind: 'other' })
    const mapping = guessMapping(outline)
    expect(mapping.columns).toEqual({ cuts: 'indices', reward: 'rews' })
    const { batch, diagnostics } = await read(bytes, mapping)
    expect(batch.rolloutCount).toBe(56)
    expect([...batch.segment.start].map((p, i) => p - 200 * i)).toEqual(Array(57).fill(0))
    const total = batch.rollout.outcome.reduce((sum, x) => sum + x, 0)
    expect(total).toBeCloseTo(-10606.429351220118, 6)
    expect(batch.rollout.outcome[0]).toBeCloseTo(-127.21481965179021, 9)
    expect(batch.maskDerived).toBe(true)
    expect(diagnostics.map(({ code }) => code)).toEqual(['mask-assumed'])
  })

  it('names the array of Python objects that cannot be read', async () => {
    const mapping = { ...MAPPING, columns: { cuts: 'indices', reward: 'rews', group: 'infos' } }
    const [said] = await problems(bytes, mapping)
    expect(said).toMatchObject({ code: 'object-dtype', field: 'infos' })
  })

  it('refuses arrays that do not belong together', async () => {
    const [said] = await problems(bytes, { ...MAPPING, columns: { reward: 'rews', values: 'obs' } })
    expect(said.message).toContain('`rews` has shape [11200] but the table has 11256 rows.')
  })
})

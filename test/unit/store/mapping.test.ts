import { describe, expect, it } from 'vitest'
import { guessMapping } from '../../../src/formats/mapped/guess-mapping.ts'
import { decodeLink } from '../../../src/store/link.ts'
import type { Mapping, TableOutline } from '../../../src/trace/mapping.ts'
import { err } from '../../../src/trace/result.ts'
import type { Opened } from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { settle } from '../worker/fakes.ts'
import { file, openedOf, plainTrace, setUpStore } from './fake-client.ts'

const OUTLINE: TableOutline = {
  container: 'JSON',
  columns: [
    { name: 'traj', kind: 'text' },
    { name: 'bits', kind: 'bits' },
  ],
  rows: [['a', '[1]']],
}
const MAPPING: Mapping = {
  columns: { rollout: 'traj', mask: 'bits' },
  rows: 'segment',
  order: 'up',
  reward: 'copied',
}

const refused = (name: string, code = 'unsupported-format') => [
  {
    file: name,
    bytes: 1,
    guess: 'table',
    diagnostics: [{ code, severity: 'error' as const, file: name, message: `${name}: ${code}.` }],
    table: OUTLINE,
  },
]

const mapped = (): Opened =>
  openedOf(
    traceOfRows([{ rollout_id: 'a', response_mask: [1] }], {
      name: 'rows.jsonl',
      format: 'mapped',
      bytes: 1,
    }),
  )

async function setUp() {
  const store = setUpStore()
  await store.arrive()
  const refuse = async (name = 'rows.jsonl', code?: string) => {
    store.opens.at(-1)?.outcome.resolve(err({ refusals: refused(name, code) }))
    await settle()
  }
  const source = () => store.opens.at(-1)?.source
  return { ...store, refuse, source }
}

describe('a table that no format knows', () => {
  it('is asked about with a guess, while the open trace stays', async () => {
    const { actions, get, refuse } = await setUp()
    const { summary } = get().data
    actions.openFiles([file('rows.jsonl')])
    await refuse()
    const { mapping } = get().tasks
    expect(mapping).toMatchObject({ file: 'rows.jsonl', start: undefined, why: undefined })
    expect(mapping && guessMapping(mapping.outline)).toEqual(MAPPING)
    expect(get().tasks.refusals).toEqual([])
    expect(get().data.summary).toBe(summary)
  })

  it('opens by the mapping, which is in the link from then on', async () => {
    const { actions, get, refuse, source, arrive } = await setUp()
    actions.openFiles([file('rows.jsonl')])
    await refuse()
    actions.openMapped(MAPPING)
    expect(get().tasks.mapping).toBe(undefined)
    expect(source()).toMatchObject({ kind: 'files', mapping: MAPPING })
    await arrive(mapped())
    expect(get().document.map).toEqual(MAPPING)
    expect(get().tasks.link).toContain('&map=1&map.rollout=traj&map.mask=bits')
    const link = decodeLink(get().tasks.link)
    expect(link.kind === 'ok' && link.document.map).toEqual(MAPPING)
  })

  it('is forgotten by a file of a known format', async () => {
    const { actions, get, refuse, arrive } = await setUp()
    actions.openFiles([file('rows.jsonl')])
    await refuse()
    actions.openMapped(MAPPING)
    await arrive(mapped())
    actions.openFiles([file('plain.jsonl')])
    await arrive(openedOf(plainTrace()))
    expect(get().document.map).toBe(undefined)
    expect(get().tasks.link).not.toContain('map')
  })

  it('comes back as it was mapped on undo', async () => {
    const { actions, get, refuse, arrive, source, wait } = await setUp()
    actions.openFiles([file('rows.jsonl')])
    await refuse()
    actions.openMapped(MAPPING)
    await arrive(mapped())
    actions.openSample('bug')
    await arrive()
    expect(get().document.map).toBe(undefined)
    actions.undo()
    wait(1000)
    await settle()
    expect(source()).toMatchObject({ kind: 'files', mapping: MAPPING })
    await arrive(mapped())
    expect(get().document.map).toEqual(MAPPING)
  })

  it('opens at once for who has the link and drops the file it names', async () => {
    const { actions, get, arrive, source } = await setUp()
    actions.openLink('#v=1&file=rows.jsonl&map=1&map.rollout=traj&map.mask=bits&gamma=0.5')
    actions.openFiles([file('rows.jsonl')])
    expect(source()).toMatchObject({ kind: 'files', mapping: MAPPING })
    await arrive(mapped())
    expect(get().document).toMatchObject({ map: MAPPING, gamma: 0.5 })
  })

  it('is asked about again, with the reason, where the mapping of a link does not fit', async () => {
    const { actions, get, refuse } = await setUp()
    actions.openLink('#v=1&file=rows.jsonl&map=1&map.mask=other')
    actions.openFiles([file('rows.jsonl')])
    await refuse('rows.jsonl', 'missing-column')
    const { mapping } = get().tasks
    expect(mapping).toMatchObject({ start: undefined, why: 'rows.jsonl: missing-column.' })
    expect(mapping && guessMapping(mapping.outline)).toEqual(MAPPING)
  })

  it('can be mapped anew while it is open', async () => {
    const { actions, get, refuse, arrive, source } = await setUp()
    actions.openFiles([file('rows.jsonl')])
    await refuse()
    const other: Mapping = { ...MAPPING, columns: { mask: 'bits' } }
    actions.openMapped(other)
    await arrive(mapped())
    actions.changeColumns()
    expect(source()).not.toHaveProperty('mapping')
    await refuse()
    expect(get().tasks.mapping).toMatchObject({ start: other, why: undefined })
    actions.dismissMapping()
    expect(get().document.map).toEqual(other)
  })
})

describe('a mapping in a link', () => {
  const decode = (hash: string) => {
    const link = decodeLink(hash)
    if (link.kind !== 'ok') throw new Error(link.kind)
    return { map: link.document.map, said: link.details.first }
  }

  it('of a newer version is none, and is said', () => {
    const { map, said } = decode('#v=1&file=x&map=2&map.mask=m')
    expect(map).toBe(undefined)
    expect(said[0]).toContain('a mapping of columns of version 1')
  })

  it('with unknown roles and words keeps the rest', () => {
    const { map, said } = decode('#v=1&file=x&map=1&map.mask=m&map.colour=c&map.rows=cell')
    expect(map).toEqual({ ...MAPPING, columns: { mask: 'm' } })
    expect(said).toHaveLength(2)
  })
})

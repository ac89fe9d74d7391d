/** Arrays of an npz as rows: stacked, padded to one width, or flat and cut by an array of offsets. */

import { clip, type Fault } from '../../trace/diagnostic-list.ts'
import type { Mapping } from '../../trace/mapping.ts'
import type { JsonObject } from '../canonical-row.ts'
import { type NpyArray, type NpyData, NpyError, readNpy } from '../containers/npy.ts'
import { checkMembers, unzipMember, type ZipMember } from '../containers/zip.ts'
import type { Source } from '../types.ts'
import type { Complaints, Table, TableRow } from './row-source.ts'

const EXTENSION = '.npy'
/** Rows are objects for a moment. */
const MOST_ROWS = 5_000_000
/** Entries of an array that stand for it before anything is chosen. */
const SHOWN = 64

type Typed = Exclude<NpyData, readonly string[]>

export function npzTable(source: Source, all: readonly ZipMember[]): Table | undefined {
  const members = new Map(
    all
      .filter(({ name }) => name.endsWith(EXTENSION))
      .map((member) => [member.name.slice(0, -EXTENSION.length), member]),
  )
  if (members.size === 0) return undefined
  const columns = [...members.keys()]
  return {
    container: 'npz',
    columns,
    eachRow: async (mapping, visit, complaints) => {
      const wanted = mapping ? [...new Set(Object.values(mapping.columns))] : columns
      const unread: Fault[] = []
      const arrays = await readArrays(source, members, wanted, unread)
      // While nothing is chosen, an array that cannot be read is only not offered.
      if (!mapping) visit({ record: beginnings(arrays), line: 1, text: '' })
      else if (unread.length === 0) await eachRow(arrays, mapping, visit, complaints, source)
      else for (const fault of unread) complaints.refuse(fault)
    },
  }
}

async function readArrays(
  source: Source,
  members: ReadonlyMap<string, ZipMember>,
  wanted: readonly string[],
  unread: Fault[],
): Promise<ReadonlyMap<string, NpyArray>> {
  const found = wanted.flatMap((name) => {
    const member = members.get(name)
    return member ? [[name, member] as const] : []
  })
  checkMembers(found.map(([, member]) => member))
  const data = await source.blob()
  const arrays = new Map<string, NpyArray>()
  for (const [name, member] of found) {
    try {
      arrays.set(name, readNpy(await unzipMember(data, member, source.control.signal)))
    } catch (error) {
      if (!(error instanceof NpyError)) throw error
      const code = error.message.includes('pickled') ? 'object-dtype' : 'bad-npy'
      const message = `array \`${clip(name)}\` cannot be read: ${error.message}`
      unread.push({ code, field: clip(name), message })
    }
    await source.pause()
  }
  return arrays
}

/** The first entries of every array, as they look without knowing what they are. */
function beginnings(arrays: ReadonlyMap<string, NpyArray>): JsonObject {
  return Object.fromEntries(
    [...arrays].map(([name, { data }]) => [name, plain(part(data, 0, SHOWN))]),
  )
}

async function eachRow(
  arrays: ReadonlyMap<string, NpyArray>,
  mapping: Mapping,
  visit: (row: TableRow) => boolean,
  { refuse }: Complaints,
  source: Source,
): Promise<void> {
  const cutsName = mapping.columns.cuts
  const cuts = cutsName === undefined ? undefined : arrays.get(cutsName)
  const columns = [...arrays].filter(([name]) => name !== cutsName)
  const scalar = columns.find(([, { shape }]) => shape.length === 0)
  if (scalar) {
    const message = `\`${clip(scalar[0])}\` is a single number; an array with one entry per row is needed.`
    return refuse({ code: 'bad-length', field: clip(scalar[0]), message })
  }
  const longest = Math.max(0, ...columns.map(([, { shape }]) => shape[0]))
  const offsets = cuts && offsetsOf(cuts, longest)
  if (typeof offsets === 'string') {
    return refuse({ code: 'bad-offsets', field: cutsName, message: `\`${cutsName}\` ${offsets}` })
  }
  const rows = offsets ? offsets.length - 1 : longest
  if (rows > MOST_ROWS) {
    return refuse({ code: 'bad-length', message: `${rows} rows; at most ${MOST_ROWS} are read.` })
  }
  const wrong = columns.find(
    ([, { shape }]) => shape[0] !== rows && (!offsets || shape[0] !== longest),
  )
  if (wrong) {
    const [name, { shape }] = wrong
    const want = offsets ? `${rows} rows or ${longest} tokens` : `${rows} rows`
    const message = `\`${clip(name)}\` has shape [${shape}] but the table has ${want}.`
    return refuse({ code: 'bad-length', field: clip(name), message })
  }
  for (let r = 0; r < rows; r++) {
    const record: Record<string, unknown> = {}
    for (const [name, { data, shape }] of columns) {
      const width = shape.slice(1).reduce((product, n) => product * n, 1)
      // As long as the tokens and as the rows: it is cut only where the rows are no tokens themselves.
      const flat = offsets !== undefined && shape[0] === longest && longest !== rows
      record[name] = flat
        ? plain(part(data, offsets[r] * width, offsets[r + 1] * width))
        : shape.length > 1
          ? plain(part(data, r * width, (r + 1) * width))
          : single(data[r])
    }
    if (!visit({ record, line: r + 1, text: '' })) return
    await source.pause()
  }
}

/** Offsets from 0 to `end`, however much of them was written down; else what is wrong with them. */
function offsetsOf({ data }: NpyArray, end: number): Float64Array | string {
  if (Array.isArray(data)) return 'holds texts; offsets are integers.'
  const given = Float64Array.from(data as ArrayLike<number | bigint>, Number)
  const from = given[0] === 0 ? [] : [0]
  const last = given[given.length - 1] ?? 0
  const offsets = Float64Array.from([...from, ...given, ...(last < end ? [end] : [])])
  for (let i = 1; i < offsets.length; i++) {
    if (Number.isInteger(offsets[i]) && offsets[i] >= offsets[i - 1] && offsets[i] <= end) continue
    return `holds ${offsets[i]} after ${offsets[i - 1]}; offsets are integers that do not fall, up to ${end}.`
  }
  return offsets
}

function part(data: NpyData, from: number, to: number): NpyData {
  return Array.isArray(data) ? data.slice(from, to) : (data as Typed).subarray(from, to)
}

/** 64-bit integers as doubles: what that rounds is far outside what tokens may be. */
const plain = (data: NpyData): unknown =>
  data instanceof BigInt64Array || data instanceof BigUint64Array
    ? Float64Array.from(data as Iterable<bigint>, Number)
    : data

/** An id stays exact. */
const single = (x: number | bigint | string): unknown =>
  typeof x !== 'bigint' ? x : Number.isSafeInteger(Number(x)) ? Number(x) : String(x)

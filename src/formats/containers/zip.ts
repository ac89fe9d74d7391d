/**
 * Zip archives by their central directory (APPNOTE 6.3.10, zip64 included): only the members that are
 * asked for are read and unpacked, and none to more than it declares.
 */
import { rangeOf, UnreadableFile, windowsOf } from './bytes.ts'
import { UNPACKED_LIMIT, unzstd } from './packed.ts'

export class ZipError extends Error {}

export interface ZipMember {
  readonly name: string
  /** 0 = stored, 8 = deflated, 93 = zstd. */
  readonly method: number
  readonly encrypted: boolean
  readonly packed: number
  readonly size: number
  /** Of the member's local header. */
  readonly offset: number
}

const END = { signature: 0x06054b50, size: 22, longestComment: 65535 }
const END64 = { signature: 0x06064b50, size: 56 }
const LOCATOR64 = { signature: 0x07064b50, size: 20 }
const ENTRY = { signature: 0x02014b50, size: 46 }
const LOCAL = { signature: 0x04034b50, size: 30 }
/** What a 32-bit field holds when the zip64 extra field has the number. */
const IN_ZIP64 = 0xffffffff
/** 65,000 members have about 6 MB of directory. */
const DIRECTORY_LIMIT = 2 ** 26
/**
 * No deflate stream gives more bytes per byte (zlib, "Maximum Compression Factor"); a zstd block of 4
 * bytes gives at most 128 kB.
 */
const RATIO: ReadonlyMap<number, number> = new Map([
  [8, 1032],
  [93, 2 ** 15],
])
/** Traces do not pack this well over so many bytes. */
const BOMB = { bytes: 2 ** 28, ratio: 400 }

const broken = (detail: string) =>
  new ZipError(`broken zip archive (${detail}; file truncated?); copy it again.`)

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Members in the order of the directory; throws ZipError where there is none. */
export async function zipDirectory(data: Blob): Promise<readonly ZipMember[]> {
  const { offset, size } = await placeOf(data)
  if (size > DIRECTORY_LIMIT) {
    throw new ZipError(`its directory claims ${size} bytes; at most ${DIRECTORY_LIMIT} are read.`)
  }
  if (offset + size > data.size) throw broken('the directory lies outside the file')
  const bytes = await rangeOf(data, offset, offset + size)
  const view = viewOf(bytes)
  const members: ZipMember[] = []
  for (let at = 0; at + ENTRY.size <= bytes.length; ) {
    if (view.getUint32(at, true) !== ENTRY.signature) break
    const nameEnd = at + ENTRY.size + view.getUint16(at + 28, true)
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    const next = extraEnd + view.getUint16(at + 32, true)
    if (next > bytes.length) throw broken('the directory is cut off')
    members.push(entryAt(bytes, at, nameEnd, extraEnd))
    at = next
  }
  checkRanges(members, offset)
  return members
}

/** Where the directory stands. */
async function placeOf(data: Blob): Promise<{ readonly offset: number; readonly size: number }> {
  const from = Math.max(0, data.size - END.size - END.longestComment)
  const tail = await rangeOf(data, from, data.size)
  const view = viewOf(tail)
  let at = tail.length - END.size
  while (at >= 0 && view.getUint32(at, true) !== END.signature) at--
  if (at < 0) throw broken('no central directory')
  const place = { size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) }
  const locator = at - LOCATOR64.size
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR64.signature) return place
  const end64 = Number(view.getBigUint64(locator + 8, true))
  if (end64 + END64.size > data.size) throw broken('the zip64 end record lies outside the file')
  const record = viewOf(await rangeOf(data, end64, end64 + END64.size))
  if (record.getUint32(0, true) !== END64.signature) throw broken('no zip64 end record')
  return {
    size: Number(record.getBigUint64(40, true)),
    offset: Number(record.getBigUint64(48, true)),
  }
}

function entryAt(bytes: Uint8Array, at: number, nameEnd: number, extraEnd: number): ZipMember {
  const view = viewOf(bytes)
  let size = view.getUint32(at + 24, true)
  let packed = view.getUint32(at + 20, true)
  let offset = view.getUint32(at + 42, true)
  for (let extra = nameEnd; extra + 4 <= extraEnd; ) {
    const end = extra + 4 + view.getUint16(extra + 2, true)
    if (view.getUint16(extra, true) === 1 && end <= extraEnd) {
      // Only the fields that did not fit stand here, in this order.
      let field = extra + 4
      const wide = (narrow: number) => {
        if (narrow !== IN_ZIP64 || field + 8 > end) return narrow
        field += 8
        return Number(view.getBigUint64(field - 8, true))
      }
      size = wide(size)
      packed = wide(packed)
      offset = wide(offset)
    }
    extra = end
  }
  return {
    name: new TextDecoder('utf-8').decode(bytes.subarray(at + ENTRY.size, nameEnd)),
    method: view.getUint16(at + 10, true),
    encrypted: (view.getUint16(at + 8, true) & 1) === 1,
    packed,
    size,
    offset,
  }
}

/** Members that share bytes are how a small archive claims to hold a large one. */
function checkRanges(members: readonly ZipMember[], directory: number): void {
  const sorted = members.toSorted((a, b) => a.offset - b.offset)
  for (const [i, { name, offset, packed }] of sorted.entries()) {
    const end = offset + LOCAL.size + packed
    if (end > directory) throw broken(`member ${name} lies outside the data`)
    const next = sorted[i + 1]
    if (next && end > next.offset) {
      throw new ZipError(`members ${name} and ${next.name} overlap; write the archive again.`)
    }
  }
}

/** Refuses, by a ZipError, members that cannot be unpacked or are too large together. */
export function checkMembers(members: readonly ZipMember[]): void {
  let total = 0
  let took = 0
  for (const { name, method, encrypted, packed, size } of members) {
    if (encrypted) throw new ZipError(`member ${name} is encrypted; write it without a password.`)
    const ratio = RATIO.get(method)
    if (method !== 0 && ratio === undefined) {
      const known = 'use stored, deflate or zstd'
      throw new ZipError(`member ${name} uses compression method ${method}; ${known}.`)
    }
    if (ratio === undefined ? size !== packed : size > packed * ratio + 1024) {
      throw new ZipError(`member ${name} claims ${size} bytes but ${packed} packed ones are there.`)
    }
    // Stored members are bounded by the file itself.
    if (ratio !== undefined) {
      total += size
      took += packed
    }
  }
  if (total > UNPACKED_LIMIT) {
    throw new ZipError(
      `its members unpack to ${(total / 2 ** 30).toFixed(1)} GiB; at most ` +
        `${UNPACKED_LIMIT / 2 ** 30} GiB are read. Write them stored (numpy.savez, not compressed) ` +
        'or split the archive.',
    )
  }
  if (total > BOMB.bytes && total > BOMB.ratio * took) {
    throw new ZipError(
      `${took} packed bytes claim ${total}, which looks like a zip bomb; if it is a trace, unpack ` +
        'it and open the files in it.',
    )
  }
}

/** The bytes of one member that `checkMembers` passed; `onBytes` gets how many of the packed ones are read. */
export async function unzipMember(
  data: Blob,
  member: ZipMember,
  signal: AbortSignal | undefined,
  onBytes: (done: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { method, packed, size } = member
  const start = await startOf(rangesOf(data), data.size, member)
  if (method === 0) return rangeOf(data, start, start + packed, signal, onBytes)
  const result = new Uint8Array(size)
  let at = 0
  for await (const piece of unpacked(data.slice(start, start + packed), member, signal)) {
    result.set(piece, at)
    at += piece.length
    onBytes(Math.round((packed * at) / size))
  }
  return result
}

/** Reads stored members that mostly follow one another, of which there may be many thousands; others as `unzipMember`. */
export function memberReader(data: Blob, signal: AbortSignal | undefined) {
  const range = windowsOf(data)
  return async (member: ZipMember): Promise<Uint8Array<ArrayBuffer>> => {
    if (member.method !== 0) return unzipMember(data, member, signal)
    const start = await startOf(range, data.size, member)
    return range(start, start + member.packed, signal)
  }
}

const rangesOf = (data: Blob) => (from: number, to: number) => rangeOf(data, from, to)

/** One member that `checkMembers` passed, as a blob: never a second copy of it in one array. */
export async function memberBlob(
  data: Blob,
  member: ZipMember,
  signal: AbortSignal | undefined,
): Promise<Blob> {
  const start = await startOf(rangesOf(data), data.size, member)
  const part = data.slice(start, start + member.packed)
  if (member.method === 0) return part
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of unpacked(part, member, signal)) pieces.push(piece)
  return new Blob(pieces)
}

/** Where the bytes of a member begin. */
async function startOf(
  range: (from: number, to: number) => Promise<Uint8Array>,
  fileSize: number,
  { name, packed, offset }: ZipMember,
): Promise<number> {
  const header = viewOf(await range(offset, offset + LOCAL.size))
  if (header.getUint32(0, true) !== LOCAL.signature) throw broken(`no header of member ${name}`)
  const start = offset + LOCAL.size + header.getUint16(26, true) + header.getUint16(28, true)
  if (start + packed > fileSize) throw broken(`member ${name} is cut off`)
  return start
}

/** What a member unpacks to, exactly as much as it declares. */
async function* unpacked(part: Blob, member: ZipMember, signal: AbortSignal | undefined) {
  const { name, method, size } = member
  const wrong = (got: string) => new ZipError(`member ${name} ${got} its ${size} bytes.`)
  let given = 0
  for await (const piece of method === 93 ? frames(part, member, signal) : inflate(part, name)) {
    signal?.throwIfAborted()
    given += piece.length
    if (given > size) throw wrong('unpacks to more than')
    yield piece
  }
  if (given < size) throw wrong('unpacks to less than')
}

async function* frames(part: Blob, { name }: ZipMember, signal: AbortSignal | undefined) {
  try {
    yield* unzstd(part, UNPACKED_LIMIT, { onBytes: () => {}, signal })
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ZipError(`member ${name}: ${error.message}`)
    throw error
  }
}

async function* inflate(part: Blob, name: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const stream = part.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const next = () =>
    reader.read().catch(() => {
      throw broken(`member ${name} is no deflate stream`)
    })
  // Not cancelled where it is left early, as in `packed.ts`.
  for (let { value, done } = await next(); !done; { value, done } = await next()) {
    if (value) yield value
  }
}

/** What makes an archive one that torch.save wrote. */
export const pickleOf = (members: readonly ZipMember[]): ZipMember | undefined =>
  members.find(({ name }) => /(^|\/)data\.pkl$/.test(name))

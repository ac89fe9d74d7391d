/** A zip that is no format of its own is a folder: its members are inputs like dropped files. */
import type { ReadControl } from './containers/bytes.ts'
import { bytesOf } from './containers/packed.ts'
import { checkMembers, memberBlob, type ZipMember, zipDirectory } from './containers/zip.ts'
import { recognise } from './registry.ts'
import type { TraceInput } from './types.ts'

/** One file to read: an input, or a member of one. */
export interface Wrapped {
  readonly name: string
  /** Size as told to the user. */
  readonly bytes: number
  /** Its share of the input's bytes, for progress. */
  readonly packed: number
  /** Unpacks the member; may throw UnreadableFile or ZipError. */
  readonly data: () => Promise<Blob>
}

/** An OpenHands session has one file per event. */
const MOST_MEMBERS = 20_000
/** What systems and editors leave in archives. */
const JUNK = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/

/**
 * The files of an input: its members where it is a zip that no format claims, else itself. Throws
 * ZipError where such a zip is broken, encrypted or a bomb.
 */
export async function unwrap(
  { name, data }: TraceInput,
  control: ReadControl,
): Promise<readonly Wrapped[]> {
  const itself = [{ name, bytes: data.size, packed: data.size, data: async () => data }]
  const { start, blob } = await bytesOf(data, control)
  if (!mayBeZip(start)) return itself
  const zip = await blob()
  const directory = await zipDirectory(zip)
  if (recognise({ kind: 'zip', members: directory })) return itself
  const members = directory.filter(isFile)
  if (members.length === 0 || members.length > MOST_MEMBERS || isArrays(members)) return itself
  checkMembers(members)
  return members.map((member) => ({
    name: `${name}/${member.name}`,
    bytes: member.size,
    packed: member.packed,
    data: () => memberBlob(zip, member, control.signal),
  }))
}

const isFile = ({ name, size }: ZipMember) => size > 0 && !name.endsWith('/') && !JUNK.test(name)

/** An npz or a .pt that no reader takes: what is missing in it is said better about the whole. */
const isArrays = (members: readonly ZipMember[]) =>
  members.some(({ name }) => name.endsWith('.npy') || /(^|\/)data\.pkl$/.test(name))

const mayBeZip = ([a, b, c]: Uint8Array) => a === 0x50 && b === 0x4b && c < 9

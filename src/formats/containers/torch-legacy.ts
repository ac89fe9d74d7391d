/**
 * What torch.save wrote before its archives: a magic number, a version, the machine's sizes, the saved object
 * and the keys of its storages, each a pickle; then every storage as its length and its numbers (PyTorch
 * `torch/serialization.py`, `_legacy_save`).
 */
import { type ReadControl, windowsOf } from './bytes.ts'
import { PickleError, type Unpickled, unpickleBlob } from './pickle.ts'
import type { StorageRef } from './pickle-globals.ts'
import { fail, ITEM, pickleIn, storageOf, type TorchFile, torchFile } from './torch.ts'

/** 0x1950a86a20f9469cfc6c as a pickle of protocol 2. */
const MAGIC = [0x80, 2, 0x8a, 10, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19, 0x2e]
/** Of a storage's length. */
const COUNT = 8

export const isLegacyTorch = (start: Uint8Array): boolean =>
  MAGIC.every((byte, k) => start[k] === byte)

/** Unpickles the file; storages are read when they are asked for. Throws UnreadableFile. */
export async function openLegacyTorch(data: Blob, control: ReadControl): Promise<TorchFile> {
  const { signal } = control
  const { root, release, keys, refs, end } = await pickles(data, control)
  const range = windowsOf(data)
  const places = new Map<string, { readonly from: number; readonly to: number }>()
  let at = end
  for (const key of keys) {
    const ref = refs.get(key)
    if (!ref) throw fail(`storage ${key.slice(0, 20)} belongs to nothing in it`)
    const from = at + COUNT
    const to = from + ref.length * ITEM[ref.type]
    if (to > data.size) throw fail(`storage ${key.slice(0, 20)} ends outside the file (truncated?)`)
    const count = await range(at, from, signal)
    if (new DataView(count.buffer).getBigInt64(0, true) !== BigInt(ref.length)) {
      throw fail(`storage ${key.slice(0, 20)} is not of the length that its tensors have`)
    }
    places.set(key, { from, to })
    at = to
  }
  return torchFile({ value: root, release }, (key) => {
    const place = places.get(key)
    return place && range(place.from, place.to, signal)
  })
}

interface Pickles {
  readonly root: unknown
  readonly release: Unpickled['release']
  readonly keys: readonly string[]
  readonly refs: ReadonlyMap<string, StorageRef>
  /** Where the storages begin. */
  readonly end: number
}

async function pickles(data: Blob, control: ReadControl): Promise<Pickles> {
  const refs = new Map<string, StorageRef>()
  const persistent = (id: unknown) => {
    // The sixth entry places a view in another storage, as PyTorch before 0.4 wrote them.
    if (Array.isArray(id) && id.length > 5 && id[5] !== null) {
      throw new PickleError(
        'it refers to a view of a storage; load and save it with PyTorch 1.6 or later',
      )
    }
    const ref = storageOf(id)
    refs.set(ref.key, ref)
    return ref
  }
  const next = (from: number) => pickleIn(unpickleBlob(data, from, persistent, control))
  const version = await next(MAGIC.length)
  const machine = await next(version.end)
  if (Object(machine.value).little_endian === false) throw fail('its numbers are big-endian')
  const root = await next(machine.end)
  const { value: keys, end } = await next(root.end)
  const sound = Array.isArray(keys) && keys.every((key) => typeof key === 'string')
  if (!sound) throw fail('it does not list its storages')
  return { root: root.value, release: root.release, keys, refs, end }
}

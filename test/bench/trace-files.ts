/** Traces to measure on, written once per run into a folder. Seeded: the same bytes every time. */

import { once } from 'node:events'
import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { npy } from '../formats/helpers.ts'

export interface Shape {
  readonly rollouts: number
  readonly segments: number
  /** Positions per segment; 70 of 100 are action tokens. */
  readonly positions: number
}

interface Columns {
  readonly mask: Uint8Array
  readonly values: Float32Array
}

/** Numbers of one rollout: a critic that rises to the outcome, with noise. */
function* rolloutsOf({ rollouts, segments, positions }: Shape): Generator<Columns> {
  const n = segments * positions
  const mask = Uint8Array.from({ length: n }, (_, i) => (i % 100 < 70 ? 1 : 0))
  let seed = 12345
  for (let r = 0; r < rollouts; r++) {
    const values = new Float32Array(n)
    for (let i = 0; i < n; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) | 0
      values[i] = 0.5 * (i / n) + (seed >>> 8) / 2 ** 25
    }
    yield { mask, values }
  }
}

export const payloadBytes = ({ rollouts, segments, positions }: Shape): number =>
  rollouts * segments * positions * 5

/** A stored npz, as numpy.savez writes it. */
export function writeNpz(folder: string, shape: Shape): string {
  const { rollouts, segments, positions } = shape
  const rows = rollouts * segments
  const n = rows * positions
  const mask = new Uint8Array(n)
  const values = new Float32Array(n)
  let at = 0
  for (const columns of rolloutsOf(shape)) {
    mask.set(columns.mask, at)
    values.set(columns.values, at)
    at += columns.mask.length
  }
  const ids = Int32Array.from({ length: rows }, (_, i) => Math.floor(i / segments))
  const groups = ids.map((id) => id >> 3)
  const reward = Float32Array.from(ids, (id) => (id % 3 === 0 ? 1 : 0))
  const offsets = Int32Array.from({ length: rows + 1 }, (_, i) => i * positions)
  const member = (descr: string, data: ArrayBufferView & { length: number }) =>
    npy(descr, `(${data.length},)`, data, 64)
  const path = join(folder, 'bench.npz')
  const members = {
    'rollout_id.npy': member('<i4', ids),
    'group_id.npy': member('<i4', groups),
    'reward.npy': member('<f4', reward),
    'cu_seqlens.npy': member('<i4', offsets),
    'response_mask.npy': member('|u1', mask),
    'values.npy': member('<f4', values),
  }
  writeFileSync(path, zipSync(members, { level: 0 }))
  return path
}

/** Canonical JSON Lines of the shape; values with five decimals. */
export async function writeJsonl(folder: string, shape: Shape): Promise<string> {
  const path = join(folder, 'bench.jsonl')
  const stream = createWriteStream(path)
  let r = 0
  for (const { mask, values } of rolloutsOf(shape)) {
    for (let s = 0; s < shape.segments; s++) {
      const cut = <T extends { slice(from: number, to: number): ArrayLike<number> }>(column: T) =>
        Array.from(column.slice(s * shape.positions, (s + 1) * shape.positions))
      const row = {
        rollout_id: String(r),
        group_id: String(r >> 3),
        response_mask: cut(mask),
        values: cut(values).map((x) => Math.round(x * 1e5) / 1e5),
        reward: r % 3 === 0 ? 1 : 0,
      }
      if (!stream.write(`${JSON.stringify(row)}\n`)) await once(stream, 'drain')
    }
    r++
  }
  stream.end()
  await once(stream, 'finish')
  return path
}

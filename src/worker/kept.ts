/** The last value of something that costs more than a glance, while what it is made of stays. */

export type Keep<T> = (key: readonly unknown[], make: () => Promise<T>) => Promise<T>

/** A batch is the same by identity: its columns would be slow to compare, and are never changed. */
const isSame = (x: unknown, y: unknown): boolean =>
  x === y || (isPlain(x) && isPlain(y) && JSON.stringify(x) === JSON.stringify(y))

const isPlain = (x: unknown): boolean =>
  typeof x !== 'object' || x === null || !('positionCount' in x)

/** @returns gives the value made last while `key` stays equal: batches by identity, plain data by structure */
export function keeper<T>(): Keep<T> {
  let held: { readonly key: readonly unknown[]; readonly value: T } | undefined
  return async (key, make) => {
    if (held?.key.length === key.length && held.key.every((x, i) => isSame(x, key[i]))) {
      return held.value
    }
    // The old one goes first: both may be as large as the batch.
    held = undefined
    const value = await make()
    held = { key, value }
    return value
  }
}

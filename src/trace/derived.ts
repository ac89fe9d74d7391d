/** What several readers of one batch work out from it: each thing once, kept as long as the batch. */

export interface Derived {
  /**
   * The value of `make` from the first call with this column and key. The column is what it is made from:
   * a batch with other values shares the rest of its fields, this one among them.
   */
  once<T>(column: object, key: string, make: () => T): T
}

export function createDerived(): Derived {
  // Weak: columns that a person chose for a while go, and what was made from them with them.
  const known = new WeakMap<object, Map<string, unknown>>()
  return {
    once: <T>(column: object, key: string, make: () => T): T => {
      const own = known.get(column) ?? new Map<string, unknown>()
      known.set(column, own)
      if (!own.has(key)) own.set(key, make())
      // Whoever uses a key uses it for one thing.
      return own.get(key) as T
    },
  }
}

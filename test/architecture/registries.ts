/** Finding registered and unregistered entries by shape, so that a new file cannot be forgotten. */

export interface Entry {
  readonly id: string
}

const isEntry = (value: unknown, method: string): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  typeof Reflect.get(value, method) === 'function'

/** Entries that a module exports one by one; `method` is the function that makes a thing an entry. */
export const entriesOf = (module: object, method: string): readonly Entry[] =>
  Object.values(module).filter((value): value is Entry => isEntry(value, method))

/** Entries in the lists and maps that a registry module exports. */
export const registeredIn = (module: object, method: string): readonly Entry[] => [
  ...new Set(
    Object.values(module)
      .flatMap((value) =>
        Array.isArray(value) ? value : value instanceof Map ? [...value.values()] : [],
      )
      .filter((value): value is Entry => isEntry(value, method)),
  ),
]

/** Ids of entries that exist but are not registered, and ids registered more than once. */
export function registryFaults(
  registered: readonly Entry[],
  existing: readonly Entry[],
): { readonly missing: readonly string[]; readonly duplicate: readonly string[] } {
  const ids = registered.map(({ id }) => id)
  return {
    missing: existing.filter((entry) => !registered.includes(entry)).map(({ id }) => id),
    duplicate: ids.filter((id, at) => ids.indexOf(id) !== at),
  }
}

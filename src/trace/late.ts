/** Code that comes after the first picture, held once it is here. */

export interface Late<T> {
  /** Undefined until it was fetched. */
  readonly here: () => T | undefined
  /** Rejects where it cannot be loaded; another call is another try. */
  readonly fetch: () => Promise<T>
}

/** @param load an `import()`, and what of it is used */
export function late<T>(load: () => Promise<T>): Late<T> {
  let loaded: T | undefined
  // One for all who wait, so that they go on in the order in which they came.
  let coming: Promise<T> | undefined
  return {
    here: () => loaded,
    fetch: () => {
      coming ??= load().then(
        (value) => {
          loaded = value
          return value
        },
        (reason) => {
          coming = undefined
          throw reason
        },
      )
      return coming
    },
  }
}

/** `key=value` pairs of a link: splitting, joining, percent-encoding. Nothing here knows the keys. */

/** Key and value before percent-encoding. */
export type Entry = readonly [key: string, value: string]

/** The link's entries as a property reads them. */
export interface Entries {
  /** The value of a key, or undefined. */
  get(key: string): string | undefined
  /** Entries whose key starts with `prefix`, with the prefix taken off. */
  under(prefix: string): readonly Entry[]
  /** Reports a value that was given but is wrong; the default is taken. */
  wrong(key: string, expected: string): void
}

export interface LinkEntries extends Entries {
  /** One sentence per entry that could not be used. */
  readonly details: readonly string[]
}

const LONE_SURROGATE = /[\uD800-\uDFFF]/gu

/** Percent-encodes what would not survive in a hash and leaves `: / , @ ;` readable. */
const encode = (text: string): string =>
  encodeURIComponent(text.replace(LONE_SURROGATE, '\uFFFD')).replace(
    /%(?:3A|2F|2C|40|3B)/g,
    decodeURIComponent,
  )

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

export const joinEntries = (entries: readonly Entry[]): string =>
  entries.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')

/** Splits a hash without its `#`. The first of two equal keys wins; a part without `=` is ignored. */
export function splitEntries(hash: string): LinkEntries {
  const values = new Map<string, string>()
  const details: string[] = []
  for (const part of hash.split('&')) {
    const cut = part.indexOf('=')
    if (cut < 1) continue
    const key = decode(part.slice(0, cut))
    const value = decode(part.slice(cut + 1))
    if (key === undefined || value === undefined) {
      details.push(`“${clip(part)}” is not percent-encoded correctly and was left out.`)
    } else if (!values.has(key)) values.set(key, value)
  }
  return {
    details,
    get: (key) => values.get(key),
    under: (prefix) =>
      [...values]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, value]) => [key.slice(prefix.length), value]),
    wrong: (key, expected) => {
      const got = clip(values.get(key) ?? '')
      details.push(`${clip(key)}: “${got}” is not ${expected}; the default is used.`)
    },
  }
}

/** At most 40 characters of something that came from outside. */
export const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

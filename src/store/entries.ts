/** `key=value` pairs of a link: splitting, joining, percent-encoding. Nothing here knows the keys. */
import { clipMiddle } from '../trace/clip.ts'
import { KEPT_DETAILS, type LinkDetails } from './decoded-link.ts'

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
  /** Keys that nothing has asked for, but for the parts of a key whose value is wrong. */
  readonly unread: () => readonly string[]
  /** Reports something else about the link. */
  readonly say: (sentence: () => string) => void
  /** What could not be used, so far. */
  readonly details: () => LinkDetails
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

/** The key that a part belongs to: `drift` of `drift.seed`. */
export function masterOf(key: string): string | undefined {
  const point = key.indexOf('.')
  return point < 1 ? undefined : key.slice(0, point)
}

/** Whether a text is percent-encoded so that it can be read. */
export const isReadable = (text: string): boolean => decode(text) !== undefined

export const joinEntries = (entries: readonly Entry[]): string =>
  entries.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')

/** Splits a hash without its `#`. The first of two equal keys wins; a part without `=` is ignored. */
export function splitEntries(hash: string): LinkEntries {
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  const read = new Set<string>()
  const faulty = new Set<string>()
  const first: string[] = []
  let count = 0
  const say = (sentence: () => string) => {
    count++
    if (first.length < KEPT_DETAILS) first.push(sentence())
  }
  for (const part of hash.split('&')) {
    const cut = part.indexOf('=')
    if (cut < 1) continue
    const key = decode(part.slice(0, cut))
    const value = decode(part.slice(cut + 1))
    if (key === undefined || value === undefined) {
      say(() => `“${clipMiddle(part)}” is not percent-encoded correctly and was left out.`)
    } else if (!values.has(key)) values.set(key, value)
    else if (!repeated.has(key)) {
      repeated.add(key)
      say(() => `${clipMiddle(key)} stands in it more than once; the first value is used.`)
    }
  }
  return {
    details: () => ({ first: [...first], count }),
    unread: () =>
      [...values.keys()].filter((key) => !read.has(key) && !faulty.has(masterOf(key) ?? '')),
    say,
    get: (key) => {
      read.add(key)
      return values.get(key)
    },
    under: (prefix) =>
      [...values].flatMap(([key, value]): Entry[] => {
        if (!key.startsWith(prefix)) return []
        read.add(key)
        return [[key.slice(prefix.length), value]]
      }),
    wrong: (key, expected) => {
      faulty.add(key)
      say(() => {
        const got = clipMiddle(values.get(key) ?? '', 40)
        return `${clipMiddle(key)}: “${got}” is not ${expected}; the default is used.`
      })
    },
  }
}

/** Build only: `src/worker/first-trace.ts` becomes the columns that it would make. */
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { pieces } from '../src/simulate/pieces.ts'
import type { TextColumn } from '../src/trace/batch.ts'
import { firstTrace } from '../src/worker/first-trace.ts'

/** Character that stands for no change, so that small changes are one byte. */
const NO_CHANGE = 110
/** Numbers of decimal places that a column may have throughout. */
const UNITS = [1, 1000]

/** Long columns of few decimal places as what each number adds, a character each: they compress better. */
function changes(list: readonly number[], unit: number): string | undefined {
  const whole = list.map((x) => Math.round(x * unit))
  const steps = whole.map((n, i) => n - (whole[i - 1] ?? 0) + NO_CHANGE)
  const isSame = list.every((x, i) => Object.is(whole[i] / unit, x))
  // Below the surrogates.
  return isSame && steps.every((code) => code > 0 && code < 0xd800)
    ? String.fromCharCode(...steps)
    : undefined
}

function column(array: ArrayBufferView & Iterable<number>): string {
  const list = [...array]
  const type = array.constructor.name
  const hasSteps = list.length > 200 && list.some((x) => x > 1 || !Number.isInteger(x))
  for (const unit of hasSteps ? UNITS : []) {
    const text = changes(list, unit)
    if (text !== undefined) {
      return `summed(new ${type}(${list.length}), ${JSON.stringify(text)}, ${unit})`
    }
  }
  return `new ${type}([${list.map(written).join()}])`
}

const written = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))

/** UTF-8 as a string where that loses nothing. */
function bytes(array: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(array)
  const again = new TextEncoder().encode(text)
  const isText =
    array.length > 64 && again.length === array.length && again.every((x, i) => x === array[i])
  return isText && array.some((x) => x > 1) ? `utf8(${JSON.stringify(text)})` : column(array)
}

/** Texts of tokens as one string where they are the sample's own pieces of it. */
function textColumn(value: object): string | undefined {
  const { bytes: pool, offset } = value as Partial<TextColumn>
  if (!(pool && offset)) return undefined
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(pool)
  const own = pieces(text)
  const isOwn =
    offset.length === own.length + 1 &&
    own.every((piece, i) => piece.length === offset[i + 1] - offset[i]) &&
    text.length === pool.length
  return isOwn ? `texts(${JSON.stringify(text)})` : undefined
}

/** An expression that makes the same plain data. */
export function expressionOf(value: unknown): string {
  if (value instanceof Uint8Array) return bytes(value)
  if (ArrayBuffer.isView(value)) return column(value as ArrayBufferView & Iterable<number>)
  if (typeof value === 'number') return written(value)
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return `[${value.map(expressionOf).join()}]`
  if (typeof value === 'object' && value !== null) {
    if (Object.getPrototypeOf(value) !== Object.prototype) {
      throw new Error(`The first trace holds a ${value.constructor.name}, which is no plain data.`)
    }
    const texts = textColumn(value)
    if (texts !== undefined) return texts
    const fields = Object.entries(value).map(
      ([key, part]) => `${JSON.stringify(key)}:${expressionOf(part)}`,
    )
    return `{${fields.join()}}`
  }
  return JSON.stringify(value)
}

export const HELPERS = `
const summed = (column, changes, unit) => {
  let sum = 0
  for (let i = 0; i < column.length; i++) column[i] = (sum += changes.charCodeAt(i) - ${NO_CHANGE}) / unit
  return column
}
const utf8 = (text) => new TextEncoder().encode(text)
const pieces = ${pieces}
const texts = (text) => {
  let at = 0
  const ends = pieces(text).map((piece) => (at += piece.length))
  return { bytes: utf8(text), offset: Uint32Array.of(0, ...ends) }
}
`

export function prebuiltTrace(): Plugin {
  let file = ''
  return {
    name: 'segue:first-trace',
    apply: 'build',
    enforce: 'pre',
    configResolved({ root }) {
      file = resolve(root, 'src/worker/first-trace.ts')
    },
    load: (id) =>
      id === file
        ? `${HELPERS}export const firstTrace = () => (${expressionOf(firstTrace())})`
        : undefined,
  }
}

/** Build only: `src/worker/first-trace.ts` becomes the columns that it would make. */
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { firstTrace } from '../src/worker/first-trace.ts'

/** Whole numbers that never fall, as what each adds: they compress better. */
const isRising = (list: readonly number[]): boolean =>
  list.length > 8 && list.every((x, i) => Number.isInteger(x) && x >= (list[i - 1] ?? 0))

function column(array: ArrayBufferView & Iterable<number>): string {
  const list = [...array]
  const type = array.constructor.name
  if (!isRising(list)) return `new ${type}([${list.map(written).join()}])`
  return `rising(new ${type}([${list.map((x, i) => x - (list[i - 1] ?? 0)).join()}]))`
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
    const fields = Object.entries(value).map(
      ([key, part]) => `${JSON.stringify(key)}:${expressionOf(part)}`,
    )
    return `{${fields.join()}}`
  }
  return JSON.stringify(value)
}

export const HELPERS = `
const rising = (steps) => {
  for (let i = 1; i < steps.length; i++) steps[i] += steps[i - 1]
  return steps
}
const utf8 = (text) => new TextEncoder().encode(text)
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

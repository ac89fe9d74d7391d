import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { giverBack } from '../../../src/formats/containers/give-back.ts'
import { NumberLists } from '../../../src/formats/containers/pickle-lists.ts'
import { load, refusal } from '../helpers.ts'
import { archive } from './archive.ts'

const { prototype } = ArrayBuffer
const own = Object.getOwnPropertyDescriptor(prototype, 'transfer')

/** Memory is given back by `transfer`, which Node 20 has not: here every machine has one that empties the buffer. */
beforeEach(() => {
  const transfer = function (this: ArrayBuffer) {
    return structuredClone(this, { transfer: [this] })
  }
  Object.defineProperty(prototype, 'transfer', { value: transfer, configurable: true })
})
afterEach(() => {
  if (own) Object.defineProperty(prototype, 'transfer', own)
  else Reflect.deleteProperty(prototype, 'transfer')
})

it('memory is given back also where arrays have no `transfer`', () => {
  Reflect.deleteProperty(prototype, 'transfer')
  const giveBack = giverBack()
  const [one, other] = [new ArrayBuffer(9), new ArrayBuffer(9)]
  giveBack(one)
  expect([one, other].map(({ byteLength }) => byteLength)).toEqual([0, 9])
})

const text = (key: string) => `X${String.fromCharCode(key.length)}\0\0\0${key}`
const list = (memo: number, items: string) => `]q${String.fromCharCode(memo)}(${items}e`
/** Opcodes: K + byte is an integer, h + byte recalls a value. */
const sample = (index: number, tokens: string, mask: string) =>
  `}(${text('index')}K${String.fromCharCode(index)}${text('tokens')}${tokens}${text('response_length')}K\x50${text('loss_mask')}${mask}u`

describe('long lists of a pickle', () => {
  it('may be those of several samples, and stay until the last one is read', async () => {
    const tokens = list(1, 'K\x07'.repeat(80))
    const mask = list(2, 'K\x01K\0'.repeat(40))
    const pickle = `\x80\x02}(${text('rollout_id')}K\x03${text('samples')}](${[
      sample(0, tokens, mask),
      sample(1, 'h\x01', 'h\x02'),
      sample(2, 'h\x01', 'h\x02'),
    ].join('')}eu.`
    const { batch, diagnostics } = await load(archive(pickle))
    expect(diagnostics).toEqual([])
    expect(batch.rollout.id).toEqual(['0', '1', '2'])
    expect(Array.from(batch.tokenIds ?? [])).toEqual(Array(240).fill(7))
    expect(Array.from(batch.mask)).toEqual(Array.from({ length: 240 }, (_, k) => 1 - (k % 2)))
  })

  it('stand beside the adapter that a sample is bound to', async () => {
    const adapter = (name: string) =>
      `${text('adapter')}cmiles.utils.types\n${name}\n)\x81}(${text('slot')}K\x01ub`
    const dump = (name: string) =>
      archive(
        `\x80\x02}(${text('rollout_id')}K\x03${text('samples')}](}(${text('index')}K\0${text('tokens')}` +
          `](K\x07K\x08e${text('response_length')}K\x01${adapter(name)}ueu.`,
      )
    const { batch } = await load(dump('AdapterRef'))
    expect(Array.from(batch.tokenIds ?? [])).toEqual([8])
    expect((await refusal(dump('Evil'))).text).toContain('miles.utils.types.Evil')
  })

  it('become the smallest array that holds their numbers exactly', () => {
    const lists = new NumberLists()
    const of = (x: number) => lists.compact([x, ...Array(99).fill(0)])
    expect(of(255)).toBeInstanceOf(Uint8Array)
    expect(of(256)).toBeInstanceOf(Int32Array)
    expect(of(-1)).toBeInstanceOf(Int32Array)
    for (const x of [0.5, -0, 2 ** 31, Number.NaN, Infinity]) {
      expect(of(x)).toBeInstanceOf(Float64Array)
      expect(of(x)?.[0]).toBe(x)
    }
    for (const other of [[1, 2], ['1'], [true], Array(100).fill('1'), 'x'.repeat(100)]) {
      expect(lists.compact(other)).toBeUndefined()
    }
  })

  it('leave nothing behind once no more come', () => {
    const lists = new NumberLists()
    const array = lists.compact(Array(1000).fill(0.5)) as Float64Array
    lists.blocks.close()
    expect(array[999]).toBe(0.5)
    lists.blocks.release(array)
    expect(array.length).toBe(0)
  })

  it('give their memory back with the last array of a block, not before', () => {
    const lists = new NumberLists()
    const made = Array.from({ length: 40 }, () => lists.compact(Array(1000).fill(0.5)))
    const arrays = made.filter((x) => x instanceof Float64Array)
    const first = arrays.filter(({ buffer }) => buffer === arrays[0].buffer)
    expect(first.length).toBeGreaterThan(1)
    lists.blocks.retain(first[0])
    for (const array of first) lists.blocks.release(array)
    expect(first[0][999]).toBe(0.5)
    lists.blocks.release(first[0])
    expect(first[0].length).toBe(0)
    expect(arrays.filter(({ length }) => length === 1000)).toHaveLength(40 - first.length)
  })
})

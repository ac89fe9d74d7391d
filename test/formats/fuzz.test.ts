import { describe, expect, it } from 'vitest'
import { CANONICAL_COLUMNS } from '../../src/formats/canonical-columns.ts'
import { readTrace } from '../../src/formats/read.ts'
import {
  blob,
  bytesOf,
  FORMAT_FOLDERS,
  filesOf,
  HARNESS_FOLDERS,
  inputsOf,
  lines,
  setsOf,
} from './helpers.ts'
import { Bounds, mutate, NASTY, RUNS, random } from './mutants.ts'

describe('odd rows', { timeout: 60_000 }, () => {
  const canonical = [...CANONICAL_COLUMNS, '__proto__', 'constructor', 'other']
  const verl = ['input', 'output', 'score', 'step', 'uid', 'request_id', 'gts', 'constructor']
  const kinds = [
    [canonical, { rollout_id: 'a', response_mask: [1, 0] }],
    [verl, { input: 'user\nGo.', output: 'x\nuser\ny\nassistant\nz', step: 1, score: 1 }],
  ] as const

  it.each(kinds)('with any value in %j end in a result', async (columns, good) => {
    const next = random(7)
    for (let i = 0; i < 1500; i++) {
      const rows = Array.from({ length: 1 + next(4) }, () => {
        const changes = Array.from({ length: next(4) }, () => [
          columns[next(columns.length)],
          NASTY[next(NASTY.length)],
        ])
        return { ...good, ...Object.fromEntries(changes) }
      })
      const result = await readTrace([{ name: 'odd', data: blob(lines(good, ...rows)) }], () => {})
      const said = result.ok
        ? result.value.diagnostics
        : result.error.refusals.flatMap((r) => r.diagnostics)
      if (result.ok) {
        const { batch } = result.value
        expect(batch.segment.start[batch.segmentCount]).toBe(batch.positionCount)
        for (const outcome of batch.rollout.outcome) expect(Math.abs(outcome)).not.toBe(Infinity)
      } else expect(said).not.toEqual([])
      for (const { message } of said) expect(message.length).toBeLessThan(600)
    }
  })
})

describe('broken files', { timeout: 60_000 + RUNS * 100 }, () => {
  for (const format of FORMAT_FOLDERS) {
    it(`end in a result for ${RUNS} mutations of ${format}, never in an exception`, async () => {
      const members = setsOf(format).flatMap((set) => inputsOf(format, set))
      const originals = [
        ...filesOf(format).map((file) => bytesOf(format, file)),
        ...(await Promise.all(
          members.map(async ({ data }) => new Uint8Array(await data.arrayBuffer())),
        )),
      ]
      const next = random(20260101)
      const bounds = new Bounds()
      for (let i = 0; i < RUNS; i++) {
        const mutant = mutate(originals[i % originals.length], next)
        const result = await bounds.read({ name: `mutant ${i}`, data: blob(mutant) })
        if (result.ok) {
          const { batch } = result.value
          expect(batch.segment.start[batch.segmentCount]).toBe(batch.positionCount)
          expect(batch.spans.start.at(-1)).toBe(batch.positionCount)
        } else {
          expect(result.error.refusals[0].diagnostics[0].message).not.toBe('')
        }
      }
      bounds.check(format)
    })
  }
})

/** The value with one to three of its parts replaced, removed or doubled. */
function disturb(value: unknown, next: (below: number) => number): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(value))
  for (let n = 1 + next(3); n > 0; n--) {
    let at = copy
    for (let depth = next(9); ; depth--) {
      if (typeof at !== 'object' || at === null) break
      const keys = Object.keys(at)
      if (keys.length === 0) break
      const key = keys[next(keys.length)]
      const parts = at as Record<string, unknown>
      if (depth > 0 && typeof parts[key] === 'object') {
        at = parts[key]
        continue
      }
      if (next(4) === 0) delete parts[key]
      else if (Array.isArray(at) && next(3) === 0) at.push(parts[key])
      else parts[key] = structuredClone(NASTY[next(NASTY.length)])
      break
    }
  }
  return copy
}

describe('odd values in the records of harnesses', { timeout: 60_000 + RUNS * 100 }, () => {
  it.each(HARNESS_FOLDERS)('of %s end in a result', async (format) => {
    const next = random(20260102)
    const bounds = new Bounds()
    const members = setsOf(format).flatMap((set) => inputsOf(format, set))
    const texts = [
      ...filesOf(format).map((file) => new TextDecoder().decode(bytesOf(format, file))),
      ...(await Promise.all(members.map(({ data }) => data.text()))),
    ].filter((text) => /^\s*[[{]/.test(text))
    for (let i = 0; i < RUNS; i++) {
      const text = texts[i % texts.length]
      const rows = text.includes('\n{') ? text.trim().split('\n') : [text]
      const records = rows.map((row) => JSON.parse(row))
      const odd = lines(...records.map((r) => (next(3) === 0 ? disturb(r, next) : r)))
      const result = await bounds.read({ name: 'odd', data: blob(odd) })
      const said = result.ok
        ? result.value.diagnostics
        : result.error.refusals.flatMap((r) => r.diagnostics)
      if (result.ok) {
        const { batch } = result.value
        expect(batch.segment.start[batch.segmentCount]).toBe(batch.positionCount)
        for (const outcome of batch.rollout.outcome) expect(Math.abs(outcome)).not.toBe(Infinity)
      } else expect(said).not.toEqual([])
      for (const { message } of said) expect(message.length).toBeLessThan(700)
    }
    bounds.check(`values of ${format}`)
  })
})

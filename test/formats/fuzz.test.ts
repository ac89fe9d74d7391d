import { describe, expect, it } from 'vitest'
import { CANONICAL_COLUMNS } from '../../src/formats/canonical-row.ts'
import { readTrace } from '../../src/formats/read.ts'
import { blob, bytesOf, FORMAT_FOLDERS, filesOf, lines } from './helpers.ts'
import { mutate, NASTY, random } from './mutants.ts'

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

describe('broken files', { timeout: 60_000 }, () => {
  for (const format of FORMAT_FOLDERS) {
    it(`end in a result for 400 mutations of ${format}, never in an exception`, async () => {
      const originals = filesOf(format).map((file) => bytesOf(format, file))
      const next = random(20260101)
      for (let i = 0; i < 400; i++) {
        const mutant = mutate(originals[i % originals.length], next)
        const result = await readTrace([{ name: `mutant ${i}`, data: blob(mutant) }], () => {})
        if (result.ok) {
          const { batch } = result.value
          expect(batch.segment.start[batch.segmentCount]).toBe(batch.positionCount)
          expect(batch.spans.start.at(-1)).toBe(batch.positionCount)
        } else {
          expect(result.error.refusals[0].diagnostics[0].message).not.toBe('')
        }
      }
    })
  }
})

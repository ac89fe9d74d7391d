import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { blob, bytesOf, column, load, refusal } from '../helpers.ts'

const file = (name: string) => bytesOf('miles-safetensors', name)

/** A reply with this text as its `_samples_meta`. */
function reply(meta: string) {
  const text = new TextEncoder().encode(meta)
  const entry = { dtype: 'U8', shape: [text.length], data_offsets: [0, text.length] }
  const header = new TextEncoder().encode(JSON.stringify({ _samples_meta: entry }))
  const length = new Uint8Array(new BigUint64Array([BigInt(header.length)]).buffer)
  return Uint8Array.from([...length, ...header, ...text])
}

describe('samples of a miles session', () => {
  it('are the segments of one rollout, with exact log-probs', async () => {
    const { batch } = await load(file('session.safetensors'))
    expect(Array.from(batch.tokenIds ?? [])).toEqual([21, 22, 90, 23, 31, 32])
    expect(Array.from(batch.mask)).toEqual([1, 1, 0, 1, 1, 1])
    expect(column(batch, 'rollout_log_probs')).toEqual([-0.2, -0.4, 0, -0.1, -0.3, -0.2])
    expect(Array.from(batch.segment.promptLength)).toEqual([2, 3])
  })

  it('of several replies are several rollouts; without a mask every token was sampled', async () => {
    const names = ['session.safetensors', 'no-reward.safetensors']
    const result = await readTrace(
      names.map((name) => ({ name, data: blob(file(name)) })),
      () => {},
    )
    if (!result.ok) throw new Error('refused')
    const { batch, diagnostics } = result.value
    expect(diagnostics).toEqual([])
    expect(batch.rollout.id).toEqual(['session 1', 'session 2'])
    expect(Array.from(batch.mask).slice(6)).toEqual([1, 1])
    expect(column(batch, 'rollout_log_probs').slice(6)).toEqual([-0.5, -0.1234567891234567])
  })

  it.each([
    ['{"samples":[],"empty_reason":"no_records"}', 'gave no samples (no_records)'],
    ['{"samples":[1]}', 'no JSON object with a list `samples`'],
    ['[', 'no JSON object with a list `samples`'],
    ['{"samples":[{"nulls":[]}]}', 'no usable rollout'],
  ])('that say %s are refused in a sentence', async (meta, sentence) => {
    expect((await refusal(reply(meta))).text).toContain(sentence)
  })
})

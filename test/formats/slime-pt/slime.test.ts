import { describe, expect, it } from 'vitest'
import { unpickle } from '../../../src/formats/containers/pickle.ts'
import { readTrace } from '../../../src/formats/read.ts'
import { BOUNDARIES } from '../../../src/trace/batch.ts'
import { blob, bytesOf, column, lines, load, marked, promptOf, refusal } from '../helpers.ts'
import { archive } from './archive.ts'

const files = async (...inputs: (readonly [string, Uint8Array<ArrayBuffer> | string])[]) => {
  const result = await readTrace(
    inputs.map(([name, data]) => ({ name, data: blob(data) })),
    () => {},
  )
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const text = (s: string) => Uint8Array.from(s, (c) => c.charCodeAt(0))
const none = () => undefined

describe('slime and miles dumps', () => {
  it('joins siblings by Sample.rollout_id and counts their reward once', async () => {
    const { batch } = await load(bytesOf('slime-pt', 'rollout.pt'))
    expect(batch.rollout.id).toEqual(['40', '2', '41'])
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0.5, 0])
    expect(Array.from(batch.tokenIds ?? []).slice(0, 6)).toEqual([21, 22, 90, 23, 31, 32])
    expect(promptOf(batch, 0)).toEqual([['prompt', 'Fix it']])
  })

  it('orders segments by the metadata of CompactionRL', async () => {
    const { batch } = await load(bytesOf('slime-pt', 'compaction.pt'))
    expect(Array.from(batch.tokenIds ?? [])).toEqual([3, 4, 3, 8, 5, 6])
  })

  it('takes the segments that a fork keeps inside of a sample, with their own tokens', async () => {
    const { batch } = await load(bytesOf('slime-pt', 'segments-inside.pt'))
    expect(Array.from(batch.tokenIds ?? [])).toEqual([3, 4, 5, 6, 7, 8, 9, 9])
    expect(Array.from(batch.mask)).toEqual([1, 0, 1, 1, 1, 1, 1, 1])
    const logs = [-0.1, 0, -0.2, -0.3, -0.4, -0.5, -0.6, -0.7]
    expect(column(batch, 'rollout_log_probs')).toEqual(logs)
    expect([0, 1, 2].map((s) => batch.segment.promptLength[s])).toEqual([2, 3, 2])
  })

  it('orders siblings of one index by the columns of a fork, and finds a rank’s raw rewards', async () => {
    const { batch } = await load(bytesOf('slime-pt', 'fork-train.pt'))
    expect(batch.rollout.id).toEqual(['trajectory-a', 'trajectory-b'])
    expect(Array.from(batch.tokenIds ?? [])).toEqual([3, 4, 5, 6, 7, 8, 9])
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0])
  })

  it('joins siblings of one index with their own rows of a train dump, in whatever order', async () => {
    const at = (segment: number) => ({ metadata: { trajectory_id: 't', segment_index: segment } })
    const part = (segment: number, token: number) => ({
      ...{ index: 7, tokens: [1, token], response_length: 1, reward: 1 },
      ...at(segment),
    })
    const rollout = { rollout_id: 1, samples: [part(0, 5), part(1, 6)] }
    const row = (segment: number, value: number) => ({
      ...{ sample_index: 7, response_lengths: 1, values: [value] },
      ...at(segment),
    })
    const train = { format_version: 2, rollout_id: 1, samples: [row(1, 0.6), row(0, 0.5)] }
    const { batch } = await files(['r', lines(rollout)], ['t', lines(train)])
    expect(Array.from(batch.tokenIds ?? [])).toEqual([5, 6])
    expect(column(batch, 'values')).toEqual([0.5, 0.6])
  })

  it('closes the gaps that a fork leaves where a segment has nothing to train on', async () => {
    const part = (id: number, count: number) => ({
      ...{ index: 0, tokens: [1, 9], response_length: 1, reward: 1 },
      metadata: { compaction: { segment_id: id, segments_per_trace: count } },
    })
    const of = (...samples: object[]) => lines({ rollout_id: 1, samples })
    const { batch, diagnostics } = await load(of(part(2, 2), part(0, 2)))
    expect(diagnostics).toEqual([])
    expect(Array.from(batch.rollout.firstSegment)).toEqual([0, 2])
    expect(BOUNDARIES[batch.segment.boundary[0]]).toBe('summary')
  })

  it('reads the segments and tool output of a log of texts', async () => {
    const { batch } = await load(bytesOf('miles-jsonl', 'rollout_log.jsonl'))
    expect([0, 1, 2].map((s) => marked(batch, s))).toEqual([
      'Call it.<|im_end|>\n\n[<interpreter>\n4\n</interpreter>\n\n<|im_start|>assistant\n]' +
        'Summary: the tool says 4.',
      'Answer: 4',
      'Answer: 5',
    ])
    expect(promptOf(batch, 1)[0][1]).toContain('Summary: the tool says 4.')
  })

  it('reads every dtype, strided views and numpy arrays of a train dump', async () => {
    const { batch } = await load(bytesOf('slime-pt', 'train.pt'))
    const f32 = (...x: number[]) => Array.from(Float32Array.from(x))
    expect(column(batch, 'values')).toEqual(f32(0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 0.125))
    expect(column(batch, 'old_log_probs').slice(0, 4)).toEqual([-0.25, -0.5, 0, -0.125])
    expect(column(batch, 'old_log_probs').slice(4, 6)).toEqual([-0.3, -0.2])
    expect(column(batch, 'advantages')).toEqual([0.5, 0.25, 0, -1.5, 1, 2, 0])
    expect(column(batch, 'returns')).toEqual([1, 0.5, 0.25, 0.125, 1, 1, 0])
    expect(Array.from(batch.mask)).toEqual([1, 1, 0, 1, 1, 1, 1])
    // Raw, not the normalised ones.
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0])
  })

  it('joins a rollout dump and the train dump of its round', async () => {
    const dumps = ['rollout.pt', 'train.pt'].map((f) => [f, bytesOf('slime-pt', f)] as const)
    for (const order of [dumps, dumps.toReversed()]) {
      const { batch, diagnostics } = await files(...order)
      const r = batch.rollout.id.indexOf('40')
      expect(batch.rollout.firstSegment[r + 1] - batch.rollout.firstSegment[r]).toBe(2)
      expect(batch.groupIds[batch.rollout.group[r]]).toBe('0')
      expect(batch.columns.values).toBeDefined()
      expect(batch.columns.rollout_log_probs).toBeDefined()
      expect(diagnostics).toEqual([])
    }
  })

  it('joins dashboard columns and trajectories of miles on sample_index', async () => {
    const parquet = ['c.parquet', bytesOf('miles-parquet', 'rollout_0.parquet')] as const
    const jsonl = ['t.jsonl', bytesOf('miles-jsonl', '0.jsonl')] as const
    for (const order of [
      [parquet, jsonl],
      [jsonl, parquet],
    ]) {
      const { batch, files: read } = await files(...order)
      expect(new Set(read.map((f) => f.format))).toEqual(new Set(['miles-parquet', 'miles-jsonl']))
      expect(batch.rollout.id).toEqual(['0', '1'])
      expect(Array.from(batch.rollout.outcome)).toEqual([1, 0])
      expect(batch.groupIds).toEqual(['0'])
      expect(batch.approximate).toBe(false)
      expect(Array.from(batch.tokenIds ?? [])).toEqual([21, 22, 90, 23, 7])
    }
  })

  it('names the field whose length does not fit', async () => {
    const row = { sample_index: 0, messages: [{ role: 'assistant', content: 'x' }] }
    const bad = { ...row, sample_index: 1, tokens: [1, 2], response_length: 2, loss_mask: [1] }
    const long = { ...row, sample_index: 2, tokens: [1, 2], response_length: 3 }
    const { diagnostics, batch } = await load(lines(row, bad, long))
    expect(batch.rollout.id).toEqual(['0'])
    expect(diagnostics.map((d) => [d.code, d.line, d.field])).toEqual([
      ['bad-length', 2, 'loss_mask'],
      ['bad-length', 3, 'response_length'],
    ])
  })

  it('takes the raw reward of a rollout dump before the normalised one of a train dump', async () => {
    const sample = { tokens: [1, 2], response_length: 1, index: 0, rollout_id: 4 }
    const rollout = { rollout_id: 1, samples: [{ ...sample, reward: 1 }] }
    const train = {
      format_version: 2,
      rollout_id: 1,
      samples: [{ ...sample, index: undefined, sample_index: 0, rewards: 0.7, values: [0.5] }],
    }
    const { batch } = await files(['t', lines(train)], ['r', lines(rollout)])
    expect(Array.from(batch.rollout.outcome)).toEqual([1])
    expect(column(batch, 'values')).toEqual([0.5])
  })

  it('refuses context-parallel slices', async () => {
    const pickle =
      '\x80\x02}(X\x0a\x00\x00\x00rollout_idK\x01X\x07\x00\x00\x00cp_sizeK\x02X\x0c\x00\x00\x00rollout_data}u.'
    expect((await refusal(archive(pickle))).text).toContain('context-parallel ranks')
  })
})

describe('restricted unpickler', () => {
  it.each([
    ['\x80\x02cos\nsystem\n(X\x02\x00\x00\x00lsto.', 'os.system'],
    ['\x80\x04\x8c\x08builtins\x8c\x04eval\x93.', 'builtins.eval'],
    ['\x80\x02cverl.protocol\nDataProto\n)R.', 'verl.protocol.DataProto'],
    ['\x80\x02cnumpy.core.multiarray\nfromfile\n.', 'numpy.core.multiarray.fromfile'],
    ['\x80\x02ccopyreg\n_reconstructor\n.', 'copyreg._reconstructor'],
  ])('refuses %j by name', async (pickle, name) => {
    const { text: said, guess } = await refusal(archive(pickle))
    expect(said).toContain(`it names ${name}, which this app does not load`)
    expect(guess).toBe('slime-pt')
  })

  it.each([
    ['\x80\x02}X\x09\x00\x00\x00__proto__}X\x01\x00\x00\x00aK\x01sss.', 'no value'],
    ['\x80\x02', 'ends in the middle'],
    ['\x80\x02X\xff\xff\xff\xffa.', 'ends in the middle'],
    ['\x80\x02h\x07.', 'never kept'],
    [`\x80\x02${'('.repeat(500)}.`, 'nested deeper than 200'],
    ['\x80\x02K\x01K\x02R.', 'calls what is no function'],
    ['\x80\x02\x8b\x00\x10\x00\x00.', 'ends in the middle'],
    ['\x80\x02\x99.', 'opcode 153'],
    ['\x80\x02K\x01Q.', 'storage of a kind'],
  ])('ends %j in a sentence', async (pickle, _) => {
    const { text: said } = await refusal(archive(pickle))
    expect(said).toContain('torch.save archive (.pt)')
  })

  it('builds plain values only', () => {
    const proto = text('\x80\x02}X\x09\x00\x00\x00__proto__}X\x01\x00\x00\x00aK\x01ss.')
    const value = unpickle(proto, none) as Record<string, unknown>
    expect(Object.getPrototypeOf(value)).toBeNull()
    expect(Object.keys(value)).toEqual(['__proto__'])
    const long = text('\x80\x02\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x80\x00.')
    expect(unpickle(long, none)).toBe('9223372036854775808')
    expect(unpickle(text('\x80\x02J\xff\xff\xff\xff.'), none)).toBe(-1)
    expect(
      unpickle(text('\x80\x02](K\x01N\x88\x89G?\xf0\x00\x00\x00\x00\x00\x00e.'), none),
    ).toEqual([1, null, true, false, 1])
  })

  it('refuses big-endian storages', async () => {
    expect((await refusal(archive('\x80\x02}.', 'big'))).text).toContain('big-endian')
  })
})

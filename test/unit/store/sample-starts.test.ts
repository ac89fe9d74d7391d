import { describe, expect, it } from 'vitest'
import { SAMPLES, sampleOf } from '../../../src/simulate/samples.ts'
import { DEFAULT_A, DEFAULT_B, DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { SAMPLE_STARTS, startOf } from '../../../src/store/sample-starts.ts'
import { smallTrace } from '../worker/fakes.ts'
import { file, openedOf, setUpStore } from './fake-client.ts'

const GRPO = { estimator: 'grpo', options: {} }
const COMPACTION = { estimator: 'compaction-gae', options: {} }

describe('the start of a sample', () => {
  it('exists for every sample, and the default sample starts as the page does', () => {
    expect(Object.keys(SAMPLE_STARTS).sort()).toEqual(SAMPLES.map(({ id }) => id).sort())
    const { a, b, rollout } = DEFAULT_DOCUMENT
    expect(startOf('search')).toEqual({ a, b, rollout })
  })

  it('of the batch shows a rollout of several segments with outcome 1 in a mixed group', async () => {
    const rows = (await sampleOf('batch')?.rows()) ?? []
    const own = rows.filter((row) => row.rollout_id === startOf('batch').rollout)
    expect(own.length).toBeGreaterThan(2)
    expect(own[0].reward).toBe(1)
    expect(rows.some((row) => row.group_id === own[0].group_id && row.reward === 0)).toBe(true)
  })

  it('comes with the sample that a person chooses and goes with it; γ and λ stay', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    actions.edit({ lambda: 0.5 })
    actions.openSample('bug')
    await arrive()
    expect(get().document).toMatchObject({ a: DEFAULT_A, b: GRPO, lambda: 0.5 })
    actions.openFiles([file('mine.jsonl')])
    await arrive()
    expect(get().document).toMatchObject({ a: DEFAULT_A, b: DEFAULT_B, lambda: 0.5 })
  })

  it('gives way to an estimator chosen while the sample was read, and to one chosen later', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    actions.openSample('bug')
    actions.edit({ a: COMPACTION })
    await arrive()
    expect(get().document).toMatchObject({ a: COMPACTION, b: GRPO })
    actions.openFiles([file('mine.jsonl')])
    await arrive()
    expect(get().document).toMatchObject({ a: COMPACTION, b: GRPO })
  })

  it('does nothing to a link: what it leaves out has the defaults of the page', async () => {
    const { actions, arrive, get } = setUpStore({ source: { kind: 'sample', id: 'bug' } })
    await arrive(openedOf(smallTrace()))
    expect(get().document.b).toEqual(DEFAULT_B)
    actions.openLink('#v=1&sample=batch&b=compaction-gae')
    await arrive(openedOf(smallTrace()))
    expect(get().document).toMatchObject({ b: COMPACTION, rollout: undefined })
  })
})

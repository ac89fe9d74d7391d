/** The same numbers from every engine, and from the one that is left when the GPU goes away. */
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { type AdvantageTable, actionRows } from './csv.ts'
import { largestError } from './gae.ts'
import type { SeguePage } from './page.ts'
import { type Gpu, Harness, type Visit } from './support.ts'

const harnesses = new Map<Gpu, Harness>()
async function harnessWith(gpu: Gpu): Promise<Harness> {
  const harness = harnesses.get(gpu) ?? (await Harness.start(gpu, 'ahead'))
  harnesses.set(gpu, harness)
  return harness
}
afterEach(async () => {
  for (const harness of harnesses.values()) await harness.closeContexts()
})
afterAll(async () => {
  for (const harness of harnesses.values()) await harness.stop()
})

const eventually = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 300 })

/** Largest difference relative to the largest number, over all four columns. */
function difference(got: AdvantageTable, want: AdvantageTable): number {
  const [a, b] = [actionRows(got), actionRows(want)]
  const columns = ['advantage_a', 'return_a', 'advantage_b', 'return_b'] as const
  return Math.max(
    ...columns.map((column) => {
      const wanted = b.map((row) => row[column])
      const scale = Math.max(...wanted.map(Math.abs))
      return (
        largestError(
          a.map((row) => row[column]),
          wanted,
        ) / scale
      )
    }),
  )
}

/** float64 numbers of the sample at λ = `lambda`. */
async function referenceNumbers(lambda: number): Promise<AdvantageTable> {
  const { segue } = await (await harnessWith('none')).visit({
    query: '?engine=reference',
    hash: `#v=1&sample=search&lambda=${lambda}`,
  })
  expect(await segue.engine()).toMatch(/float64 reference/)
  expect(await segue.settings()).toMatchObject({ lambda })
  return segue.exportCsv()
}

async function expectNumbers(segue: SeguePage, want: AdvantageTable): Promise<void> {
  await eventually(async () => {
    expect(difference(await segue.exportCsv(), want)).toBeLessThan(1e-5)
  })
}

/** Destroys every GPU device at its next use, in every worker: no rebuild can survive. */
async function breakGpu({ page }: Visit): Promise<void> {
  expect(page.workers().length).toBeGreaterThan(0)
  for (const worker of page.workers()) {
    await worker.evaluate(() => {
      if (typeof GPUDevice === 'undefined') return
      const { createCommandEncoder } = GPUDevice.prototype
      GPUDevice.prototype.createCommandEncoder = function (descriptor) {
        const encoder = createCommandEncoder.call(this, descriptor)
        this.destroy()
        return encoder
      }
    })
  }
}

describe('engines', () => {
  it('works without WebGPU, and the chip says so', async () => {
    const want = await referenceNumbers(0.9)
    const { segue, page, watch } = await (await harnessWith('none')).visit()
    await segue.setNumber('λ', 0.9)
    await expectNumbers(segue, want)
    expect(await segue.engine()).toMatch(/CPU/i)
    expect(
      await page.evaluate(async () => (await navigator.gpu?.requestAdapter()) ?? undefined),
    ).toBeUndefined()
    expect(watch.problems).toEqual([])
  })

  it('computes a small trace on the CPU, whatever adapter there is', async () => {
    const { segue } = await (await harnessWith('software')).visit()
    expect(await segue.engine()).toMatch(/CPU.*float64/)
  })

  it('computes the same on WebGPU in the worker', async () => {
    const want = await referenceNumbers(0.9)
    const { segue, watch } = await (await harnessWith('software')).visit({
      query: '?engine=webgpu',
    })
    expect(await segue.engine()).toMatch(/WebGPU/i)
    await segue.setNumber('λ', 0.9)
    await expectNumbers(segue, want)
    expect(watch.problems).toEqual([])
  })

  it('computes the same in WebAssembly in the worker', async () => {
    const want = await referenceNumbers(0.9)
    const { segue, watch } = await (await harnessWith('none')).visit({ query: '?engine=wasm' })
    expect(await segue.engine()).toMatch(/WASM/)
    await segue.setNumber('λ', 0.9)
    await expectNumbers(segue, want)
    expect(watch.problems).toEqual([])
  })

  it('takes the fastest engine for millions of tokens, on all cores, and remembers which', async () => {
    const { segue, page, watch } = await (await harnessWith('none')).visit()
    await page.evaluate(() => {
      const mask = `[${new Array(4096).fill(1).join()}]`
      const rows = Array.from(
        { length: 1050 },
        (_, i) => `{"rollout_id":"r${i}","response_mask":${mask},"reward":1}\n`,
      )
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(rows, 'millions.jsonl'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
    })
    await vi.waitFor(async () => expect(await segue.engine()).toMatch(/M tokens\/s/), 30_000)
    expect(await segue.engine()).toMatch(/fastest in a short trial/)
    expect(await page.evaluate(() => localStorage.getItem('segue.speeds'))).toMatch(/"wasm":\d/)
    const cores = await page.evaluate(() => navigator.hardwareConcurrency)
    if (cores > 1 && /WASM/.test(await segue.engine())) {
      // Session, the next loader, and the thread beside the session.
      // The loader comes when the page is idle.
      await expect.poll(() => page.workers().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(3)
    }
    expect(await segue.compareWithFloat64()).toMatch(/Tokens compared\s*4,300,800/)
    expect(await segue.engine()).toMatch(/float64 agrees/)
    expect(watch.problems).toEqual([])
  })

  it('says so when WebGPU is forced where there is none', async () => {
    const { segue } = await (await harnessWith('none')).visit({ query: '?engine=webgpu' })
    expect(await segue.engine()).toMatch(/CPU|float64/i)
    await segue.exportCsv()
  })

  it('keeps the numbers when the device is lost in mid-use, and says that it fell back', async () => {
    const want = await referenceNumbers(0.8)
    const visit = await (await harnessWith('software')).visit({ query: '?engine=webgpu' })
    expect(await visit.segue.engine()).toMatch(/WebGPU/i)
    await breakGpu(visit)
    await visit.segue.setNumber('λ', 0.8)
    await expectNumbers(visit.segue, want)
    await eventually(async () => expect(await visit.segue.engine()).toMatch(/CPU/i))
    expect(await visit.segue.engine()).toMatch(/lost|fell back/i)
  })

  it('survives a crash of the whole GPU process', async () => {
    const want = await referenceNumbers(0.7)
    const harness = await harnessWith('software')
    const visit = await harness.visit({ query: '?engine=webgpu' })
    await harness.crashGpu()
    await visit.segue.setNumber('λ', 0.7)
    await expectNumbers(visit.segue, want)
  })

  it('compares the running engine with float64 on demand', async () => {
    const { segue } = await (await harnessWith('software')).visit({ query: '?engine=webgpu' })
    expect(await segue.compareWithFloat64()).toMatch(/Tokens compared\s*\d/)
    expect(await segue.engine()).toMatch(/float64 agrees/)
  })
})

/** M4–M6 on the built page in Chromium: `npx tsx test/bench/page-metrics.ts` (after `npm run build`). */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { Harness, type Visit } from '../e2e/support.ts'
import { type Metric, median, spread } from './metric.ts'
import { payloadBytes, type Shape, writeJsonl, writeNpz } from './trace-files.ts'

/** 10 M tokens in 2,000 rollouts of 4 segments. */
export const TEN_MILLION: Shape = { rollouts: 2000, segments: 4, positions: 1250 }
/** About 100 MB as JSON Lines. */
export const HUNDRED_MEGABYTES: Shape = { rollouts: 2000, segments: 4, positions: 1220 }

/** Ticks that count, after those that warm up. */
const TICKS = 15
const WARM_UP = 4

interface Opening {
  /** Milliseconds from the file in the input to the frame in which its first rollout is drawn. */
  readonly opened: number
  /** To the one that shows the statistics of all rollouts too: they come after the picture. */
  readonly all: number
  /** Of reading the same file by itself, afterwards; of a plain reading the quickest of three. */
  readonly alone: number
}

async function open(page: Page, path: string, read: 'byob' | 'parse'): Promise<Opening> {
  await page.evaluate((how) => {
    const input = document.querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('The page has no file input.')
    const results = { opened: Number.NaN, all: Number.NaN, alone: Number.NaN }
    Object.assign(globalThis, { benchOpening: results })
    /** One buffer, filled over and over. */
    const byob = async (file: File) => {
      const reader = file.stream().getReader({ mode: 'byob' })
      let buffer = new ArrayBuffer(2 ** 20)
      for (;;) {
        const { value, done } = await reader.read(new Uint8Array(buffer))
        if (done || !value) return
        buffer = value.buffer
      }
    }
    /** What anyone would write: decode, JSON.parse per line, a Float32Array per list. */
    const parse = async (file: File) => {
      const lines = new TextDecoder().decode(await file.arrayBuffer()).split('\n')
      for (const line of lines) {
        if (line === '') continue
        const row = JSON.parse(line)
        Float32Array.from(row.values)
        Float32Array.from(row.response_mask)
      }
    }
    input.addEventListener(
      'change',
      async () => {
        const file = input.files?.[0]
        if (!file) return
        const began = performance.now()
        /** The frame behind the change; to look in every frame would take a tenth of the processor's time. */
        const frameWith = (isThere: () => boolean) =>
          new Promise<void>((done) => {
            const look = () => {
              if (!isThere()) return
              changes.disconnect()
              requestAnimationFrame(() => done())
            }
            const changes = new MutationObserver(look)
            const watched = {
              subtree: true,
              childList: true,
              characterData: true,
              attributes: true,
            }
            changes.observe(document, watched)
            look()
          })
        await frameWith(() => {
          const figure = document.querySelector('[aria-label*="rollout 0"]')
          // The picture of the beginning comes long before.
          const idle = !document.querySelector('[aria-busy="true"], [role="progressbar"]')
          return figure !== null && idle
        })
        results.opened = performance.now() - began
        await frameWith(() => {
          const numbers = document.querySelector('.trace-statistics')?.textContent
          return numbers !== undefined && !numbers.includes('…')
        })
        results.all = performance.now() - began
        let alone = Number.POSITIVE_INFINITY
        // A reading takes no longer than the quietest one; a pipeline is run once, as the page runs its own.
        for (let round = 0; round < (how === 'byob' ? 3 : 1); round++) {
          const again = performance.now()
          await (how === 'byob' ? byob(file) : parse(file))
          alone = Math.min(alone, performance.now() - again)
        }
        results.alone = alone
      },
      { once: true, capture: true },
    )
  }, read)
  await page.locator('input[type=file]').setInputFiles(path)
  const handle = await page.waitForFunction(
    () => {
      const { benchOpening } = globalThis as unknown as { benchOpening: Opening }
      return Number.isNaN(benchOpening.alone) ? false : benchOpening
    },
    undefined,
    { timeout: 120_000, polling: 200 },
  )
  return handle.jsonValue() as Promise<Opening>
}

/** Milliseconds of one step of the slider. */
interface TickTime {
  /** To the frame that shows the rollout under the new γ. */
  readonly picture: number
  /** To the one that shows the statistics of all rollouts too: they come after the picture. */
  readonly all: number
}

/** From a key on the γ slider. */
async function ticks(page: Page, count: number): Promise<readonly TickTime[]> {
  return page.evaluate(async (rounds) => {
    const slider = document.querySelector('input[type=range]')
    if (!(slider instanceof HTMLInputElement)) throw new Error('The page has no slider.')
    const picture = document.querySelector('main')
    if (!picture) throw new Error('The page has no picture.')
    const statistics = document.querySelector('.trace-statistics')
    if (!statistics) throw new Error('The page has no statistics.')
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const painted = (part: Element) =>
      new Promise<number>((done) => {
        const observer = new MutationObserver(() => {
          observer.disconnect()
          // The next task after the frame's callbacks: the frame is on its way to the screen.
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            channel.port1.onmessage = () => done(performance.now())
            channel.port2.postMessage(0)
          })
        })
        observer.observe(part, { subtree: true, characterData: true, childList: true })
      })
    const times: { picture: number; all: number }[] = []
    for (let i = 0; i < rounds; i++) {
      await new Promise((rest) => setTimeout(rest, 400))
      const began = performance.now()
      const parts = [picture, statistics].map(painted)
      set?.call(slider, String(0.9 + 0.005 * (i % 20)))
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      const [first, last] = await Promise.all(parts)
      times.push({ picture: first - began, all: Math.max(first, last) - began })
    }
    return times
  }, count)
}

/** Peak resident bytes of the renderer and its workers, from the kernel; undefined elsewhere than on Linux. */
function peakBytes(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return 1024 * Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1])
  } catch {
    return undefined
  }
}

/** Forgets the peak so far; whether the kernel let us. */
function resetPeak(pid: number): boolean {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    return true
  } catch {
    return false
  }
}

const MEGABYTE = 1e6

/** The page has loaded ahead what it does when it is idle: a file is opened, not a page started (ms). */
const REST_MS = 2500

const prepare = async (visit: Visit): Promise<Visit> => {
  await visit.page.waitForTimeout(REST_MS)
  // The TypeScript runner wraps named functions in a helper that the page does not have.
  await visit.page.evaluate('globalThis.__name = (named) => named')
  return visit
}

const timesOf = (path: string, { opened, all }: Opening): string =>
  `${(statSync(path).size / MEGABYTE).toFixed(0)} MB: ${opened.toFixed(0)} ms, with the statistics of all rollouts ${all.toFixed(0)} ms`

async function npzMetrics(
  harness: Harness,
  visit: Visit,
  path: string,
): Promise<readonly Metric[]> {
  const { page } = visit
  // Chromium keeps a spare renderer; the page's is the one that grows.
  const renderers = (await harness.rendererIds()).filter(resetPeak)
  const before = renderers.map((pid) => peakBytes(pid) ?? Number.NaN)
  const opening = await open(page, path, 'byob')
  const { opened, alone } = opening
  const times = (await ticks(page, WARM_UP + TICKS)).slice(WARM_UP)
  const [pictures, all] = [times.map((time) => time.picture), times.map((time) => time.all)]
  const engine = await page
    .getByRole('button', { name: /engine|cpu|wasm|webgpu/i })
    .first()
    .textContent()
  const growth = renderers.map((pid, i) => (peakBytes(pid) ?? Number.NaN) - before[i])
  const above = Math.max(...growth)
  const payload = payloadBytes(TEN_MILLION)
  return [
    {
      id: 'M4',
      label: 'slider tick → frame, 10 M tokens, / 16.7 ms',
      value: median(pictures) / 16.7,
      target: 1.5,
      sense: 'at most',
      detail: `${spread(pictures)}, with the statistics of all rollouts ${spread(all)}, engine ${engine?.trim()}`,
    },
    {
      id: 'M5',
      label: 'drop → first paint / BYOB read of the file',
      value: opened / alone,
      target: 1.5,
      sense: 'at most',
      detail: `${timesOf(path, opening)}, read alone ${alone.toFixed(0)} ms`,
    },
    {
      id: 'M6',
      label: 'peak memory above the empty page / numeric payload',
      value: Number.isFinite(above) ? above / payload : Number.NaN,
      target: 2,
      sense: 'at most',
      detail: !Number.isFinite(above)
        ? 'needs /proc'
        : `${(above / MEGABYTE).toFixed(0)} MB above ${(before[growth.indexOf(above)] / MEGABYTE).toFixed(0)} MB for ${(payload / MEGABYTE).toFixed(0)} MB (VmHWM of the renderer)`,
    },
  ]
}

async function jsonlMetric(visit: Visit, path: string): Promise<Metric> {
  const opening = await open(visit.page, path, 'parse')
  const { opened, alone } = opening
  return {
    id: 'M5',
    label: 'JSON.parse pipeline on one thread / drop → first paint',
    value: alone / opened,
    target: 1.6,
    sense: 'at least',
    detail: `${timesOf(path, opening)}, pipeline ${alone.toFixed(0)} ms`,
  }
}

/** M4, M5 and M6. Takes about a minute. */
export async function pageMetrics(): Promise<readonly Metric[]> {
  const folder = mkdtempSync(join(tmpdir(), 'segue-bench-'))
  const harness = await Harness.start('none', 'ahead')
  try {
    const npz = writeNpz(folder, TEN_MILLION)
    const metrics = [...(await npzMetrics(harness, await prepare(await harness.visit()), npz))]
    await harness.closeContexts()
    const jsonl = await writeJsonl(folder, HUNDRED_MEGABYTES)
    metrics.push(await jsonlMetric(await prepare(await harness.visit()), jsonl))
    return metrics
  } finally {
    await harness.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

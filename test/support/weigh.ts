/** What a visit transfers, counted from a real one: what the built page asks its server for, in brotli. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts'
import { serve } from '../../scripts/static-server.ts'

export interface Weighed {
  /** From `dist/`, e.g. `assets/index-1a2b3c4d.js`. */
  readonly file: string
  /** Bytes at brotli quality 11, as a static host sends them. */
  readonly bytes: number
}

export interface Weight {
  /** Until the numbers of the first sample are on the screen. */
  readonly first: readonly Weighed[]
  /** Fetched afterwards, when the page is idle, so that files open and panels unfold without the network. */
  readonly ahead: readonly Weighed[]
  /** Only when somebody asks for it. */
  readonly onDemand: readonly Weighed[]
}

export const total = (files: readonly Weighed[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

function weighed(dist: string, file: string): Weighed {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return { file, bytes: brotliCompressSync(readFileSync(join(dist, file)), { params }).length }
}

/** Holds back what the page does when it is idle, until the test lets it. */
function holdIdle(): void {
  const held: (() => void)[] = []
  Reflect.set(window, 'requestIdleCallback', (run: () => void) => held.push(run))
  Reflect.set(window, 'releaseIdle', () => {
    Reflect.set(window, 'requestIdleCallback', (run: () => void) => setTimeout(run))
    for (const run of held) run()
  })
}

/** A file that page and workers share counts once: every static host lets a browser keep it that long. */
export async function weigh(dist: string): Promise<Weight> {
  const asked: string[] = []
  const server = await serve({
    folder: dist,
    base: '/',
    port: 0,
    host: '127.0.0.1',
    onRequest: (path) => asked.push(path === '/' ? 'index.html' : path.slice(1)),
  })
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...CHROMIUM_FLAGS],
  })
  try {
    const page = await browser.newPage({ locale: 'en-GB' })
    await page.addInitScript(holdIdle)
    await page.goto(server.url)
    await page.getByRole('img', { name: /^segment 0\b/i }).waitFor()
    await page.waitForLoadState('networkidle')
    const first = [...new Set(asked)]
    await page.evaluate(() => Reflect.get(window, 'releaseIdle')())
    await settled(asked)
    const ahead = [...new Set(asked)].slice(first.length)
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    const rest = files.filter((file) => /\.\w+$/.test(file) && !asked.includes(file))
    const all = (names: readonly string[]) =>
      names.map((file) => weighed(dist, file)).sort((a, b) => b.bytes - a.bytes)
    return { first: all(first), ahead: all(ahead), onDemand: all(rest) }
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Until nothing more was asked for a while: workers' requests are none of the page's load states. */
async function settled(asked: readonly string[]): Promise<void> {
  let before = -1
  while (asked.length !== before) {
    before = asked.length
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
}

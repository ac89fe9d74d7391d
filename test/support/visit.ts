/** What a visit transfers, counted from a real one: what the built page asks its server for. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts'
import { serve } from '../../scripts/static-server.ts'

/** Files by their names in `dist/`, e.g. `assets/index-1a2b3c4d.js`. */
export interface Visit {
  /** Until the numbers of the first sample are on the screen. */
  readonly first: readonly string[]
  /** Fetched afterwards, when the page is idle, so that files open and panels unfold without the network. */
  readonly ahead: readonly string[]
  /** Only when somebody asks for it. */
  readonly onDemand: readonly string[]
}

/** Bytes at brotli quality 11, as a static host sends them. */
export function brotliBytes(dist: string, file: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return brotliCompressSync(readFileSync(join(dist, file)), { params }).length
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
export async function visitOf(dist: string): Promise<Visit> {
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
    return { first, ahead, onDemand: rest }
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

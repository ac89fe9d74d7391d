/** Runs a function of this repository's sources in a blank page of headless Chromium. */
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { buildKernel } from '../../scripts/build-kernel.ts'
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts'

export interface PageFunction {
  /** From the repository's root, e.g. `/test/bench/wasm-page.ts`. */
  readonly module: string
  readonly name: string
  /** What can be cloned; the function's outcome is returned. */
  readonly argument: unknown
}

export async function inChromium(
  { module, name, argument }: PageFunction,
  flags: readonly string[] = [],
): Promise<unknown> {
  await buildKernel()
  const server = await createServer({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    cacheDir: '.cache/vite-bench',
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, watch: null, hmr: false },
  })
  await server.listen()
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...CHROMIUM_FLAGS, ...flags],
  })
  try {
    const page = await browser.newPage()
    page.on('console', (message) => process.stderr.write(`${message.text()}\n`))
    // Any small file of the origin gives the page a place to import from.
    await page.goto(new URL('/LICENSE', server.resolvedUrls?.local[0]).href)
    return await page.evaluate(
      async ([path, key, given]) => {
        const loaded = await import(/* @vite-ignore */ path)
        return loaded[key](given)
      },
      [module, name, argument] as const,
    )
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Runs a case file on WGSL: a Vite server hands the sources to a headless Chromium. */
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import type { Verdict } from '../test/support/conformance.ts'
import { CHROMIUM_FLAGS, ensureChromium, WEBGPU_FLAGS } from './chromium.ts'

export async function checkFilesOnWebGpu(
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<readonly Verdict[]> {
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, watch: null, hmr: false },
  })
  await server.listen()
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...CHROMIUM_FLAGS, ...WEBGPU_FLAGS],
  })
  try {
    const page = await browser.newPage()
    // Any small file of the origin gives the page a place to import from.
    await page.goto(new URL('/LICENSE', server.resolvedUrls?.local[0]).href)
    const verdicts: Verdict[] = []
    for (const { name, text } of files) {
      verdicts.push(
        ...(await page.evaluate(
          async ([source, file]) => {
            const path = '/test/support/conformance-webgpu.ts'
            const { checkOnWebGpu } = await import(/* @vite-ignore */ path)
            return checkOnWebGpu(source, file)
          },
          [text, name] as const,
        )),
      )
    }
    return verdicts
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Whole scans of the GPU engine in Chromium: `npx tsx test/bench/webgpu.ts [nodes]`. */
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { CASES, MILLION } from './cases.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = await createServer({
  root,
  configFile: false,
  cacheDir: '.cache/vite-bench',
  logLevel: 'error',
  plugins: [
    {
      name: 'blank-page',
      configureServer: ({ middlewares }) => {
        middlewares.use('/bench', (_, response) => {
          response.setHeader('content-type', 'text/html').end('<!doctype html><title>bench</title>')
        })
      },
    },
  ],
})
await server.listen()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--enable-unsafe-webgpu', '--disable-background-networking'],
})
try {
  const page = await browser.newPage()
  await page.goto(`${server.resolvedUrls?.local[0]}bench`)
  const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [MILLION]
  for (const nodes of sizes) {
    for (const name of Object.keys(CASES)) {
      const lines = await page.evaluate(
        async ([name, nodes, module]) => {
          const { measure } = await import(/* @vite-ignore */ module)
          return (await measure(name, nodes, 5)) as string[]
        },
        [name, nodes, '/test/bench/webgpu-page.ts'] as const,
      )
      for (const line of lines) console.log(line)
    }
  }
} finally {
  await browser.close()
  await server.close()
}

/**
 * The WGSL tests: real kernels in a real browser. Imported by the root configuration as a project, and
 * usable alone: `npx vitest run --config test/gpu/vitest.gpu.ts`.
 */
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { ensureChromium } from '../../scripts/chromium.ts'

export const gpuProject: TestProjectInlineConfiguration = {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  cacheDir: '.cache/vite-gpu',
  test: {
    name: 'gpu',
    include: ['test/gpu/**/*.test.ts'],
    testTimeout: 120_000,
    // A software adapter shares the machine's cores; files in parallel would only contend.
    fileParallelism: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: ensureChromium(),
          args: ['--no-sandbox', '--enable-unsafe-webgpu', '--disable-background-networking'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
}

export default defineConfig(gpuProject)

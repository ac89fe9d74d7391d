import { defineConfig } from 'vitest/config'
// A browser project: WGSL run in Chromium.
import { gpuProject } from './test/gpu/vitest.gpu.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          // No module holds state, and starting anew for each of 140 files was a third of the time. Both cores: 120 s, now 57.
          isolate: false,
          maxWorkers: '100%',
          environment: 'node',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/gpu/**', 'test/e2e/**'],
          globalSetup: ['scripts/build-kernel.ts'],
          // A shared machine may be ten times slower than the one this was written on.
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      gpuProject,
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/globalSetup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A browser per file, after everything else. Page tests mostly wait: three at a time keep two cores busy.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { books } from './scripts/books.ts'
import { buildKernel } from './scripts/build-kernel.ts'
import { contentSecurityPolicy } from './scripts/content-security-policy.ts'
import { prebuiltTrace } from './scripts/first-trace.ts'
import { formulaFonts } from './scripts/formula-fonts.ts'
import { inlineIcon } from './scripts/inline-icon.ts'
import { lateWork } from './scripts/late-work.ts'
import { plainImports, startingChunks, workerChunks } from './scripts/worker-chunks.ts'

/** The generated module has to be there before anything imports it, in a build and in `npm run dev`. */
const wasmKernel = (): Plugin => ({
  name: 'segue:wasm-kernel',
  buildStart: async () => {
    await buildKernel()
  },
})

export default defineConfig({
  // Relative, so that dist/ works from any static host and under any sub-path.
  base: './',
  plugins: [
    wasmKernel(),
    books(),
    lateWork(),
    prebuiltTrace(),
    react(),
    contentSecurityPolicy(),
    inlineIcon(),
    formulaFonts(),
    workerChunks(),
    plainImports(),
    startingChunks(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    rolldownOptions: {
      // d3-array makes three bisectors when it is loaded; the first load uses none.
      treeshake: { manualPureFunctions: ['bisector'], propertyReadSideEffects: false },
    },
    // The polyfill would be an extra script for browsers that cannot run the page anyway.
    modulePreload: {
      polyfill: false,
      // Chunks come with what imports them; their styles have to be there before (scripts/worker-chunks.ts).
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((name) => name.endsWith('.css')),
    },
    // data: URLs are not in the policy's font-src and style-src.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
})

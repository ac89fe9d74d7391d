/** The page's Content-Security-Policy, as a <meta> of the built index.html: static hosts send no headers. */
import type { Plugin } from 'vite'

/** Nothing but the page's own files; WebAssembly may be compiled, strings may not be evaluated. */
export const POLICY = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  // Workers are inlined as blobs: such a worker inherits this policy, one with an address does not.
  'worker-src': "'self' blob:",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
} as const

export const policyText = Object.entries(POLICY)
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join('; ')

/** Build only: Vite's dev server needs inline scripts and a socket. */
export const contentSecurityPolicy = (): Plugin => ({
  name: 'segue:content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: policyText },
      injectTo: 'head-prepend',
    },
  ],
})

/** Puts the icon into index.html: Chrome asks for a linked one again whenever the address changes. */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

export const inlineIcon = (): Plugin => ({
  name: 'segue:inline-icon',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const svg = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8')
      return html.replace('./icon.svg', `data:image/svg+xml,${encodeURIComponent(svg)}`)
    },
  },
})

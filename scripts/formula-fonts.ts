/** Of every font of KaTeX's style sheet the woff2 file: no browser that can run the page asks for another. */
import type { Plugin } from 'vite'

const OLDER = /,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("[a-z]+"\)/g

export const formulaFonts = (): Plugin => ({
  name: 'segue:formula-fonts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/katex(?:\.min)?\.css$/ },
    handler: (code) => ({ code: code.replace(OLDER, ''), map: null }),
  },
})

/** The page tests drive the built page, so there must be one. */
import { existsSync } from 'node:fs'
import { ensureChromium } from '../../scripts/chromium.ts'
import { distFolder } from './support.ts'

export default function setup(): void {
  if (!existsSync(`${distFolder}/index.html`)) {
    throw new Error(`${distFolder} holds no built page: run \`npm run build\` first.`)
  }
  ensureChromium()
}

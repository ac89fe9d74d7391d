/**
 * The one place that knows where Chrome or Chromium is: the GPU tests, the page tests, the screenshots
 * and the install step of `npm test` all ask here. No other part of the project names a browser path.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canInstall, install } from './apt.ts'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'google-chrome-beta',
  'chrome',
  'microsoft-edge',
]

const FIXED = [
  ...NAMES.map((name) => `/usr/bin/${name}`),
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Flags of every headless run. The sandbox needs a user namespace that containers and root lack. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--no-first-run',
]

/** Turns WebGPU on where there is no GPU: Chromium then offers its software adapter. */
export const WEBGPU_FLAGS: readonly string[] = ['--enable-unsafe-webgpu']

const HOW =
  'Install Chrome or Chromium (Debian: `apt-get install chromium` as root) or set CHROME_PATH to its executable.'

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Path of a Chrome or Chromium, or undefined. `CHROME_PATH` wins; one that names no executable is an
 * error rather than a silent fallback to another browser.
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const wanted = environment.CHROME_PATH
  if (wanted) {
    if (isExecutable(wanted)) return wanted
    throw new Error(`CHROME_PATH is ${wanted}, which is not an executable file.`)
  }
  const onPath = (environment.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...FIXED, ...onPath].find(isExecutable)
}

/**
 * Path of a Chrome or Chromium; on Debian as root it is installed when there is none.
 * Throws an Error with one sentence that says what to do.
 */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  if (!canInstall()) throw new Error(`No Chrome was found. ${HOW}`)
  process.stdout.write('No Chrome was found: installing Debian’s chromium …\n')
  // A font, because without any the page has no text and its layout cannot be tested.
  const path = install('chromium', 'fonts-liberation') ? findChromium() : undefined
  if (!path) throw new Error(`apt-get could not install chromium. ${HOW}`)
  return path
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${ensureChromium()}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

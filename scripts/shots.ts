/**
 * `npm run shots -- FOLDER`: pictures of the built page, every window size × theme × scene, named
 * `1440x900-light-sample.png`. For looking at a change, and for the picture in the README.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BAD_LENGTH, GROUP } from '../test/e2e/files.ts'
import { Harness, type Visit } from '../test/e2e/support.ts'

const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const
const THEMES = ['light', 'dark'] as const

const SCENES: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  sample: async () => {},
  group: async ({ segue }) => {
    await segue.openSample('bug')
    await segue.chooseEstimator('A', 'grpo')
  },
  batch: ({ segue }) => segue.openSample('batch'),
  noValues: ({ segue }) => segue.openFiles(GROUP),
  error: async ({ segue }) => {
    await segue.openFiles(BAD_LENGTH)
    await segue.dialog.waitFor()
  },
}

async function shoot(harness: Harness, folder: string): Promise<void> {
  for (const [width, height] of SIZES) {
    for (const colorScheme of THEMES) {
      for (const [name, arrange] of Object.entries(SCENES)) {
        const visit = await harness.visit({ context: { viewport: { width, height }, colorScheme } })
        await arrange(visit)
        await visit.page.locator('main [role=img], main canvas').first().waitFor()
        // Frames arrive from the worker; the link is written after them.
        await visit.segue.link()
        const path = join(folder, `${width}x${height}-${colorScheme}-${name}.png`)
        await visit.page.screenshot({ path })
        process.stdout.write(`${path}\n`)
        await visit.context.close()
      }
    }
  }
}

const [target] = process.argv.slice(2)
if (target === undefined) {
  process.stderr.write('Usage: npm run shots -- FOLDER (after npm run build)\n')
  process.exitCode = 1
} else {
  const folder = resolve(target)
  mkdirSync(folder, { recursive: true })
  const harness = await Harness.start('none')
  try {
    await shoot(harness, folder)
  } finally {
    await harness.stop()
  }
}

/**
 * The one place that knows where a python3 with numpy is: the tests that run the generated snippets ask
 * here, and `npm test` installs it where it can.
 */
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { canInstall, install } from './apt.ts'

const HOW =
  'Install python3 with numpy (Debian: `apt-get install python3-numpy` as root; elsewhere: `pip install numpy`) or set PYTHON_PATH to such an interpreter.'

const hasNumpy = (command: string): boolean =>
  spawnSync(command, ['-c', 'import numpy'], { stdio: 'ignore' }).status === 0

/**
 * Command of a python3 that imports numpy, or undefined. `PYTHON_PATH` wins; one without numpy is an
 * error rather than a silent fallback. Every python3 on the PATH is tried: the first may be another's.
 */
export function findPython(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const wanted = environment.PYTHON_PATH
  if (wanted) {
    if (hasNumpy(wanted)) return wanted
    throw new Error(`PYTHON_PATH is ${wanted}, which is not a python3 with numpy.`)
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  const names = folders.flatMap((folder) => [join(folder, 'python3'), join(folder, 'python')])
  return [...new Set([...names, '/usr/bin/python3'])].find(hasNumpy)
}

/**
 * As `findPython`; on Debian as root python3-numpy is installed when there is none.
 * Throws an Error with one sentence that says what to do.
 */
export function ensurePython(): string {
  const found = findPython()
  if (found) return found
  if (!canInstall()) throw new Error(`No python3 with numpy was found. ${HOW}`)
  process.stdout.write('No python3 with numpy was found: installing Debian’s python3-numpy …\n')
  const path = install('python3-numpy') ? findPython() : undefined
  if (!path) throw new Error(`apt-get could not install python3-numpy. ${HOW}`)
  return path
}

/** What `npm test` may install where it can: on Debian, as root. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Ubuntu's `chromium` package is a stub for a snap, so only Debian itself can be helped. */
function isDebian(): boolean {
  try {
    return /^ID=["']?debian["']?$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

export const canInstall = (): boolean => isDebian() && process.getuid?.() === 0

function apt(...words: string[]): boolean {
  const { status } = spawnSync('apt-get', ['-qq', ...words], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return status === 0
}

/** Whether all packages are installed now. */
export const install = (...packages: string[]): boolean =>
  apt('update') && apt('install', '-y', '--no-install-recommends', ...packages)

/** How fast the engines were in an earlier trial, kept in this browser: never in a link, never sent. */
import type { Speeds } from '../engine/engine.ts'

const KEY = 'segue.speeds'

const isSpeed = (speed: unknown): boolean =>
  typeof speed === 'number' && Number.isFinite(speed) && speed >= 0

/** By hand: every visit reads this, and a library for it is larger than all of the store's numbers. */
function isSpeeds(kept: unknown): kept is Speeds {
  if (typeof kept !== 'object' || kept === null) return false
  if (!('machine' in kept && typeof kept.machine === 'string')) return false
  if (!('cpu' in kept && isSpeed(kept.cpu))) return false
  const copies = 'copies' in kept ? kept.copies : {}
  if (typeof copies !== 'object' || copies === null) return false
  const optional = ['wasm', 'webgpu'].map((id): unknown => Reflect.get(kept, id))
  return [...optional, ...Object.values(copies)].every(
    (speed) => speed === undefined || isSpeed(speed),
  )
}

type Storage = Pick<Window, 'localStorage'>

/** Undefined where there is none, where it cannot be read, and where storage is switched off. */
export function readSpeeds(page: Storage): Speeds | undefined {
  try {
    const kept: unknown = JSON.parse(page.localStorage.getItem(KEY) ?? 'null')
    return isSpeeds(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Where storage is switched off, the next visit tries again. */
export function keepSpeeds(page: Storage, speeds: Speeds): void {
  try {
    page.localStorage.setItem(KEY, JSON.stringify(speeds))
  } catch {
    // see readSpeeds
  }
}

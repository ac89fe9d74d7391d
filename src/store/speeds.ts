/** How fast the engines were in an earlier trial, kept in this browser: never in a link, never sent. */
import * as v from 'valibot'
import type { Speeds } from '../engine/engine.ts'

const KEY = 'segue.speeds'

const speed = v.pipe(v.number(), v.finite(), v.minValue(0))
const schema = v.object({
  machine: v.string(),
  cpu: speed,
  wasm: v.optional(speed),
  webgpu: v.optional(speed),
})

type Storage = Pick<Window, 'localStorage'>

/** Undefined where there is none, where it cannot be read, and where storage is switched off. */
export function readSpeeds(page: Storage): Speeds | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(page.localStorage.getItem(KEY) ?? 'null'))
    return parsed.success ? parsed.output : undefined
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

/** Bytes to link characters and back: deflate-raw at level 9, base64url without `=`. */
import { deflateSync, Inflate } from 'fflate'
import { err, ok, type Result } from '../trace/result.ts'

/** A link is a few kB; deflate reaches 1:1032, so 16 MB is far above every honest payload. */
export const MAX_INFLATED = 16 * 2 ** 20

/** Input slice per step: one slice can grow to 8.5 MB at most before the cap is checked. */
const SLICE = 8192

export function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  // Arguments of one call are limited to about 65,000 in some engines.
  for (let at = 0; at < bytes.length; at += SLICE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Undefined where the text is no base64url. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

export const pack = (text: string): string =>
  toBase64Url(deflateSync(new TextEncoder().encode(text), { level: 9 }))

/** Inflates at most MAX_INFLATED bytes; the error is the end of a sentence. */
export function unpack(packed: string): Result<string, string> {
  const bytes = fromBase64Url(packed)
  if (!bytes) return err('is no base64url')
  const chunks: Uint8Array[] = []
  let size = 0
  let complete = false
  const inflate = new Inflate((chunk, final) => {
    size += chunk.length
    complete = final
    if (size <= MAX_INFLATED) chunks.push(chunk)
  })
  try {
    for (let at = 0; at < bytes.length; at += SLICE) {
      inflate.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length)
      if (size > MAX_INFLATED) return err(`unpacks to more than ${MAX_INFLATED} bytes`)
    }
  } catch {
    return err('is cut off or altered')
  }
  if (!complete) return err('is cut off')
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return ok(new TextDecoder().decode(whole))
}

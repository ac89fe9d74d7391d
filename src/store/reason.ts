/** What was thrown, as the end of a message. */
import { clipMiddle } from '../trace/clip.ts'

/** A thrown message may quote what it was given. */
const LONGEST = 400

export function sentenceOf(reason: unknown): string {
  const text = clipMiddle(reason instanceof Error ? reason.message : String(reason), LONGEST)
  return /[.!?…。]$/.test(text) ? text : `${text}.`
}

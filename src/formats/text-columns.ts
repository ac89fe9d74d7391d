/** A prompt and a response that are only texts → approximate tokens, mask and prompt part. */
import type { CanonicalRow } from '../trace/rows.ts'
import { approximateTokens } from './approximate.ts'
import { observationStretches } from './verl-marks.ts'

/** Tokens and mask of the response, length and text of the prompt, all estimated. */
export function textColumns(
  input: string,
  output: string,
): Pick<CanonicalRow, 'response_mask' | 'response_tokens' | 'prompt_parts'> {
  const pieces: string[] = []
  const mask: number[] = []
  const add = (from: number, to: number, bit: 0 | 1) => {
    if (from === to) return
    for (const piece of approximateTokens(output.slice(from, to))) {
      pieces.push(piece)
      mask.push(bit)
    }
  }
  let at = 0
  for (const { start, end } of observationStretches(output)) {
    add(at, start, 1)
    add(start, end, 0)
    at = end
  }
  add(at, output.length, 1)
  const parts = [{ label: 'prompt', length: approximateTokens(input).length, text: input }]
  return {
    response_mask: Uint8Array.from(mask),
    response_tokens: pieces,
    prompt_parts: input === '' ? [] : parts,
  }
}

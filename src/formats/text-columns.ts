/** A prompt and a response that are only texts → approximate tokens, mask and prompt part. */
import type { CanonicalRow } from '../trace/rows.ts'
import { countTokens, TokenTexts } from './approximate.ts'
import { observationStretches } from './verl-marks.ts'

/** Tokens and mask of the response, length and text of the prompt, all estimated. */
export function textColumns(
  input: string,
  output: string,
): Pick<CanonicalRow, 'response_mask' | 'response_pieces' | 'prompt_parts'> {
  const tokens = new TokenTexts()
  addResponse(tokens, output)
  return { ...tokens.columns(), prompt_parts: promptPartsOf(input) }
}

/** Adds a response: what it quotes of tools is none of its actions. */
export function addResponse(tokens: TokenTexts, output: string): void {
  let at = 0
  const add = (to: number, bit: 0 | 1) => {
    tokens.add(output.slice(at, to), bit)
    at = to
  }
  for (const { start, end } of observationStretches(output)) {
    add(start, 1)
    add(end, 0)
  }
  add(output.length, 1)
}

/** The prompt as one part; none where it is empty. */
export const promptPartsOf = (input: string) =>
  input === '' ? [] : [{ label: 'prompt', length: countTokens(input), text: input }]

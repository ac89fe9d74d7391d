/** Every format Segue reads. Adding one is one file and one line here. */

import { areal } from './areal.ts'
import { canonicalJsonl } from './canonical-jsonl.ts'
import { canonicalNpz } from './canonical-npz.ts'
import { canonicalParquet } from './canonical-parquet.ts'
import { canonicalSafetensors } from './canonical-safetensors.ts'
import { claudeCode } from './claude-code.ts'
import { nemoRl } from './nemo-rl.ts'
import { primeRl } from './prime-rl.ts'
import { rllm } from './rllm.ts'
import { roll } from './roll.ts'
import { skyrl } from './skyrl.ts'
import { milesJsonl, milesParquet, slimePt } from './slime-pt.ts'
import { tinker } from './tinker.ts'
import { trlParquet } from './trl-parquet.ts'
import type { Format, Head } from './types.ts'
import { verifiers } from './verifiers.ts'
import { verlJsonl } from './verl-jsonl.ts'

export function registryOf(formats: readonly Format[]): ReadonlyMap<string, Format> {
  const byId = new Map<string, Format>()
  for (const format of formats) {
    if (byId.has(format.id)) throw new Error(`Two formats are registered as ${format.id}.`)
    byId.set(format.id, format)
  }
  return byId
}

export const FORMATS = registryOf([
  canonicalJsonl,
  canonicalNpz,
  canonicalParquet,
  canonicalSafetensors,
  verlJsonl,
  claudeCode,
  slimePt,
  milesParquet,
  milesJsonl,
  primeRl,
  verifiers,
  nemoRl,
  roll,
  areal,
  skyrl,
  trlParquet,
  rllm,
  tinker,
])

/** The format with the highest confidence; the earlier one where two are equal. */
export function recognise(head: Head): Format | undefined {
  let best: Format | undefined
  let confidence = 0
  for (const format of FORMATS.values()) {
    const own = format.sniff(head) ?? 0
    if (own > confidence) {
      best = format
      confidence = own
    }
  }
  return best
}

/** What a refusal offers instead. */
export const acceptedSentence = (): string =>
  `Segue reads: ${Array.from(FORMATS.values(), (f) => f.label).join('; ')}.`

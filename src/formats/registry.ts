/** Every format Segue reads. Adding one is one file and one line here. */

import { areal } from './areal.ts'
import { atif } from './atif.ts'
import { canonicalJsonl } from './canonical-jsonl.ts'
import { canonicalNpz } from './canonical-npz.ts'
import { canonicalParquet } from './canonical-parquet.ts'
import { canonicalSafetensors } from './canonical-safetensors.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { geminiCli } from './gemini-cli.ts'
import { inspectAi } from './inspect.ts'
import { langfuse } from './langfuse.ts'
import { langsmith } from './langsmith.ts'
import { miniSweAgent } from './mini-swe-agent.ts'
import { nemoRl } from './nemo-rl.ts'
import { openaiChat } from './openai-chat.ts'
import { openhandsV0 } from './openhands-v0.ts'
import { openhandsV1 } from './openhands-v1.ts'
import { otelGenai } from './otel-genai.ts'
import { primeRl } from './prime-rl.ts'
import { rllm } from './rllm.ts'
import { roll } from './roll.ts'
import { sharegpt } from './sharegpt.ts'
import { skyrl } from './skyrl.ts'
import { milesJsonl, milesParquet, milesSafetensors, slimePt } from './slime-pt.ts'
import { sweAgent } from './swe-agent.ts'
import { tinker } from './tinker.ts'
import { torchBatch } from './torch-batch.ts'
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
  codex,
  atif,
  openhandsV0,
  openhandsV1,
  sweAgent,
  miniSweAgent,
  inspectAi,
  geminiCli,
  langsmith,
  langfuse,
  otelGenai,
  sharegpt,
  openaiChat,
  slimePt,
  milesParquet,
  milesJsonl,
  milesSafetensors,
  primeRl,
  verifiers,
  nemoRl,
  roll,
  areal,
  skyrl,
  trlParquet,
  rllm,
  tinker,
  torchBatch,
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

/** What a refusal offers instead; the page and docs/formats.md list all formats. */
export function acceptedSentence(): string {
  const [first, ...others] = Array.from(FORMATS.values(), (format) => format.label)
  return `Segue reads: ${first} and ${others.length} other formats (docs/formats.md).`
}

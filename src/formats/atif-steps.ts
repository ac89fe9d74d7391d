/** Steps of an ATIF trajectory → items of a transcript. */
import { isObject, type JsonObject } from './canonical-row.ts'
import { contentText, textOf, toolCallsOf, toolNames, type Unknowns } from './harness-text.ts'
import type { Item, SampledTokens } from './transcript.ts'

/** A trajectory file, reduced to what joining files needs. */
export interface AtifFile {
  readonly line: number
  readonly steps: readonly unknown[]
}

/** A step that cannot be trusted: its rollout is left out. */
export class BadStep extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** Items of one file; throws BadStep. */
export function itemsOfSteps({ line, steps }: AtifFile, unknown: Unknowns): Item[] {
  const items: Item[] = []
  let handedOff = false
  for (const [k, raw] of steps.entries()) {
    if (!isObject(raw)) throw new BadStep('steps', `\`steps\`[${k}] is no object.`)
    const step = raw
    const name = stepName(step, k)
    if (step.source === 'agent') {
      items.push(...agentItems(step, name, line))
      handedOff = false
      continue
    }
    const cut = cutOfStep(step, line)
    if (cut) {
      items.push(cut)
      handedOff = cut.kind === 'cut' && cut.context.length === 0
      continue
    }
    if (step.source !== 'user' && step.source !== 'system') {
      unknown.add(textOf(step.source) ?? 'step without source', line)
      continue
    }
    // What the former agent hands over is the summary that the new context begins with.
    const label = handedOff && step.source === 'user' ? 'summary' : step.source
    handedOff = false
    items.push({ kind: 'read', text: contentText(step.message), label, line })
    items.push(...observed(step, line, undefined))
  }
  return items
}

const stepName = (step: JsonObject, k: number) =>
  typeof step.step_id === 'number' ? `step ${step.step_id}` : `\`steps\`[${k}]`

function agentItems(step: JsonObject, name: string, line: number): Item[] {
  const calls = toolCallsOf(
    (Array.isArray(step.tool_calls) ? step.tool_calls : [])
      .filter(isObject)
      .map((call) => ({ name: call.function_name, arguments: call.arguments })),
  )
  const tool = toolNames(calls.map((call) => call.tool))
  const texts = [contentText(step.reasoning_content), contentText(step.message)]
  const text = [...texts, ...calls.map((call) => call.text)].filter((t) => t !== '').join('\n')
  const seen = observed(step, line, tool)
  // A copy of an earlier step, or one that no model wrote.
  if (step.is_copied_context === true || step.llm_call_count === 0) {
    const label = step.is_copied_context === true ? 'preserved' : 'agent'
    return [{ kind: 'read', text, label, line }, ...seen]
  }
  return [{ kind: 'call', text, tool, line, sampled: sampledOf(step.metrics, name) }, ...seen]
}

function observed(step: JsonObject, line: number, tool: string | undefined): Item[] {
  const results = isObject(step.observation) ? step.observation.results : undefined
  if (!Array.isArray(results)) return []
  return results.filter(isObject).flatMap((result): Item[] => {
    const text = contentText(result.content)
    return text === '' ? [] : [{ kind: 'read', text, label: 'tool', line, tool }]
  })
}

/** Encodings (a) `extra.context_management` and (b) a hand-off to summarising sub-agents. */
function cutOfStep(step: JsonObject, line: number): Item | undefined {
  const extra = isObject(step.extra) ? step.extra : {}
  const management = extra.context_management
  const text = contentText(step.message)
  if (isObject(management)) {
    const { type, boundary } = management
    if (boundary === 'append' || (boundary === undefined && type === 'injection')) return undefined
    if (boundary === 'truncate' || (boundary === undefined && type === 'pruning')) {
      return { kind: 'cut', boundary: 'trim', line, context: 'repeat' }
    }
    const context = text === '' ? [] : [{ label: 'summary', text }]
    return { kind: 'cut', boundary: text === '' ? 'drop' : 'summary', line, context }
  }
  if (step.source !== 'system') return undefined
  const handOff = subagentRefs(step).some((ref) => /summari[sz]/i.test(JSON.stringify(ref)))
  if (!handOff && !/^Performed context summarization/.test(text)) return undefined
  return { kind: 'cut', boundary: 'summary', line, context: [] }
}

/** References from a step to the files of sub-agents. */
export function subagentRefs(step: JsonObject): JsonObject[] {
  const results = isObject(step.observation) ? step.observation.results : undefined
  if (!Array.isArray(results)) return []
  return results.filter(isObject).flatMap((result) => {
    const refs = result.subagent_trajectory_ref
    return (Array.isArray(refs) ? refs : [refs]).filter(isObject)
  })
}

const idsOf = (x: unknown): readonly number[] | undefined =>
  Array.isArray(x) && x.length > 0 && x.every((id) => Number.isInteger(id)) ? x : undefined

/** Token ids of a sampling call; undefined where one of the two lists is missing. Throws BadStep. */
export function sampledOf(metrics: unknown, name: string): SampledTokens | undefined {
  if (!isObject(metrics)) return undefined
  const prompt = idsOf(metrics.prompt_token_ids)
  const completion = idsOf(metrics.completion_token_ids)
  if (!prompt || !completion) return undefined
  const logProbs = Array.isArray(metrics.logprobs) ? metrics.logprobs : []
  if (logProbs.length === 0) return { prompt, completion }
  if (logProbs.length !== completion.length) {
    throw new BadStep(
      'logprobs',
      `\`logprobs\` of ${name} has ${logProbs.length} entries but \`completion_token_ids\` has ` +
        `${completion.length}; write one per token.`,
    )
  }
  const bad = logProbs.findIndex((x) => typeof x !== 'number' || !Number.isFinite(x))
  if (bad >= 0) {
    throw new BadStep('logprobs', `\`logprobs\`[${bad}] of ${name} is no finite number.`)
  }
  return { prompt, completion, logProbs }
}

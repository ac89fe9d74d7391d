/** Harbor's `result.json` of a trial, which stands beside the agent's trajectory: reward, task, token ids. */
import type { Ended } from '../trace/batch.ts'
import { sampledOf } from './atif-steps.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { textOf } from './harness-text.ts'
import type { Item } from './transcript.ts'

export const isTrialResult = (x: unknown): x is JsonObject =>
  isObject(x) && textOf(x.trial_name) !== undefined && textOf(x.task_name) !== undefined

export interface TrialResult {
  readonly task: string | undefined
  readonly reward: number | undefined
  readonly ended: Ended
  /** One entry per sampling call of the main agent, in the shape of a step's `metrics`. */
  readonly details: readonly JsonObject[]
}

export function trialResult(record: JsonObject): TrialResult {
  const { verifier_result: verifier, exception_info: exception, agent_result: agent } = record
  const rewards = isObject(verifier) ? (verifier.rewards ?? verifier.reward) : undefined
  const type = isObject(exception) ? (textOf(exception.exception_type) ?? 'error') : undefined
  const finished = isObject(verifier) ? 'terminated' : 'unknown'
  return {
    task: textOf(record.task_name),
    reward: rewardOf(rewards),
    ended:
      type === undefined ? finished : /timeout|length|limit/i.test(type) ? 'truncated' : 'error',
    details: detailsOf(isObject(agent) ? agent.rollout_details : undefined),
  }
}

/** A number, `{reward}`, `{score}`, or the only number of an object. */
export function rewardOf(x: unknown): number | undefined {
  if (typeof x === 'number') return Number.isFinite(x) ? x : undefined
  if (typeof x === 'boolean') return Number(x)
  if (!isObject(x)) return undefined
  const named = x.reward ?? x.score
  if (named !== undefined) return rewardOf(named)
  const values = Object.values(x)
  return values.length === 1 ? rewardOf(values[0]) : undefined
}

function detailsOf(details: unknown): readonly JsonObject[] {
  const main = Array.isArray(details) ? details[0] : undefined
  if (!isObject(main) || !Array.isArray(main.completion_token_ids)) return []
  const at = (list: unknown, k: number): unknown => (Array.isArray(list) ? list[k] : undefined)
  return main.completion_token_ids.map((ids, k) => ({
    prompt_token_ids: at(main.prompt_token_ids, k),
    completion_token_ids: ids,
    logprobs: at(main.logprobs, k),
  }))
}

/**
 * The items, with token ids from the trial's details where no step has its own and their number fits.
 * Throws BadStep.
 */
export function withDetails(
  items: readonly Item[],
  details: readonly JsonObject[],
): readonly Item[] {
  const calls = items.filter((item) => item.kind === 'call')
  if (details.length !== calls.length || calls.some((call) => call.sampled)) return items
  let k = 0
  return items.map((item) => {
    if (item.kind !== 'call') return item
    const name = `call ${k + 1} of \`rollout_details\``
    return { ...item, sampled: sampledOf(details[k++], name) }
  })
}

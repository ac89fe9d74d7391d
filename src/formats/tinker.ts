/** Tinker cookbook `*_rollout_summaries.jsonl` (@9dfcc3a2): exact lengths of turns, no tokens. */
import type { Ended } from '../trace/batch.ts'
import type { TurnRow } from '../trace/rows.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import {
  countOf,
  finite,
  lengthBudget,
  listIn,
  nameOf,
  outcomeOf,
  unknownFields,
} from './fields.ts'
import { foreign, unreadable } from './text-records.ts'
import type { Format, Sink, Source } from './types.ts'

const KNOWN = new Set([
  ...['schema_version', 'split', 'iteration', 'group_idx', 'traj_idx', 'tags', 'steps'],
  ...['sampling_client_step', 'total_reward', 'final_reward', 'trajectory_metrics', 'final_ob_len'],
])
const isTinker = (x: unknown): x is JsonObject =>
  isObject(x) && x.traj_idx !== undefined && Array.isArray(x.steps)

export const tinker: Format = {
  id: 'tinker',
  label: 'Tinker rollout summaries (JSON Lines)',
  inOrder: true,
  sniff: (head) => (head.kind === 'text' && head.records.some(isTinker) ? 0.8 : undefined),
  open: () => {
    const budget = lengthBudget()
    return { file: (source, sink) => readFile(source, sink, budget) }
  },
}

type Budget = ReturnType<typeof lengthBudget>

async function readFile(source: Source, sink: Sink, budget: Budget): Promise<void> {
  const note = unknownFields(KNOWN, sink.unknownColumn)
  await source.eachRecord((record) => {
    const { line, value } = record
    if (unreadable(record, sink, () => undefined)) return
    if (!isTinker(value)) {
      sink.reject(undefined, foreign(line, tinker.label, '`traj_idx` and `steps`'))
      return
    }
    note(value)
    take(value, line, sink, budget)
  })
}

interface Step {
  readonly observed: number
  readonly said: number
  readonly reward: number | undefined
}

function take(row: JsonObject, line: number, sink: Sink, budget: Budget): void {
  const parts = [row.split, row.iteration, row.group_idx].map(nameOf)
  const group = parts.filter((part) => part !== undefined).join(' ')
  const id = `${group} ${nameOf(row.traj_idx) ?? line}`
  const steps: Step[] = []
  for (const [k, raw] of (listIn(row, 'steps') ?? []).entries()) {
    const step = stepOf(raw, budget)
    if (typeof step === 'string') {
      const message = `\`steps\`[${k}]: ${step}`
      sink.reject(id, { code: 'bad-length', line, field: 'steps', message })
      return
    }
    steps.push(step)
  }
  const segments = cutSteps(steps)
  const reward = outcomeOf(row, 'total_reward', line, sink.warn)
  const version = countOf(row.sampling_client_step)
  for (const [s, own] of segments.entries()) {
    const last = s === segments.length - 1
    sink.row(
      {
        ...columnsOf(own, version),
        rollout_id: id,
        group_id: group,
        segment_index: s,
        reward,
        ended: last ? endedOf(row) : undefined,
      },
      { line, calls: own.length, step: finite(row.iteration) },
    )
  }
  if (segments.length > 0) return
  sink.reject(undefined, { code: 'no-turns', line, message: `trajectory ${id} has no steps.` })
}

function stepOf(raw: unknown, budget: Budget): Step | string {
  if (!isObject(raw)) return 'no object.'
  const { ob_len: observed, ac_len: said } = raw
  const fault = budget('ob_len', observed) ?? budget('ac_len', said)
  return fault ?? { observed: Number(observed), said: Number(said), reward: finite(raw.reward) }
}

/** A context that is shorter than what was seen and said before was condensed. */
function cutSteps(steps: readonly Step[]): readonly (readonly Step[])[] {
  const segments: Step[][] = []
  let former: Step | undefined
  for (const step of steps) {
    const open = segments.at(-1)
    if (open && former && step.observed >= former.observed + former.said) open.push(step)
    else segments.push([step])
    former = step
  }
  return segments
}

function columnsOf(steps: readonly Step[], version: number | undefined) {
  const last = steps[steps.length - 1]
  const prompt = steps[0].observed
  const mask = new Uint8Array(last.observed + last.said - prompt)
  const turns: TurnRow[] = []
  let at = 0
  for (const { observed, said, reward } of steps) {
    const start = observed - prompt
    if (start > at) turns.push({ start: at, end: start, kind: 'observation' })
    at = start + said
    mask.fill(1, start, at)
    if (said > 0) {
      turns.push({ start, end: at, kind: 'action', ...(reward !== undefined && { reward }) })
    }
  }
  const versions = version !== undefined && Int32Array.from(mask, (m) => (m === 1 ? version : -1))
  return {
    response_mask: mask,
    turns,
    prompt_length: prompt,
    ...(versions && { policy_versions: versions }),
  }
}

function endedOf(row: JsonObject): Ended {
  const last = (listIn(row, 'steps') ?? []).at(-1)
  if (!isObject(last) || typeof last.episode_done !== 'boolean') return 'unknown'
  return last.episode_done ? 'terminated' : 'truncated'
}

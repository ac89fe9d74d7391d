/** Sampling calls with token ids → rows: the prefix rule cuts them, what a prompt adds is observation. */
import type { CanonicalRow, TurnRow } from '../trace/rows.ts'
import { cutLabel } from './cut-labels.ts'
import { compareTokens, cutOf, type JoinedCall, segmentsOf } from './prefix-rule.ts'
import type { Fault } from './types.ts'

/** One sampling call. Lists beside `response` are as long as it, or absent. */
export interface TokenCall {
  readonly prompt: ArrayLike<number>
  readonly response: ArrayLike<number>
  /** Absent: every token of the response is an action. */
  readonly mask?: ArrayLike<number>
  readonly logProbs?: ArrayLike<number>
  readonly advantages?: ArrayLike<number>
  readonly tool?: string
  /** Of this turn alone. */
  readonly reward?: number
  /** Version of the policy that sampled. */
  readonly version?: number
  readonly line: number
}

export interface CallSegment {
  readonly columns: Pick<
    CanonicalRow,
    | 'response_mask'
    | 'response_ids'
    | 'rollout_log_probs'
    | 'advantages'
    | 'policy_versions'
    | 'prompt_length'
    | 'prompt_parts'
    | 'turns'
  >
  /** Set on every segment that has a successor. */
  readonly boundary: CanonicalRow['boundary']
  readonly calls: number
  readonly line: number
}

/** Segments of one rollout's calls, in order; places of drift go to `warn`. */
export function callSegments(
  calls: readonly TokenCall[],
  warn: (fault: Fault) => void,
): readonly CallSegment[] {
  let context = new Context()
  const segments = segmentsOf(calls, (former, next) => {
    context.answer(former)
    const joint = compareTokens(context.ids, next.prompt, context.joints)
    if (joint.kind === 'cut') context = new Context()
    else context.extend(next.prompt, joint.from)
    if (joint.kind === 'drift') warn(driftFault(joint.tokens, joint.at, next.line))
    return joint
  })
  return segments.map((segment, s) => {
    const next = segments[s + 1]
    const boundary = next && cutOf(next)?.boundary
    return { ...columnsOf(segment), boundary, calls: segment.length, line: segment[0].call.line }
  })
}

/** A warning: the context of a call was encoded differently from what had been sampled. */
export const driftFault = (tokens: number, at: number, line: number): Fault => ({
  code: 'token-drift',
  line,
  message:
    `${tokens} ${tokens === 1 ? 'token' : 'tokens'} of the prompt from token ${at} on differ from ` +
    'what was sampled before (encoded anew at the joint of two turns); read as one segment.',
})

/** What the model has seen and said so far in a segment. */
class Context {
  readonly ids: number[] = []
  readonly joints: number[] = []

  answer(call: TokenCall): void {
    if (this.ids.length === 0) append(this.ids, call.prompt, 0)
    this.joints.push(this.ids.length)
    append(this.ids, call.response, 0)
    this.joints.push(this.ids.length)
  }

  extend(prompt: ArrayLike<number>, from: number): void {
    append(this.ids, prompt, from)
  }
}

function append(to: number[], from: ArrayLike<number>, start: number): void {
  for (let k = start; k < from.length; k++) to.push(from[k])
}

function columnsOf(segment: readonly JoinedCall<TokenCall>[]): Pick<CallSegment, 'columns'> {
  const first = segment[0].call
  const ids: number[] = []
  const mask: number[] = []
  const logProbs: number[] = []
  const advantages: number[] = []
  const versions: number[] = []
  const turns: TurnRow[] = []
  const every = (name: 'logProbs' | 'advantages' | 'version') =>
    segment.every(({ call }) => call[name] !== undefined)
  for (const { call, joint } of segment) {
    const start = ids.length
    if (joint && joint.kind !== 'cut') append(ids, call.prompt, joint.from)
    if (ids.length > start) turns.push({ start, end: ids.length, kind: 'observation' })
    for (let k = start; k < ids.length; k++) {
      mask.push(0)
      logProbs.push(0)
      advantages.push(0)
    }
    const from = ids.length
    append(ids, call.response, 0)
    for (let k = 0; k < call.response.length; k++) {
      mask.push(call.mask?.[k] ?? 1)
      logProbs.push(call.logProbs?.[k] ?? 0)
      advantages.push(call.advantages?.[k] ?? 0)
    }
    for (let k = start; k < ids.length; k++) versions.push(k < from ? -1 : (call.version ?? -1))
    const { tool, reward } = call
    if (ids.length > from) {
      const said = { ...(tool && { tool }), ...(reward !== undefined && { reward }) }
      turns.push({ start: from, end: ids.length, kind: 'action', ...said })
    }
  }
  const cut = cutOf(segment)
  const length = first.prompt.length
  return {
    columns: {
      response_ids: ids,
      response_mask: mask,
      turns,
      ...(every('logProbs') && { rollout_log_probs: logProbs }),
      ...(every('advantages') && { advantages }),
      ...(every('version') && { policy_versions: versions }),
      ...(cut
        ? { prompt_parts: [{ label: cutLabel(cut.reason), length }] }
        : { prompt_length: length }),
    },
  }
}

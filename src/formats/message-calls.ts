/** Sampling calls with messages only → segments of approximate tokens, cut by the prefix rule. */

import { cutLabel } from './cut-labels.ts'
import { type Message, messageColumns } from './messages.ts'
import { compareMessages, cutOf, segmentsOf } from './prefix-rule.ts'

export interface MessageCall {
  readonly prompt: readonly Message[]
  readonly response: readonly Message[]
  readonly line: number
}

export interface MessageSegment extends ReturnType<typeof messageColumns> {
  /** Set on every segment that has a successor. */
  readonly boundary: 'drop' | 'trim' | 'summary' | 'subagent' | 'unknown' | undefined
  readonly line: number
}

/** Segments of one rollout's calls, in order. Only messages of a response are actions. */
export function messageSegments(calls: readonly MessageCall[]): readonly MessageSegment[] {
  let context: readonly Message[] = []
  const segments = segmentsOf(calls, (former, next) => {
    context = [...(context.length > 0 ? context : former.prompt), ...former.response]
    const joint = compareMessages(context, next.prompt)
    context = joint.kind === 'cut' ? [] : next.prompt
    return joint
  })
  return segments.map((segment, s) => {
    const { prompt } = segment[0].call
    const messages = [...prompt]
    for (const { call, joint } of segment) {
      const added = joint && joint.kind !== 'cut' ? call.prompt.slice(joint.from) : []
      for (const message of [...added, ...call.response]) messages.push(message)
    }
    const cut = cutOf(segment)
    const next = segments[s + 1]
    const label = cut && cutLabel(cut.reason)
    return {
      ...messageColumns(messages, { prompt: prompt.length, label }),
      calls: segment.length,
      boundary: next && cutOf(next)?.boundary,
      line: segment[0].call.line,
    }
  })
}

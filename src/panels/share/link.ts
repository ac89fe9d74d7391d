/** What a share link holds, as the dialog says it. */
export interface Link {
  readonly url: string
  readonly characters: number
  readonly carriesTrace: boolean
  readonly numbers: boolean
}

/** Characters; beyond it chats and mail programs cut links, and a file is offered. */
export const SHARE_LIMIT = 8000

/** Numbers that a link leaves out when they would make it too long, of those the trace has. */
export const missingKey = (has: {
  readonly values: boolean
  readonly rewards: boolean
}): 'missingValues' | 'missingRewards' | 'missingBoth' => {
  if (!has.rewards) return 'missingValues'
  return has.values ? 'missingBoth' : 'missingRewards'
}

export function insideKey(
  link: Link,
  isSample: boolean,
): 'sampleInside' | 'traceInside' | 'structureInside' | 'notInside' {
  if (isSample) return 'sampleInside'
  if (!link.carriesTrace) return 'notInside'
  return link.numbers ? 'traceInside' : 'structureInside'
}

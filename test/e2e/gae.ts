/** GAE written again from its definition, so that the page's numbers are checked by something else. */

export interface Step {
  readonly segment: number
  readonly value: number
  readonly reward: number
}

export interface Expected {
  readonly advantage: readonly number[]
  readonly return: readonly number[]
}

interface Settings {
  readonly gamma: number
  readonly lambda: number
  readonly lambdaCritic: number
}

/** Backwards over one rollout's action tokens; `cut` forgets everything at each segment's end. */
export function gae(steps: readonly Step[], settings: Settings, cut: boolean): Expected {
  const { gamma, lambda, lambdaCritic } = settings
  const advantage = new Array<number>(steps.length).fill(0)
  const returns = new Array<number>(steps.length).fill(0)
  let carried = { actor: 0, critic: 0, value: 0, segment: -1 }
  for (let k = steps.length - 1; k >= 0; k--) {
    const { segment, value, reward } = steps[k]
    if (cut && segment !== carried.segment) carried = { actor: 0, critic: 0, value: 0, segment }
    const delta = reward + gamma * carried.value - value
    advantage[k] = delta + gamma * lambda * carried.actor
    const critic = delta + gamma * lambdaCritic * carried.critic
    returns[k] = critic + value
    carried = { actor: advantage[k], critic, value, segment }
  }
  return { advantage, return: returns }
}

/** Reward R on the last action token, 0 elsewhere. */
export const withTerminalReward = (
  rows: readonly { readonly segment_index: number; readonly value: number }[],
  reward: number,
): readonly Step[] =>
  rows.map((row, k) => ({
    segment: row.segment_index,
    value: row.value,
    reward: k === rows.length - 1 ? reward : 0,
  }))

export const largestError = (got: readonly number[], want: readonly number[]): number =>
  got.length === want.length
    ? Math.max(0, ...got.map((value, k) => Math.abs(value - want[k])))
    : Number.POSITIVE_INFINITY

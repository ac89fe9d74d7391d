/** A penalty on overlong rollouts, where one is chosen. */
import type { Settings } from '../settings.ts'
import { type Lines, number } from './python.ts'

export const hasPenalty = ({ options: { overlong } }: Settings): boolean =>
  overlong === 'soft-penalty' || overlong === 'linear-penalty'

/** `penalty(rollout)`; needs `length`. */
export function penaltyLines(settings: Settings): Lines {
  if (!hasPenalty(settings)) return []
  const { overlong, lMax, lCache } = settings.options
  const cache = number(Number(lCache))
  const ramp = `max(0, length[rollout] - (${number(Number(lMax))} - ${cache})) / ${cache}`
  const soft = overlong === 'soft-penalty'
  return [
    `def penalty(rollout):  # ${soft ? 'DAPO: from 0 to -1' : 'AReaL: from 0 down'} over the last action tokens before L_max`,
    `    return -${soft ? `min(1.0, ${ramp})` : ramp}`,
  ]
}

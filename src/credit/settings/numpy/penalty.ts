/** The outcome that estimators see: with a penalty on overlong rollouts, where one is chosen. */
import type { Settings } from '../settings.ts'
import { type Lines, number, when } from './python.ts'

export const hasPenalty = ({ options: { overlong } }: Settings): boolean =>
  overlong === 'soft-penalty' || overlong === 'linear-penalty'

/** Python for the outcome of `R`; `keep` and `groupFilter` go by `outcome(R)`. */
export const score = (settings: Settings): string =>
  hasPenalty(settings) ? '(outcome(R) + penalty(R))' : 'outcome(R)'

export function penaltyHelper(settings: Settings): Lines {
  if (!hasPenalty(settings)) return []
  const { overlong, lMax, lCache } = settings.options
  const soft = overlong === 'soft-penalty'
  return [
    '',
    `def penalty(R):  # ${soft ? 'DAPO: from 0 to -1' : 'AReaL: from 0 down'} over the last action tokens before l_max`,
    `    l_max, l_cache = ${number(Number(lMax))}, ${number(Number(lCache))}`,
    '    length = sum(mask[start[i]:start[i + 1]].sum() for i in R)',
    `    return -${soft ? 'min(1.0, ' : ''}max(0, length - (l_max - l_cache)) / l_cache${soft ? ')' : ''}`,
  ]
}

/** Rewards per token feed the recursion, so the penalty goes onto the last action token there. */
export const penalisedRewards = (settings: Settings): Lines =>
  when(
    hasPenalty(settings),
    'for R in rollouts.values():',
    '    if any(rows[i].get("rewards") for i in R):',
    '        P = np.concatenate([np.arange(start[i], start[i + 1]) for i in R])',
    '        rew[P[mask[P]][-1:]] += penalty(R)',
  )

/** Plain returns: REINFORCE and REINFORCE++ with and without a group baseline. */
import type { Settings } from '../settings.ts'
import { type Body, NO_NEEDS } from './body.ts'
import { placement } from './ending.ts'
import { penalisedRewards, score } from './penalty.ts'
import { unlessMasked } from './post.ts'
import { type Lines, REWARDS, when } from './python.ts'
import { POSITIONS } from './values.ts'

/** @param score Python for the outcome of `R`; the file's rewards are used as given where `rewards` */
function returnChain(settings: Settings, score: string, rewards: boolean): Lines {
  const { observations } = settings.options
  const nodes = observations === 'skip' ? 'P[mask[P]]' : 'P'
  const place = placement(settings.options, score, observations === 'zero')
  return [
    ...(rewards ? [REWARDS, ...penalisedRewards(settings)] : ['rew = np.zeros(len(mask))']),
    ...when(rewards && observations === 'zero', 'rew = rew * mask  # observations: zero'),
    'A = np.zeros(len(mask))',
    'for R in rollouts.values():',
    `    P = ${POSITIONS}  # in time order`,
    ...(rewards
      ? [
          '    if not any(rows[i].get("rewards") for i in R):  # else they are used as given',
          ...place,
        ]
      : place.map((line) => line.slice(4))),
    '    g = 0.0',
    `    for t in ${nodes}[::-1]:${observations === 'skip' ? '  # observation tokens are skipped' : ''}`,
    observations === 'reset'
      ? '        g = rew[t] + gamma * g if mask[t] else 0.0  # starts again at every observation'
      : '        g = rew[t] + gamma * g',
    '        A[t] = g',
    ...when(observations !== 'skip', 'A = A * mask'),
  ]
}

export const discountedReturn = (settings: Settings): Body => ({
  parameters: [['gamma', settings.gamma]],
  needs: { ...NO_NEEDS, outcome: true },
  helpers: [],
  main: [...returnChain(settings, `np.nan_to_num(${score(settings)})`, true), 'G = A.copy()'],
  returns: 'G',
})

export const reinforcePp = (settings: Settings): Body => ({
  parameters: [['gamma', settings.gamma]],
  needs: { ...NO_NEEDS, outcome: true },
  helpers: [],
  main: returnChain(settings, `np.nan_to_num(${score(settings)})`, true),
  returns: undefined,
})

export const reinforcePpBaseline = (settings: Settings): Body => ({
  parameters: [['gamma', settings.gamma]],
  needs: { ...NO_NEEDS, outcome: true, groups: true },
  helpers: [],
  main: [
    'score = {}  # outcome - mean of its group, by first row',
    'for group in groups.values():',
    `    known = [R for R in group if ${['not np.isnan(outcome(R))', ...unlessMasked(settings)].join(' and ')}]`,
    `    x = {R[0]: ${score(settings)} for R in known}`,
    '    for R in known:',
    '        score[R[0]] = x[R[0]] - np.mean(list(x.values()))',
    ...returnChain(settings, 'score.get(R[0], 0.0)', false),
  ],
  returns: undefined,
})

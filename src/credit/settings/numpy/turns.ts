/** Turn-level estimators: turn GAE, bi-level GAE, chunk return. */
import type { Settings } from '../settings.ts'
import { type Body, hasOwnCritic, NO_NEEDS, sliders } from './body.ts'
import { adaptive, adaptiveHelper, ending, replacesReward } from './ending.ts'
import { penalisedRewards, score } from './penalty.ts'
import { type Lines, type Needs, REWARDS, when } from './python.ts'
import { POSITIONS, valueLines } from './values.ts'

export const TURNS: Lines = [
  '',
  'def turns(i):  # (action tokens, record) of every turn of a row; without "turns" the mask runs',
  '    t = start[i] + np.flatnonzero(mask[start[i]:start[i + 1]])',
  '    if not rows[i].get("turns"):',
  '        return [(x, {}) for x in np.split(t, np.flatnonzero(np.diff(t) > 1) + 1) if len(x)]',
  '    inside = lambda u: t[(t >= start[i] + u["start"]) & (t < start[i] + u["end"])]',
  '    return [(inside(u), u) for u in rows[i]["turns"] if len(inside(u))]',
]

const bySegment = ({ options }: Settings): boolean =>
  options.lambdaRule === 'length-adaptive' && options.lambdaLength === 'segment'

/** The scan over turns `T`: `v` and `r` by turn; writes `adv` and `ret` by turn, un-broadcast. */
function turnScan(
  settings: Settings,
  gamma: string,
  read: { readonly value: string; readonly reward: string },
): Lines {
  const critic = hasOwnCritic(settings)
  const lam = bySegment(settings) ? 'lam[row[T[k][0][0]]]' : 'lam'
  return [
    ...valueLines(settings.values),
    REWARDS,
    ...penalisedRewards(settings),
    'A, G = np.zeros(len(mask)), np.zeros(len(mask))  # advantages, returns',
    'for R in rollouts.values():',
    `    P = ${POSITIONS}  # in time order`,
    '    T = [turn for i in R for turn in turns(i)]',
    '    if not T:',
    '        continue',
    `    v = [${read.value} for x, u in T]  # value of every turn`,
    ...adaptive(settings.options),
    ...ending(settings, { ownLast: 'v[-1]', looksAhead: true, zeroed: false }),
    `    r = [${read.reward} for x, _ in T]  # reward of every turn`,
    ...when(
      replacesReward(settings.options),
      '    if given and truncated:',
      '        r[-1] = score',
    ),
    `    a = ${critic ? 'c = ' : ''}0.0`,
    '    for k in reversed(range(len(T))):',
    `        delta = r[k] + ${gamma} * ahead - v[k]`,
    `        a = delta + ${gamma} * ${lam} * a`,
    ...when(critic, `        c = delta + ${gamma} * lam_critic * c`),
  ]
}

const CHAIN_NEEDS = (settings: Settings): Needs => ({
  ...NO_NEEDS,
  outcome: true,
  row: bySegment(settings),
})

export const turnGae = (settings: Settings): Body => ({
  parameters: sliders(settings),
  needs: CHAIN_NEEDS(settings),
  helpers: [...adaptiveHelper(settings.options), ...TURNS],
  main: [
    ...turnScan(settings, 'gamma', {
      value: 'V[x[0]] if u.get("value") is None else u["value"]',
      reward: 'rew[x].sum()',
    }),
    `        A[T[k][0]], G[T[k][0]], ahead = a, ${hasOwnCritic(settings) ? 'c' : 'a'} + v[k], v[k]`,
  ],
  returns: 'G',
})

export function bilevelGae(settings: Settings): Body {
  const critic = hasOwnCritic(settings)
  const lam = bySegment(settings) ? 'lam[row[t]]' : 'lam'
  const step = (x: string, turn: string, lambda: string): string =>
    `            ${x} = (${turn} + v[k] if t == T[k][0][-1] else rew[t]) + gamma * value - V[t] + gamma * ${lambda} * ${x}`
  return {
    parameters: [...sliders(settings), ['gamma_turn', Number(settings.options.gammaTurn)]],
    needs: CHAIN_NEEDS(settings),
    helpers: [...adaptiveHelper(settings.options), ...TURNS],
    main: [
      ...turnScan(settings, 'gamma_turn', { value: 'V[x[-1]]', reward: 'rew[x[-1]]' }),
      `        ahead, value, x = v[k], 0.0, 0.0  # level 2, inside turn k: its last token earns A_k + V_k`,
      ...when(critic, '        y = 0.0'),
      '        for t in T[k][0][::-1]:',
      step('x', 'a', lam),
      ...when(critic, step('y', 'c', 'lam_critic')),
      `            A[t], G[t], value = x, ${critic ? 'y' : 'x'} + V[t], V[t]`,
    ],
    returns: 'G',
  }
}

/** γ^(chunks after it) · outcome for every token of a chunk. */
export const chunkReturn = (settings: Settings): Body => ({
  parameters: [['gamma', settings.gamma]],
  needs: { ...NO_NEEDS, outcome: true },
  helpers: TURNS,
  main: [
    'A = np.zeros(len(mask))',
    'for R in rollouts.values():',
    '    T = [turn for i in R for turn in turns(i)]',
    '    for later, (tokens, _) in enumerate(reversed(T)):',
    `        A[tokens] = gamma**later * np.nan_to_num(${score(settings)})`,
  ],
  returns: undefined,
})

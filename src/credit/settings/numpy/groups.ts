/** Group baselines: GRPO, RLOO, Lite PPO, GiGPO, turn rewards. */
import type { Options } from '../../options.ts'
import type { Settings } from '../settings.ts'
import { type Body, NO_NEEDS } from './body.ts'
import { score } from './penalty.ts'
import { unlessMasked } from './post.ts'
import { type Lines, number, when } from './python.ts'
import { TURNS } from './turns.ts'

const NEEDS = { ...NO_NEEDS, outcome: true, groups: true }

/** `norm(x)`: the advantage of every member of one group. */
function norm({ std, ddof, eps, singleton }: Options): Lines {
  const plus = Number(eps) === 0 ? '' : ` + ${number(Number(eps))}`
  const sample = std === 'sample' || (std === undefined && ddof === 1)
  const divided = `(x - x.mean()) / ${plus === '' ? '' : '('}x.std(ddof=${sample ? 1 : 0})${plus}${plus === '' ? '' : ')'}`
  return [
    '',
    'def norm(x):  # advantages of one group; equal members have none',
    ...when(singleton === 'raw', '    if len(x) == 1:', '        return x'),
    '    if len(x) < 2 or np.ptp(x) <= 1e-12 * np.abs(x).max():',
    '        return 0 * x',
    ...(std === 'leave-one-out'
      ? [
          '    a = len(x) / (len(x) - 1) * (x - x.mean())  # against the mean of the others',
          '    for k in range(len(x)):',
          '        y = np.delete(x, k)',
          '        if len(y) > 1 and np.ptp(y) > 1e-12 * np.abs(y).max():',
          `            a[k] /= y.std(ddof=1)${plus}`,
          '    return a',
        ]
      : [`    return ${std === 'none' ? 'x - x.mean()' : divided}`]),
  ]
}

/** Whether rollout `R` counts in its group. */
const countedIf = (settings: Settings): string =>
  ['not np.isnan(outcome(R))', ...unlessMasked(settings)].join(' and ')

/** Rollouts that leave the statistics keep advantage 0. */
const members = (settings: Settings): Lines => {
  const counted = unlessMasked(settings)
  return counted.length === 0 ? [] : [`    group = [R for R in group if ${counted.join(' and ')}]`]
}

/** `A[...] = ` of every sample of every group, after `x`, its counted outcomes. */
const broadcast = (settings: Settings, advantages: string): Lines => {
  const counted = countedIf(settings)
  const samples =
    settings.options.unit === 'segment'
      ? `(${score(settings)}, [i]) for R in group for i in R` // every row is a sample
      : `(${score(settings)}, R) for R in group`
  return [
    'A = np.zeros(len(mask))',
    'for group in groups.values():',
    `    samples = [${samples} if ${counted}]`,
    '    x = np.array([score for score, _ in samples])',
    `    for (_, sample), a in zip(samples, ${advantages}):`,
    '        for i in sample:',
    '            A[start[i]:start[i + 1]] = a',
    'A = A * mask',
  ]
}

export const grpo = (settings: Settings): Body => ({
  parameters: [],
  needs: NEEDS,
  helpers: norm(settings.options),
  main: broadcast(settings, 'norm(x)'),
  returns: undefined,
})

export const rloo = (settings: Settings): Body => ({
  parameters: [],
  needs: NEEDS,
  helpers: [
    '',
    'def norm(x):  # against the mean of the others',
    '    if len(x) < 2:',
    `        return ${settings.options.singleton === 'raw' ? 'x' : '0 * x'}`,
    '    return len(x) / (len(x) - 1) * (x - x.mean())',
  ],
  main: broadcast(settings, 'norm(x)'),
  returns: undefined,
})

export function litePpo(settings: Settings): Body {
  const { ddof, eps } = settings.options
  const plus = Number(eps) === 0 ? '' : ` + ${number(Number(eps))}`
  const counted = countedIf(settings)
  return {
    parameters: [],
    needs: NEEDS,
    helpers: [],
    main: [
      `every = np.array([${score(settings)} for R in rollouts.values() if ${counted}])`,
      `same = len(every) <= ${ddof} or np.ptp(every) <= 1e-12 * np.abs(every).max()`,
      `std = np.inf if same else every.std(ddof=${ddof})${plus}  # of all outcomes of the batch`,
      ...broadcast(settings, '(x - np.mean(x)) / std if len(x) else x'),
    ],
    returns: undefined,
  }
}

export const gigpo = (settings: Settings): Body => ({
  parameters: [
    ['gamma', Number(settings.options.gamma)],
    ['omega', Number(settings.options.omega)],
  ],
  needs: NEEDS,
  helpers: [...norm(settings.options), ...TURNS],
  main: [
    'A = np.zeros(len(mask))',
    'for group in groups.values():',
    ...members(settings),
    `    score = np.nan_to_num([${score(settings)} for R in group])`,
    '    steps, anchors = [], {}  # [tokens, advantage], and the returns of every visit of a state',
    '    for R, s, episode in zip(group, score, norm(score)):',
    '        T, g = [turn for i in R for turn in turns(i)], 0.0',
    '        recorded = any(u.get("reward") is not None for _, u in T)',
    '        for k in reversed(range(len(T))):  # discounted step returns',
    '            own = (T[k][1].get("reward") or 0.0) if recorded else s * (k == len(T) - 1)',
    '            g = own + gamma * g',
    '            steps.append([T[k][0], episode])',
    '            if T[k][1].get("state_key") is not None:',
    '                anchors.setdefault(str(T[k][1]["state_key"]), []).append((len(steps) - 1, g))',
    '    for visits in anchors.values():',
    '        for (n, _), a in zip(visits, norm(np.array([g for _, g in visits]))):',
    '            steps[n][1] += omega * a',
    '    for tokens, a in steps:',
    '        A[tokens] = a',
  ],
  returns: undefined,
})

export const turnGrpo = (settings: Settings): Body => ({
  parameters: [['coefficient', Number(settings.options.turnCoefficient)]],
  needs: NEEDS,
  helpers: [...norm(settings.options), ...TURNS],
  main: [
    'A = np.zeros(len(mask))',
    'for group in groups.values():',
    ...members(settings),
    '    T = [[turn for i in R for turn in turns(i)] for R in group]',
    `    total = norm(np.nan_to_num([${score(settings)} for R in group]))  # the outcome's part`,
    '    for k in range(max(map(len, T), default=0)):  # the k-th turns of the group against each other',
    '        there = [m for m in range(len(T)) if len(T[m]) > k]',
    '        own = norm(np.array([T[m][k][1].get("reward") or 0.0 for m in there]))',
    '        for m, a in zip(there, own):',
    '            A[T[m][k][0]] = total[m] + coefficient * a',
  ],
  returns: undefined,
})

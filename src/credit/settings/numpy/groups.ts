/** Group baselines: GRPO, RLOO, Lite PPO, GiGPO, turn rewards. */
import type { Options } from '../../options.ts'
import type { Settings } from '../settings.ts'
import type { Body } from './body.ts'
import { dropped, type FactName, factsOf, forward, hasTyped, scoreName } from './facts.ts'
import { byRollout, type Lines, number, when } from './python.ts'
import { spans } from './turns.ts'

const EQUAL = 'np.ptp(x) > 1e-12 * abs(x).max()'

/** `norm(x)`: the advantage of every member of one group. */
function norm({ std, ddof, eps, singleton }: Options): Lines {
  const plus = Number(eps) === 0 ? '' : ` + ${number(Number(eps))}`
  const sample = std === 'sample' || (std === undefined && ddof === 1)
  const deviation = `x.std(${sample ? 'ddof=1' : ''})${plus}`
  return [
    'def norm(x):  # advantages of one group; equal members have none',
    ...when(singleton === 'raw', '    if len(x) == 1:', '        return x'),
    ...(std === 'leave-one-out'
      ? [
          `    if not ${EQUAL}:`,
          '        return 0 * x',
          '    a = len(x) / (len(x) - 1) * (x - x.mean())  # against the mean of the others',
          '    for k in range(len(x)):',
          '        y = np.delete(x, k)',
          '        if len(y) > 1 and np.ptp(y) > 1e-12 * abs(y).max():',
          `            a[k] /= y.std(ddof=1)${plus}`,
          '    return a',
        ]
      : std === 'none'
        ? [`    return x - x.mean() if ${EQUAL} else 0 * x`]
        : divided(`${deviation} if ${EQUAL} else np.inf`)),
  ]
}

/** On one line where it fits. */
function divided(std: string): Lines {
  const line = `    return (x - x.mean()) / (${std})`
  return line.length <= 100 ? [line] : [`    std = ${std}`, '    return (x - x.mean()) / std']
}

/** `groups`, of the rollouts that count in the statistics. */
export function groupLines(settings: Settings): Lines {
  const score = scoreName(settings)
  const out = dropped(settings)
  const perRow = settings.options.unit === 'segment'
  const tests = [
    ...when(perRow, `rollout in ${score}`),
    ...(out === undefined ? [] : [`rollout not in ${out}`]),
  ]
  const add = 'groups.setdefault(prompt.get(rollout, (rollout,)), []).append(rollout)'
  return [
    'groups = {}  # prompt -> its rollouts; without a group_id a rollout is a group of its own',
    perRow
      ? 'for rollout in (row["rollout_id"] for row in rows):  # every row is a sample'
      : `for rollout in ${score}:`,
    ...(tests.length === 0 ? [`    ${add}`] : [`    if ${tests.join(' and ')}:`, `        ${add}`]),
  ]
}

/** Every action token of a rollout has the advantage of its outcome in the group. */
const broadcast = (settings: Settings, advantages: string): Lines => [
  ...groupLines(settings),
  'advantage = {}  # by rollout',
  'for group in groups.values():',
  `    x = np.array([${scoreName(settings)}[rollout] for rollout in group], float)`,
  `    advantage.update(zip(group, ${advantages}))`,
  'for row in rows:  # the same for all its action tokens',
  '    row["advantages"] = advantage.get(row["rollout_id"], 0.0) * np.array(row["response_mask"])',
]

const FACTS: readonly FactName[] = ['outcome', 'prompt']

const scored = (settings: Settings, helpers: Lines, main: Lines): Body => ({
  parameters: [],
  facts: factsOf(settings, FACTS, false),
  helpers,
  main,
  returns: false,
})

export const grpo = (settings: Settings): Body =>
  scored(settings, norm(settings.options), broadcast(settings, 'norm(x)'))

export function rloo(settings: Settings): Body {
  const alone = settings.options.singleton === 'raw' ? 'x' : '0 * x'
  const helpers = [
    'def norm(x):  # against the mean of the others',
    `    return len(x) / (len(x) - 1) * (x - x.mean()) if len(x) > 1 else ${alone}`,
  ]
  return scored(settings, helpers, broadcast(settings, 'norm(x)'))
}

export function litePpo(settings: Settings): Body {
  const { ddof, eps } = settings.options
  const plus = Number(eps) === 0 ? '' : ` + ${number(Number(eps))}`
  const score = scoreName(settings)
  const out = dropped(settings)
  const each =
    out === undefined
      ? `list(${score}.values())`
      : `[x for name, x in ${score}.items() if name not in ${out}]`
  return scored(
    settings,
    [],
    [
      `every = np.array(${each})`,
      `equal = len(every) ${ddof === 0 ? '== 0' : `<= ${ddof}`} or np.ptp(every) <= 1e-12 * abs(every).max()`,
      `std = np.inf if equal else every.std(${ddof === 1 ? 'ddof=1' : ''})${plus}  # of all outcomes of the batch`,
      ...broadcast(settings, '(x - x.mean()) / std'),
    ],
  )
}

/** `groups`: prompt -> rollout -> its turns; and `outcome`, in the same pass where nothing else needs it. */
function turnGroups(settings: Settings): {
  readonly facts: readonly FactName[]
  readonly lines: Lines
} {
  const own = factsOf(settings, ['prompt'], false)
  const apart = own.includes('outcome') || own.includes('length') || hasTyped(settings)
  const facts = apart ? factsOf(settings, FACTS, false) : own
  const out = dropped(settings)
  return {
    facts,
    lines: [
      `${apart ? 'groups = {}' : 'groups, outcome = {}, {}'}  # prompt -> rollout -> its turns in time order`,
      `for row in ${forward(facts)}:`,
      '    rollout, row["advantages"] = row["rollout_id"], np.zeros(len(row["response_mask"]))',
      ...(out === undefined
        ? []
        : [`    if rollout in ${out}:`, '        continue  # not in the statistics']),
      ...spans('row["response_mask"]'),
      '    own = groups.setdefault(prompt.get(rollout, (rollout,)), {}).setdefault(rollout, [])',
      '    own += [{"row": row, **u} for u in turns if 1 in row["response_mask"][u["start"]:u["end"]]]',
      ...when(
        !apart,
        '    outcome[rollout] = outcome.get(rollout, 0.0) + sum(row.get("rewards") or [])',
        `outcome.update(${byRollout('reward')})`,
      ),
    ],
  }
}

/** The outcomes of a group's rollouts, unknown ones as 0. */
const scores = (settings: Settings, facts: readonly FactName[]): string =>
  facts.includes('outcome')
    ? `np.array([${scoreName(settings)}.get(rollout, 0.0) for rollout in group])`
    : 'np.array([outcome[rollout] for rollout in group])'

const ASSIGN = 'turn["row"]["advantages"][turn["start"]:turn["end"]]'

export function gigpo(settings: Settings): Body {
  const { facts, lines } = turnGroups(settings)
  return {
    parameters: [
      ['gamma', Number(settings.options.gamma)],
      ['omega', Number(settings.options.omega)],
    ],
    facts,
    helpers: norm(settings.options),
    main: [
      ...lines,
      'for group in groups.values():',
      `    scores, visits = ${scores(settings, facts)}, {}`,
      '    for turns, s, episode in zip(group.values(), scores, norm(scores)):',
      '        if turns and all(turn.get("reward") is None for turn in turns):',
      '            turns[-1]["reward"] = s  # no step rewards: the outcome on the last turn',
      '        for k, turn in enumerate(turns):  # discounted step returns, by their state',
      '            g = sum(gamma**n * (later.get("reward") or 0.0) for n, later in enumerate(turns[k:]))',
      '            state = id(turn) if turn.get("state_key") is None else str(turn["state_key"])',
      '            visits.setdefault(state, []).append((turn, episode, g))',
      '    for same in visits.values():',
      '        for (turn, episode, _), a in zip(same, norm(np.array([g for _, _, g in same]))):',
      `            ${ASSIGN} = episode + omega * a`,
    ],
    returns: false,
    masks: true,
  }
}

export function turnGrpo(settings: Settings): Body {
  const { facts, lines } = turnGroups(settings)
  return {
    parameters: [['coefficient', Number(settings.options.turnCoefficient)]],
    facts,
    helpers: norm(settings.options),
    main: [
      ...lines,
      'for group in groups.values():',
      `    total = norm(${scores(settings, facts)})  # the outcome's part`,
      '    for k in range(max(map(len, group.values()))):  # the k-th turns against each other',
      '        there = [(turns[k], a) for turns, a in zip(group.values(), total) if len(turns) > k]',
      '        own = norm(np.array([turn.get("reward") or 0.0 for turn, _ in there]))',
      '        for (turn, episode), a in zip(there, own):',
      `            ${ASSIGN} = episode + coefficient * a`,
    ],
    returns: false,
    masks: true,
  }
}

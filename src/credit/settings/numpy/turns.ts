/** Turn-level estimators: turn GAE, bi-level GAE, chunk return. */
import type { Settings } from '../settings.ts'
import { type Body, hasOwnCritic, sliders } from './body.ts'
import { backward, factsOf, scoreName } from './facts.ts'
import { indented, type Lines, when } from './python.ts'
import {
  adaptive,
  carried,
  columns,
  endingFacts,
  lastNode,
  placement,
  start,
  sweep,
  waitingLines,
} from './sweep.ts'
import { madeUpLines } from './values.ts'

/** `turns` of the row at hand: as declared, else the runs of `mask`. */
export const spans = (mask: string): Lines => [
  `    runs = np.flatnonzero(np.diff([0, *${mask}, 0])).reshape(-1, 2)  # of action tokens`,
  '    turns = row.get("turns") or [{"start": start, "end": end} for start, end in runs]',
]

/** `placement` on one line: these snippets are the longest. */
const OUTCOME =
  '    reward[action[-1:]] += pending.pop(rollout, 0.0) if len(action) else 0.0  # the outcome'

/** The scan over turns up to each turn's `r` and `v`. */
function turnScan(settings: Settings, facts: Body['facts'], read: Lines): Lines {
  return [
    ...waitingLines(settings, false),
    ...madeUpLines(settings),
    ...sweep(settings, facts),
    ...columns(settings),
    ...(settings.options.rewardAt === 'last-position' ? placement(settings) : [OUTCOME]),
    ...spans('mask'),
    ...adaptive(settings.options),
    ...start(settings),
    ...read,
  ]
}

/** `turns` becomes their action tokens. */
const TOKENS: Lines = [
  '    turns = [action[(action >= turn["start"]) & (action < turn["end"])] for turn in turns]',
]

const ending = (settings: Settings): Lines => [`    carry[rollout] = ${carried(settings)}`]

export function turnGae(settings: Settings): Body {
  const critic = hasOwnCritic(settings)
  const facts = factsOf(settings, endingFacts(settings), true)
  const own = settings.options.truncation
  const replaces = own === 'egae' || own === 'value-as-reward'
  const reward = replaces ? 'r' : 'reward[t].sum()'
  return {
    parameters: sliders(settings),
    facts,
    helpers: [],
    main: [
      ...turnScan(settings, facts, []),
      '    for turn in turns[::-1]:',
      '        t = action[(action >= turn["start"]) & (action < turn["end"])]  # its action tokens',
      '        if len(t):',
      ...indented([
        '        v = value[t[0]] if turn.get("value") is None else turn["value"]',
        ...when(replaces, '        r = reward[t].sum()'),
        ...lastNode(settings.options, 'r', 'v'),
        ...when(critic, `        critic = ${reward} + gamma * (ahead + lam_critic * critic) - v`),
        `        last = ${reward} + gamma * (ahead + lam * last) - v`,
        `        advantage[t], returns[t], ahead = last, ${critic ? 'critic' : 'last'} + v, v`,
      ]),
      ...ending(settings),
    ],
    returns: true,
  }
}

/** Where the critic has a λ of its own, `lam` and the accumulators hold two numbers. */
export function bilevelGae(settings: Settings): Body {
  const both = hasOwnCritic(settings)
  const facts = factsOf(settings, endingFacts(settings), true)
  const adapts = settings.options.lambdaRule === 'length-adaptive'
  const pair = 'lam = np.array([lam, lam_critic])  # policy, critic'
  const single = { ...settings, lambdaCritic: undefined }
  return {
    parameters: [...sliders(settings), ['gamma_turn', Number(settings.options.gammaTurn)]],
    facts,
    helpers: [],
    main: [
      ...when(both && !adapts, pair),
      ...turnScan(single, facts, [...when(both && adapts, `    ${pair}`), ...TOKENS]),
      '    for tokens in filter(len, turns[::-1]):  # level 1: turns, by their last token',
      ...lastNode(settings.options, 'reward[tokens[-1]]', 'value[tokens[-1]]'),
      '        last = reward[tokens[-1]] + gamma_turn * (ahead + lam * last) - value[tokens[-1]]',
      ...(both ? LEVEL_2_BOTH : LEVEL_2),
      ...ending(single),
    ],
    returns: true,
  }
}

const LEVEL_2: Lines = [
  '        ahead, reward[tokens[-1]] = value[tokens[-1]], last + value[tokens[-1]]',
  '        inner = later = 0.0  # level 2: inside the turn, whose last token earned A + V',
  '        for t in tokens[::-1]:',
  '            inner = reward[t] + gamma * (later + lam * inner) - value[t]',
  '            advantage[t], returns[t], later = inner, inner + value[t], value[t]',
]

const LEVEL_2_BOTH: Lines = [
  '        ahead, inner, later = value[tokens[-1]], 0.0, 0.0',
  '        for t in tokens[::-1]:  # level 2: inside the turn, whose last token earned A + V',
  '            earned = last + value[t] if t == tokens[-1] else reward[t]',
  '            inner = earned + gamma * (later + lam * inner) - value[t]',
  '            advantage[t], returns[t], later = inner[0], inner[1] + value[t], value[t]',
]

/** γ^(chunks after it) · outcome for every token of a chunk. */
export function chunkReturn(settings: Settings): Body {
  const facts = factsOf(settings, ['outcome'], false)
  return {
    parameters: [['gamma', settings.gamma]],
    facts,
    helpers: [],
    main: [
      'later = {}  # rollout -> chunks that come after',
      `for row in ${backward(facts)}:`,
      '    rollout, mask = row["rollout_id"], row["response_mask"]',
      '    action, row["advantages"] = np.flatnonzero(mask), np.zeros(len(mask))',
      ...spans('mask'),
      ...TOKENS,
      '    for chunk in filter(len, turns[::-1]):',
      '        k = later[rollout] = later.get(rollout, -1) + 1',
      `        row["advantages"][chunk] = gamma**k * ${scoreName(settings)}.get(rollout, 0.0)`,
    ],
    returns: false,
  }
}

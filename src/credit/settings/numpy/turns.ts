/** Turn-level estimators: turn GAE, bi-level GAE, chunk return. */
import type { Settings } from '../settings.ts'
import { type Body, hasOwnCritic, sliders } from './body.ts'
import { backward, factsOf, scoreName } from './facts.ts'
import { type Lines, when } from './python.ts'
import {
  adaptive,
  carried,
  columns,
  endingFacts,
  lastNode,
  placement,
  start,
  waitingLines,
} from './sweep.ts'
import { madeUpLines } from './values.ts'

/** `turns` of the row at hand: as declared, else the runs of the mask. */
export const SPANS: Lines = [
  '    runs = np.flatnonzero(np.diff([0, *mask, 0])).reshape(-1, 2)  # of the mask',
  '    turns = row.get("turns") or [{"start": start, "end": end} for start, end in runs]',
]

/** The scan over turns up to each turn's `r` and `v`. */
function turnScan(settings: Settings, facts: Body['facts'], read: Lines): Lines {
  return [
    ...waitingLines(settings, false),
    ...madeUpLines(settings),
    `carry = {}  # rollout -> ${hasOwnCritic(settings) ? 'lastgaelam, critic_lastgaelam' : 'lastgaelam'}, nextvalues`,
    `for row in ${backward(facts)}:`,
    ...columns(settings),
    ...placement(settings),
    ...SPANS,
    ...adaptive(settings.options),
    ...start(settings),
    ...read,
  ]
}

/** Tokens of the turns that have some, the last turn first. */
const TOKENS: Lines = [
  '    tokens = [action[(action >= turn["start"]) & (action < turn["end"])] for turn in turns]',
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
      '        if len(t) == 0:',
      '            continue',
      '        v = value[t[0]] if turn.get("value") is None else turn["value"]',
      ...when(replaces, '        r = reward[t].sum()'),
      ...lastNode(settings.options, 'r', 'v'),
      `        delta = ${reward} + gamma * ahead - v`,
      '        last = delta + gamma * lam * last',
      ...when(critic, '        critic = delta + gamma * lam_critic * critic'),
      `        advantage[t], returns[t], ahead = last, ${critic ? 'critic' : 'last'} + v, v`,
      ...ending(settings),
    ],
    returns: true,
  }
}

export function bilevelGae(settings: Settings): Body {
  const critic = hasOwnCritic(settings)
  const facts = factsOf(settings, endingFacts(settings), true)
  return {
    parameters: [...sliders(settings), ['gamma_turn', Number(settings.options.gammaTurn)]],
    facts,
    helpers: [],
    main: [
      ...turnScan(settings, facts, TOKENS),
      '    for tokens in [t for t in tokens if len(t)][::-1]:  # level 1: turns, by their last token',
      '        end = tokens[-1]',
      ...lastNode(settings.options, 'reward[end]', 'value[end]'),
      '        last = reward[end] + gamma_turn * (ahead + lam * last) - value[end]',
      ...when(
        critic,
        '        critic = reward[end] + gamma_turn * (ahead + lam_critic * critic) - value[end]',
      ),
      ...(critic
        ? [
            '        ahead, inner, inner_critic, later = value[end], 0.0, 0.0, 0.0',
            '        for t in tokens[::-1]:  # level 2: inside the turn, whose end earns A + V of level 1',
            '            r = last + value[t] if t == end else reward[t]',
            '            r_critic = critic + value[t] if t == end else reward[t]',
            '            inner = r + gamma * (later + lam * inner) - value[t]',
            '            inner_critic = r_critic + gamma * (later + lam_critic * inner_critic) - value[t]',
            '            advantage[t], returns[t], later = inner, inner_critic + value[t], value[t]',
          ]
        : [
            '        ahead, reward[end] = value[end], last + value[end]  # level 2: the turn’s end earns A + V',
            '        inner = later = 0.0',
            '        for t in tokens[::-1]:',
            '            inner = reward[t] + gamma * (later + lam * inner) - value[t]',
            '            advantage[t], returns[t], later = inner, inner + value[t], value[t]',
          ]),
      ...ending(settings),
    ],
    returns: true,
  }
}

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
      ...SPANS,
      ...TOKENS,
      '    for chunk in [t for t in tokens if len(t)][::-1]:',
      '        k = later[rollout] = later.get(rollout, -1) + 1',
      `        row["advantages"][chunk] = gamma**k * ${scoreName(settings)}.get(rollout, 0.0)`,
    ],
    returns: false,
  }
}

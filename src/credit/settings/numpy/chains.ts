/** GAE over token chains: per-segment, cross-segment, concat, CompactionRL. */
import type { Settings } from '../settings.ts'
import { type Body, hasOwnCritic, sliders } from './body.ts'
import { factsOf } from './facts.ts'
import { when } from './python.ts'
import {
  adaptive,
  carried,
  columns,
  endingFacts,
  isLiteral,
  lastNode,
  placement,
  replacesReward,
  start,
  sweep,
  waitingLines,
} from './sweep.ts'
import { madeUpLines } from './values.ts'

interface Cut {
  /** What a segment leaves to the one before it: accumulators and value. */
  readonly leaves: string
  readonly comment: string
  /** At a cut, a node looks ahead to its own value. */
  readonly toItself?: boolean
  /** Local advantages are scaled by what comes later. */
  readonly scaled?: boolean
}

const nodesOf = ({ options }: Settings): string =>
  options.observations === 'skip' ? 'action' : 'mask'

function nothingCrosses(settings: Settings): Cut {
  const zeros = hasOwnCritic(settings) ? '0.0, 0.0' : '0.0'
  return {
    leaves: `${zeros}, 0.0 if len(${nodesOf(settings)}) else ahead`,
    comment: '# nothing crosses a cut',
  }
}

function crossing(settings: Settings): Cut {
  const { boundary, carry } = settings.options
  const critic = hasOwnCritic(settings)
  const kept = critic ? 'last, critic' : 'last'
  const accumulators = carry === 'value-only' ? (critic ? '0.0, 0.0' : '0.0') : kept
  const passed = (value: string): string => `${value} if len(${nodesOf(settings)}) else ahead`
  const ahead: Readonly<Record<string, string>> = {
    'next-position': passed('value[0]'),
    'own-last': passed('None'),
    zero: passed('0.0'),
  }
  return {
    leaves: `${accumulators}, ${ahead[String(boundary)] ?? 'ahead'}`,
    comment:
      carry === 'value-only' ? '# the accumulators restart' : '# cross to the segment before',
    toItself: boundary === 'own-last',
  }
}

function tokenChain(settings: Settings, cut: Cut): Body {
  const { options } = settings
  const { observations } = options
  const critic = hasOwnCritic(settings)
  const simple =
    observations === 'skip' && options.rewardAt !== 'last-position' && options.reward !== 'copied'
  const facts = factsOf(settings, endingFacts(settings), true)
  const literal = isLiteral(options)
  return {
    parameters: sliders(settings),
    facts,
    helpers: [],
    main: [
      ...waitingLines(settings, simple),
      ...madeUpLines(settings),
      ...sweep(settings, facts, cut.scaled ? ', later action tokens' : ''),
      ...columns(settings),
      ...placement(settings),
      ...when(observations === 'zero', '    value, reward = value * mask, reward * mask'),
      ...when(
        literal && replacesReward(options),
        '    if row is acting.get(rollout) and rollout in cut_off:',
        `        reward[${observations === 'skip' ? 'action[-1]' : '-1'}] = cut_off[rollout]`,
      ),
      ...adaptive(options),
      ...start(settings, cut.scaled ? 'later' : ''),
      observations === 'skip'
        ? '    for t in action[::-1]:  # observation tokens are skipped'
        : '    for t in reversed(range(len(mask))):  # every token is a step, observations too',
      ...(literal ? [] : lastNode(options, 'reward[t]', 'value[t]')),
      ...when(
        cut.toItself === true,
        '        ahead = value[t] if ahead is None else ahead  # at a cut its own value',
      ),
      '        delta = reward[t] + gamma * ahead - value[t]',
      '        last = delta + gamma * lam * last',
      ...when(critic, '        critic = delta + gamma * lam_critic * critic'),
      `        advantage[t], returns[t], ahead = last, ${critic ? 'critic' : 'last'} + value[t], value[t]`,
      `    carry[rollout] = (${cut.leaves}${cut.scaled ? ', later + len(action))' : `)  ${cut.comment}`}`,
      ...when(
        cut.scaled === true,
        '    advantage *= (gamma * lam) ** later  # by the action tokens that come later',
      ),
      ...when(observations !== 'skip', '    advantage *= mask', '    returns *= mask'),
    ],
    returns: true,
  }
}

export const perSegmentGae = (settings: Settings): Body =>
  tokenChain(settings, nothingCrosses(settings))
export const crossSegmentGae = (settings: Settings): Body =>
  tokenChain(settings, crossing(settings))
export const concatGae = (settings: Settings): Body => {
  const kept = carried(settings)
  return tokenChain(settings, { leaves: kept, comment: '# the chain goes on as if uncut' })
}
export const compactionGae = (settings: Settings): Body =>
  tokenChain(settings, { ...nothingCrosses(settings), scaled: true })

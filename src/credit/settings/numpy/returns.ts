/** Plain returns: REINFORCE and REINFORCE++ with and without a group baseline. */
import type { Settings } from '../settings.ts'
import type { Body } from './body.ts'
import {
  backward,
  type FactName,
  factsOf,
  hasLatePenalty,
  pendingLines,
  scoreName,
} from './facts.ts'
import { groupLines } from './groups.ts'
import { type Lines, when } from './python.ts'
import { endingFacts, placement } from './sweep.ts'

interface Chain {
  /** Sets `pending`. */
  readonly waiting: Lines
  /** Whether the file's rewards per token are used as given. */
  readonly dense: boolean
  readonly returns: boolean
}

function returnChain(
  settings: Settings,
  facts: readonly FactName[],
  { waiting, dense, returns }: Chain,
): Lines {
  const { observations, rewardAt } = settings.options
  if (!dense && observations === 'skip' && rewardAt !== 'last-position') {
    return [...waiting, ...discounted(facts)]
  }
  const skip = observations === 'skip'
  const copy = returns ? ', returns=advantage.copy()' : ''
  return [
    ...waiting,
    'carry = {}  # rollout -> the return of what comes later',
    `for row in ${backward(facts)}:`,
    '    rollout, mask = row["rollout_id"], np.array(row["response_mask"])',
    '    advantage, reward = np.zeros((2, len(mask)))',
    ...when(dense, '    reward += row.get("rewards") or reward'),
    '    action, g = np.flatnonzero(mask), carry.get(rollout, 0.0)',
    ...placement(settings, dense && hasLatePenalty(settings)),
    ...when(observations === 'zero', '    reward = reward * mask  # observations: zero'),
    skip
      ? '    for t in action[::-1]:  # observation tokens are skipped'
      : '    for t in reversed(range(len(mask))):  # every token is a step, observations too',
    observations === 'reset'
      ? '        advantage[t] = g = reward[t] + gamma * g if mask[t] else 0.0  # restarts there'
      : '        advantage[t] = g = reward[t] + gamma * g',
    ...when(!skip, '    advantage = advantage * mask'),
    '    carry[rollout] = g',
    `    row.update(advantages=advantage${copy})`,
  ]
}

/** Nothing but one outcome, on the last action token. */
const discounted = (facts: readonly FactName[]): Lines => [
  'later = {}  # rollout -> the return of what comes later',
  `for row in ${backward(facts)}:`,
  '    rollout, row["advantages"] = row["rollout_id"], np.zeros(len(row["response_mask"]))',
  '    for t in np.flatnonzero(row["response_mask"])[::-1]:  # observation tokens are skipped',
  '        later[rollout] = pending.pop(rollout, 0.0) + gamma * later.get(rollout, 0.0)',
  '        row["advantages"][t] = later[rollout]',
]

function ownOutcome(settings: Settings, returns: boolean): Body {
  const facts = factsOf(settings, endingFacts(settings), false)
  const waiting = pendingLines(settings, [], false)
  return {
    parameters: [['gamma', settings.gamma]],
    facts,
    helpers: [],
    main: returnChain(settings, facts, { waiting, dense: true, returns }),
    returns,
  }
}

export const discountedReturn = (settings: Settings): Body => ownOutcome(settings, true)
export const reinforcePp = (settings: Settings): Body => ownOutcome(settings, false)

export function reinforcePpBaseline(settings: Settings): Body {
  const facts = factsOf(settings, [...endingFacts(settings), 'outcome', 'prompt'], false)
  const score = scoreName(settings)
  const waiting = [
    ...groupLines(settings),
    `pending = {rollout: ${score}[rollout] - np.mean([${score}[other] for other in group])`,
    '           for group in groups.values() for rollout in group}  # against its group',
  ]
  return {
    parameters: [['gamma', settings.gamma]],
    facts,
    helpers: [],
    main: returnChain(settings, facts, { waiting, dense: false, returns: false }),
    returns: false,
  }
}

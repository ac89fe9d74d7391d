/** The pieces of a sweep over the rows, from each rollout's last segment to its first. */
import type { Options } from '../../options.ts'
import type { Settings } from '../settings.ts'
import { hasOwnCritic } from './body.ts'
import { backward, type FactName, forward, hasLatePenalty, pendingLines } from './facts.ts'
import { type Lines, when } from './python.ts'
import { valueLine } from './values.ts'

export const isLiteral = ({ order }: Options): boolean => order === 'literal'

/** Whether `truncation` writes a reward of its own. */
export const replacesReward = ({ truncation }: Options): boolean =>
  truncation === 'egae' || truncation === 'value-as-reward'

/** Facts that the ending of a rollout needs. */
export const endingFacts = ({ options }: Settings): readonly FactName[] => [
  ...(replacesReward(options) || options.rewardAt === 'last-position' ? ['final' as const] : []),
  ...(isLiteral(options) ? ['acting' as const] : []),
  ...(options.lambdaRule === 'length-adaptive' && options.lambdaLength === 'rollout'
    ? ['length' as const]
    : []),
]

/** `pending`, and `cut_off`: what stands for the reward of a truncated rollout's last node. */
export function waitingLines(settings: Settings, alwaysLast: boolean): Lines {
  const { options } = settings
  if (!replacesReward(options)) return pendingLines(settings, [], false)
  const egae = options.truncation === 'egae'
  const reward = egae ? '0.0' : 'row.get("bootstrap_value") or 0.0'
  const overrules = !egae && !alwaysLast
  const replaced = [
    `cut_off = {name: ${reward} for name, row in final.items()`,
    '           if row.get("ended") == "truncated"}  # their outcome becomes this',
    'pending.update(cut_off)',
  ]
  return [
    ...pendingLines(settings, replaced, overrules),
    ...when(
      overrules,
      'cut_off = {name: x for name, x in cut_off.items() if name in given}  # the others are pending',
    ),
  ]
}

/** `row`'s columns as arrays: `rollout`, `mask`, `action`, `advantage`, `returns`, `value`, `reward`. */
export const columns = ({ values }: Settings): Lines => [
  '    rollout, mask = row["rollout_id"], np.array(row["response_mask"])',
  '    advantage, returns = row["advantages"], row["returns"] = np.zeros((2, len(mask)))',
  `    ${valueLine(values)}`,
  '    reward = (row.get("rewards") or 0.0) + 0.0 * mask',
  '    action = np.flatnonzero(mask)  # positions of the action tokens',
]

/** Writes what is pending into `reward`; `isLate`: and penalties that go elsewhere. */
export function placement(settings: Settings, isLate = hasLatePenalty(settings)): Lines {
  const { options } = settings
  const copied = options.reward === 'copied'
  const last = isLiteral(options) ? 'row is acting.get(rollout)' : 'len(action)'
  const late = when(
    isLate,
    `    if ${last}:`,
    '        reward[action[-1]] += late.pop(rollout, 0.0)  # on the last action token',
  )
  if (copied) {
    const at = options.rewardAt === 'last-position' ? '-1:' : 'action[-1:]'
    return [
      `    reward[${at}] += pending.get(rollout, 0.0)  # the outcome ends every segment`,
      ...late,
    ]
  }
  return options.rewardAt === 'last-position'
    ? [
        '    if row is final[rollout]:',
        `        reward[-1:] += pending.pop(rollout, 0.0)  # the outcome, on the last position`,
        ...late,
      ]
    : [
        `    if ${last}:  # the outcome goes onto the rollout’s last action token`,
        '        reward[action[-1]] += pending.pop(rollout, 0.0)',
      ]
}

/** The loop's head, and `carry` before it; `more` is carried too. */
export function sweep(settings: Settings, facts: readonly FactName[], more = ''): Lines {
  const accumulators = hasOwnCritic(settings) ? 'lastgaelam, critic_lastgaelam' : 'lastgaelam'
  const comment = isLiteral(settings.options) ? 'each backwards' : 'last segments first'
  const order = isLiteral(settings.options) ? forward(facts) : backward(facts)
  return [
    `carry = {}  # rollout -> ${accumulators}, nextvalues${more}`,
    `for row in ${order}:  # ${comment}`,
  ]
}

/** Names of what crosses from a segment to the one before it. */
export const carried = (settings: Settings): string =>
  hasOwnCritic(settings) ? 'last, critic, ahead' : 'last, ahead'

/** `last` (and `critic`) and `ahead` where the row's sweep starts; `more` is carried too. */
export function start(settings: Settings, more = ''): Lines {
  const { options } = settings
  const boots = options.truncation === 'bootstrap' && !isLiteral(options)
  const zeros = hasOwnCritic(settings) ? '0.0, 0.0' : '0.0'
  const names = `${carried(settings)}${more === '' ? '' : `, ${more}`}`
  const end = `${zeros}, ${boots ? 'bootstrap or 0.0' : '0.0'}${more === '' ? '' : ', 0'}`
  return [
    ...when(
      boots,
      '    bootstrap = row.get("bootstrap_value") if row.get("ended") == "truncated" else 0.0',
    ),
    `    ${names} = carry.setdefault(rollout, (${end}))`,
  ]
}

/** `lam` under the length-adaptive rule. */
export function adaptive({ lambdaRule, lambdaLength }: Options): Lines {
  if (lambdaRule !== 'length-adaptive') return []
  const n = lambdaLength === 'segment' ? 'len(action)' : 'length[rollout]'
  return [`    lam = max(0.0, 1 - 1 / (alpha * ${n})) if ${n} else 0.0`]
}

/** In the loop over nodes: the last node of a truncated rollout, by its reward `r` and value `v`. */
export const lastNode = ({ truncation }: Options, r: string, v: string): Lines =>
  when(
    replacesReward({ truncation }),
    '        if rollout in cut_off:  # the last node of a truncated rollout',
    truncation === 'egae'
      ? `            ${r}, ahead = cut_off.pop(rollout), ${v}`
      : `            ${r} = cut_off.pop(rollout)`,
  )

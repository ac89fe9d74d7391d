/** How a rollout ends: what its last node looks ahead to, and where the outcome is written. */
import type { Options } from '../../options.ts'
import type { Settings } from '../settings.ts'
import { score } from './penalty.ts'
import { type Lines, when } from './python.ts'

export interface EndingSite {
  /** Value of the rollout's last node, in Python. */
  readonly ownLast: string
  /** Where `truncation` writes its own reward if the file gives rewards, in Python; absent: see to it after. */
  readonly lastReward?: string
  /** Whether the last node of the sweep is the rollout's (not in literal order). */
  readonly looksAhead: boolean
  /** Masked positions keep no reward (`observations: zero`). */
  readonly zeroed: boolean
}

/** Whether `truncation` writes a reward of its own. */
export const replacesReward = ({ truncation }: Options): boolean =>
  truncation === 'egae' || truncation === 'value-as-reward'

/** Inside `for R`: sets `ahead` and places the outcome into `rew`. Needs `P`, `rows`, `outcome`. */
export function ending(settings: Settings, site: EndingSite): Lines {
  const { truncation } = settings.options
  const replaces = replacesReward(settings.options)
  const bootstrap = 'rows[R[-1]].get("bootstrap_value") or 0.0'
  const ahead =
    !site.looksAhead || truncation === 'terminal' || truncation === 'value-as-reward'
      ? undefined
      : truncation === 'egae'
        ? site.ownLast
        : `(${bootstrap})`
  const asks = ahead !== undefined || replaces
  return [
    ...when(asks, '    truncated = rows[R[-1]].get("ended") == "truncated"'),
    ahead === undefined
      ? '    ahead = 0.0  # value of the state after the rollout'
      : `    ahead = ${ahead} if truncated else 0.0  # value after the rollout`,
    ...(replaces
      ? [
          `    score = (${truncation === 'egae' ? '0.0' : bootstrap}) if truncated else np.nan_to_num(${score(settings)})`,
          '    given = any(rows[i].get("rewards") for i in R)  # rewards per token are used as given',
          ...when(
            site.lastReward !== undefined,
            '    if given and truncated:',
            `        ${site.lastReward} = score`,
          ),
          '    if not given:',
          ...placement(settings.options, 'score', site.zeroed),
        ]
      : [
          '    if not any(rows[i].get("rewards") for i in R):  # else rewards per token are used as given',
          ...placement(settings.options, `np.nan_to_num(${score(settings)})`, site.zeroed),
        ]),
  ]
}

/** Two levels deep. */
export function placement(options: Options, score: string, zeroed = false): Lines {
  const lastAction = options.rewardAt !== 'last-position'
  const lost = zeroed && !lastAction ? ' * mask[Q[-1:]]' : ''
  if (options.reward === 'copied') {
    return [
      '        for i in R:  # the outcome ends every segment',
      '            Q = np.arange(start[i], start[i + 1])',
      lastAction
        ? `            rew[Q[mask[Q]][-1:]] += ${score}`
        : `            rew[Q[-1:]] += ${score}${lost}`,
    ]
  }
  return lastAction
    ? [`        rew[P[mask[P]][-1:]] += ${score}  # on the last action token`]
    : [
        '        Q = np.arange(start[R[-1]], start[R[-1] + 1])',
        `        rew[Q[-1:]] += ${score}${lost}  # on the last position`,
      ]
}

/** `lam` of rollout `R` under the length-adaptive rule; indexed by row where it belongs to the segment. */
export const adaptive = ({ lambdaRule, lambdaLength }: Options): Lines => {
  if (lambdaRule !== 'length-adaptive') return []
  return lambdaLength === 'segment'
    ? ['    lam = {i: adaptive(mask[start[i]:start[i + 1]].sum()) for i in R}  # by segment']
    : ['    lam = adaptive(mask[P].sum())']
}

export const adaptiveHelper = ({ lambdaRule }: Options): Lines =>
  when(
    lambdaRule === 'length-adaptive',
    '',
    'def adaptive(n):  # λ for n action tokens',
    '    return min(1.0, max(0.0, 1 - 1 / (alpha * n))) if n else 0.0',
  )

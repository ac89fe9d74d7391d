/** What a snippet knows of every rollout before it starts: dictionaries and sets by `rollout_id`, in one order. */
import { dropsOverlong, masksOverlong } from '../../keeping/overlong.ts'
import type { Settings } from '../settings.ts'
import { hasPenalty, penaltyLines } from './penalty.ts'
import { byRollout, type Lines, number, text, when } from './python.ts'

export type FactName =
  /** `in_time`: the rows, earlier segments of a rollout before later ones. */
  | 'in_time'
  /** `length`: action tokens of a rollout. */
  | 'length'
  /** `outcome` of the rollouts that have one. */
  | 'outcome'
  /** `score`: the outcome with its penalty; see `scoreName`. */
  | 'score'
  /** `prompt`: the group of the rollouts that have one. */
  | 'prompt'
  /** `final`: the last row of every rollout. */
  | 'final'
  /** `acting`: the last row of a rollout with an action token. */
  | 'acting'

const BY_SEGMENT = 'sorted(rows, key=lambda row: row.get("segment_index") or 0)'

/** The rows in time order, as an expression. */
export const forward = (facts: readonly FactName[]): string =>
  facts.includes('in_time') ? 'in_time' : BY_SEGMENT

/** The other way. */
export const backward = (facts: readonly FactName[]): string =>
  facts.includes('in_time') ? 'reversed(in_time)' : `${BY_SEGMENT}[::-1]`

/** What the estimator takes for the outcome; `keep` and `groupFilter` go by `outcome`. */
export const scoreName = (settings: Settings): 'outcome' | 'score' =>
  hasPenalty(settings) ? 'score' : 'outcome'

/** Those that options add to the estimator's own. `readsValues`: whether it has a critic. */
export function factsOf(
  settings: Settings,
  own: readonly FactName[],
  readsValues: boolean,
): readonly FactName[] {
  const { options, values } = settings
  const byOutcome = readsValues && (values.kind === 'ramp' || values.kind === 'fitted')
  const solves = options.keep === 'positive-reward' || options.groupFilter === 'dynamic-sampling'
  const byLastRow = own.includes('final') || own.includes('acting')
  const added: readonly (readonly [FactName, boolean])[] = [
    ['score', own.includes('outcome') && hasPenalty(settings)],
    ['outcome', byOutcome || solves],
    ['prompt', options.groupFilter !== 'off'],
    ['length', byOutcome || hasPenalty(settings)],
    ['in_time', byOutcome || byLastRow || options.maskEnded !== 'none'],
  ]
  return [...new Set([...own, ...added.filter(([, needed]) => needed).map(([name]) => name)])]
}

/** In the order in which they stand on each other. */
export function factLines(settings: Settings, facts: readonly FactName[]): Lines {
  const has = (name: FactName): boolean => facts.includes(name)
  return [
    ...when(has('in_time'), `in_time = ${BY_SEGMENT}`),
    ...when(
      has('final'),
      'final = {row["rollout_id"]: row for row in in_time}  # the last row of every rollout',
    ),
    ...when(
      has('acting'),
      'acting = {row["rollout_id"]: row for row in in_time if 1 in row["response_mask"]}  # the last',
    ),
    ...when(
      has('length'),
      'length = {}  # action tokens of every rollout',
      'for row in rows:',
      '    length[row["rollout_id"]] = length.get(row["rollout_id"], 0) + sum(row["response_mask"])',
    ),
    ...penaltyLines(settings),
    ...(has('outcome') ? outcomeLines(settings) : []),
    ...when(
      has('score'),
      'score = {name: x + penalty(name) for name, x in outcome.items()}  # with the penalty',
    ),
    ...when(has('prompt'), `prompt = ${byRollout('group_id')}`),
    ...maskLines(settings),
  ]
}

const ENDINGS: Readonly<Record<string, string>> = {
  truncated: '== "truncated"',
  error: '== "error"',
  'truncated-or-error': 'in ("truncated", "error")',
  'not-terminated': '!= "terminated"',
}

/** Sets of rollouts that are masked by a flag or for how they ended. */
const maskLines = ({ options }: Settings): Lines => [
  ...when(
    masksOverlong(options),
    'overlong = {row["rollout_id"] for row in rows if "overlong" in (row.get("flags") or [])}',
  ),
  ...when(
    options.maskEnded !== 'none',
    'ended = {row["rollout_id"]: row.get("ended") or "terminated" for row in in_time}  # the last row’s',
    `badly_ended = {name for name, how in ended.items() if how ${ENDINGS[String(options.maskEnded)]}}`,
  ),
]

/** Python for the set of rollouts that leave group statistics; undefined = all stay. */
export function dropped({ options }: Settings): string | undefined {
  const byEnding = options.maskEnded !== 'none' && options.endedStatistics === 'drop'
  const sets = [...when(dropsOverlong(options), 'overlong'), ...when(byEnding, 'badly_ended')]
  return sets.length === 0 ? undefined : sets.join(' | ')
}

/** Whether a person typed outcomes on the page. */
export const hasTyped = ({ outcomes }: Settings): boolean =>
  outcomes.all !== undefined || Object.keys(outcomes.byRollout).length > 0

/** `{rollout: outcome}` typed on the page, for those in `name` that have none. */
function typedLines({ outcomes }: Settings, name: string): Lines {
  const typed = Object.entries(outcomes.byRollout)
  const rest = outcomes.all === undefined ? undefined : number(outcomes.all)
  const known = typed.map(([id, value]) => `${text(id)}: ${number(value)}`).join(', ')
  return [
    ...when(typed.length > 0, `typed = {${known}}  # outcomes typed in Segue`),
    ...when(
      rest !== undefined,
      'for row in rows:  # outcomes typed in Segue where the file has none',
      typed.length === 0
        ? `    ${name}.setdefault(row["rollout_id"], ${rest})`
        : `    ${name}.setdefault(row["rollout_id"], typed.get(str(row["rollout_id"]), ${rest}))`,
    ),
    ...when(
      rest === undefined && typed.length > 0,
      'for row in rows:',
      '    if str(row["rollout_id"]) in typed:',
      `        ${name}.setdefault(row["rollout_id"], typed[str(row["rollout_id"])])`,
    ),
  ]
}

const outcomeLines = (settings: Settings): Lines => [
  'outcome = {}  # of every rollout: "reward", else the sum of "rewards"',
  'for row in [row for row in rows if row.get("rewards") is not None]:',
  '    outcome[row["rollout_id"]] = outcome.get(row["rollout_id"], 0.0) + sum(row["rewards"])',
  `outcome.update(${byRollout('reward')})`,
  ...typedLines(settings, 'outcome'),
]

/** Rollouts with `rewards` use them as given. */
const GIVEN = '{row["rollout_id"] for row in rows if row.get("rewards")}'

/**
 * `pending`: outcomes that wait for their place among the rewards, without those of rollouts with rewards per
 * token. `between` may change it before these leave; `names`: and they are known as `given`.
 */
export function pendingLines(settings: Settings, between: Lines, names: boolean): Lines {
  const penalised = hasPenalty(settings)
  const known = names || penalised
  const late = '{name: penalty(name) for name in given}'
  return [
    `pending = ${byRollout('reward')}`,
    ...typedLines(settings, 'pending'),
    ...when(penalised, 'pending = {name: x + penalty(name) for name, x in pending.items()}'),
    ...between,
    ...when(known, `given = ${GIVEN}  # used as they are`),
    known
      ? `pending.update(${penalised && goesLast(settings) ? late : 'dict.fromkeys(given, 0.0)'})`
      : 'pending.update({row["rollout_id"]: 0.0 for row in rows if row.get("rewards")})  # given per token',
    ...when(hasLatePenalty(settings), `late = ${late}`),
  ]
}

const goesLast = ({ options }: Settings): boolean =>
  options.rewardAt !== 'last-position' && options.reward !== 'copied'

/** Beside rewards per token the penalty goes onto the rollout's last action token, wherever outcomes go. */
export const hasLatePenalty = (settings: Settings): boolean =>
  hasPenalty(settings) && !goesLast(settings)

/** What happens to the advantages after the estimator: whitening, then reweight → keep → masks → groupFilter. */
import { masksOverlong } from '../../keeping/overlong-options.ts'
import type { Options } from '../../options.ts'
import type { Settings } from '../settings.ts'
import { indented, type Lines, number, when } from './python.ts'
import { BY_ROLLOUT } from './values.ts'

export const postLines = (settings: Settings): Lines => [
  ...whiten(settings),
  ...reweight(settings),
  ...when(
    settings.options.keep === 'positive-advantage',
    'for row in rows:',
    '    row["advantages"] = np.maximum(row["advantages"], 0)',
  ),
  ...chunkMask(settings.options),
  ...maskedRollouts(settings.options),
]

/** Rollouts whose advantages become 0. */
function maskedRollouts(options: Options): Lines {
  const sets = [
    ...when(options.keep === 'positive-reward', 'not_right'),
    ...when(masksOverlong(options), 'overlong'),
    ...when(options.maskEnded !== 'none', 'badly_ended'),
    ...when(options.groupFilter !== 'off', 'filtered'),
  ]
  return [
    ...when(
      options.keep === 'positive-reward',
      'not_right = {row["rollout_id"] for row in rows if not outcome.get(row["rollout_id"], 0.0) > 0}',
    ),
    ...groupFilter(options),
    ...when(
      sets.length > 0,
      'for row in rows:',
      `    if row["rollout_id"] in ${sets.length > 1 ? `(${sets.join(' | ')})` : sets[0]}:`,
      '        row["advantages"][:] = 0.0',
    ),
  ]
}

/** A chunk is a run of action tokens inside one row. */
const chunkMask = ({ chunkMask: kind, maskAbove }: Options): Lines =>
  when(
    kind === 'ipa',
    'for row in rows:  # IPA: chunks on which the two engines disagree',
    '    if row.get("old_log_probs") and row.get("rollout_log_probs"):',
    '        drift = np.array(row["old_log_probs"]) - np.array(row["rollout_log_probs"])',
    '        runs = np.flatnonzero(np.diff([0, *row["response_mask"], 0])).reshape(-1, 2)',
    '        for start, end in runs:',
    `            if np.exp(drift[start:end].mean()) > ${number(Number(maskAbove))}:`,
    '                row["advantages"][start:end] = 0.0',
  )

function whiten({ estimator, options }: Settings): Lines {
  if (!estimator.alwaysWhitens && options.whiten !== 'batch') return []
  const { ddof, eps } = options
  const variance = `x.var(${ddof === 0 ? '' : `ddof=${ddof}`})`
  const divisor =
    options.form === 'add'
      ? `np.sqrt(${variance} + ${number(Number(eps))})`
      : `np.sqrt(max(${variance}, ${number(Number(eps))}))`
  return [
    'x = np.concatenate([row["advantages"][np.array(row["response_mask"]) == 1] for row in rows])',
    `if len(x) > ${ddof}:  # whitened over the action tokens of the batch`,
    `    std = ${divisor}${Number(eps) > 0 ? '' : ' or np.inf'}`,
    '    for row in rows:',
    '        row["advantages"] = (row["advantages"] - x.mean()) / std * row["response_mask"]',
  ]
}

function reweight({ options }: Settings): Lines {
  switch (options.reweight) {
    case 'asyppo':
      return asyppo(Number(options.k))
    case 'rhythm-local':
    case 'rhythm-global':
    case 'rhythm-coupled':
      return rhythm(options)
    default:
      return []
  }
}

const asyppo = (k: number): Lines => [
  ...BY_ROLLOUT,
  'spread = [(s, row, t) for row in by_rollout if len(row.get("values_per_critic") or []) > 1',
  '          for t, s in enumerate(np.std(row["values_per_critic"], axis=0)) if row["response_mask"][t]]',
  'spread.sort(key=lambda x: x[0])  # AsyPPO: how far the critics of a row disagree',
  `for _, row, t in spread[:int(${number(k)} * len(spread))]:`,
  '    row["advantages"][t] = 0.0  # where they agree most',
]

const DELTA = 'abs(np.diff(np.append(row["waad"], row["waad"][-1])))[action]'

function rhythm(options: Options): Lines {
  const coupled = options.reweight === 'rhythm-coupled'
  const local = options.reweight === 'rhythm-local'
  const amplify = number(Number(options.amplify))
  const column = local ? 'waad' : 'fai'
  const scores = local ? DELTA : 'np.array(row["fai"])[action]'
  return [
    `share, more = ${number(Number(options.q))}, ${amplify} - 1  # attention rhythm: of every row's tokens, bonus`,
    'for row in rows:',
    '    action = np.flatnonzero(row["response_mask"])',
    `    if row.get("${column}") and len(action):`,
    ...indented([
      `    x, factor = ${scores}, np.ones(len(action))`,
      '    top = np.argsort(-x, kind="stable")[:int(np.ceil(share * len(action)))]',
      ...(coupled ? coupledLines(Number(options.alphaBack)) : ['    factor[top] += more']),
      '    old = row["advantages"][action]',
      options.signScope === 'nonnegative'
        ? '    row["advantages"][action] = np.where(old < 0, old, old * factor)'
        : '    row["advantages"][action] = old * factor',
    ]),
  ]
}

/** Dominated anchors hand a share of their bonus to the token that introduced them, each once (window 3). */
const coupledLines = (alphaBack: number): Lines => [
  '    w, introduced = np.array(row.get("waad") or [np.inf] * len(row["fai"]))[action], set()',
  `    delta = ${DELTA} if row.get("waad") else np.zeros(len(action))`,
  '    for t in top:  # global anchors; a dominated one hands a share of its bonus back',
  '        window = np.arange(max(0, t - 3), t)',
  '        peak = window[np.argmax(delta[window])] if len(window) else None',
  '        alone = not row.get("waad") or peak is None or w[t] > np.median(w)',
  '        if alone or delta[peak] < np.median(delta):',
  '            factor[t] += more',
  '        else:',
  `            factor[t] += ${number(1 - alphaBack)} * more`,
  '            introduced.add(peak)',
  `    factor[list(introduced)] += ${number(alphaBack)} * more`,
]

/** `filtered`: the rollouts of the groups that are dropped. */
function groupFilter({ groupFilter: filter }: Options): Lines {
  if (filter === 'off') return []
  const members = [
    'members, filtered = {}, set()  # prompt -> the rows of its group',
    'for row in rows:',
    '    name = prompt.get(row["rollout_id"], (row["rollout_id"],))',
    '    members.setdefault(name, []).append(row)',
  ]
  if (filter === 'dynamic-sampling') {
    return [
      ...members,
      'for group in members.values():',
      '    ids = {row["rollout_id"] for row in group}',
      '    if sum(outcome.get(name, 0.0) > 0 for name in ids) in (0, len(ids)):',
      '        filtered |= ids  # all right or all wrong: no signal',
    ]
  }
  return [
    ...members,
    'dropped = 0',
    'for n, group in enumerate(members.values(), 1):  # GroupFilterTB: at most half of the groups seen',
    '    flagged = any("drop" in (row.get("flags") or []) for row in group)',
    '    if flagged and (dropped + 1) / n <= 0.5:',
    '        dropped += 1',
    '        filtered |= {row["rollout_id"] for row in group}',
  ]
}

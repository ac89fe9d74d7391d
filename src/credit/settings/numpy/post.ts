/** What happens to the advantages after the estimator: whitening, then reweight → keep → masks → groupFilter. */
import { masksOverlong } from '../../keeping/overlong.ts'
import type { Options } from '../../options.ts'
import type { Settings } from '../settings.ts'
import { type Lines, number, when } from './python.ts'
import { BY_ROLLOUT } from './values.ts'

export const postLines = (settings: Settings): Lines => [
  ...whiten(settings),
  ...reweight(settings),
  ...chunkMask(settings.options),
  ...zeros(settings.options),
]

/** Tokens and rollouts whose advantages become 0; the order makes no difference. */
function zeros(options: Options): Lines {
  const each = [
    ...when(
      options.keep === 'positive-advantage',
      '    row["advantages"] = np.maximum(row["advantages"], 0)',
    ),
    ...when(
      options.keep === 'positive-reward',
      '    row["advantages"] *= outcome.get(row["rollout_id"], 0.0) > 0  # others become 0',
    ),
    ...when(masksOverlong(options), '    row["advantages"] *= row["rollout_id"] not in overlong'),
    ...when(
      options.maskEnded !== 'none',
      '    row["advantages"] *= row["rollout_id"] not in badly_ended',
    ),
    ...(options.groupFilter === 'dynamic-sampling' ? DYNAMIC_SAMPLING : []),
    ...when(options.groupFilter === 'tb', `    row["advantages"] *= ${GROUP} not in dropped`),
  ]
  return [...groupFilter(options), ...when(each.length > 0, 'for row in rows:', ...each)]
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
  const floor = number(Number(eps))
  const root = `np.sqrt(${options.form === 'add' ? `${variance} + ${floor}` : `max(${variance}, ${floor})`})`
  const std = Number(eps) > 0 ? root : `${root} or np.inf`
  return [
    'x = np.concatenate([row["advantages"][np.array(row["response_mask"]) == 1] for row in rows])',
    `mean, std = (x.mean(), ${std}) if len(x) > ${ddof} else (0.0, 1.0)`,
    'for row in rows:  # whitened over the action tokens of the batch',
    '    row["advantages"] = (row["advantages"] - mean) / std * row["response_mask"]',
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
  '          for t, s in enumerate(np.std(row["values_per_critic"], axis=0))',
  '          if row["response_mask"][t]]  # AsyPPO: how far the critics of a row disagree',
  `for _, row, t in sorted(spread, key=lambda x: x[0])[:int(${number(k)} * len(spread))]:`,
  '    row["advantages"][t] = 0.0  # where they agree most',
]

const WAAD: Lines = [
  '    waad = np.array(row["waad"])',
  '    x = abs(waad - np.append(waad[1:], waad[-1]))[action]',
]

function rhythm(options: Options): Lines {
  const coupled = options.reweight === 'rhythm-coupled'
  const local = options.reweight === 'rhythm-local'
  const amplify = number(Number(options.amplify))
  const top = `np.argsort(-x, kind="stable")[:int(np.ceil(${number(Number(options.q))} * len(x)))]`
  const positive = options.signScope === 'nonnegative'
  return [
    `for row in [row for row in rows if row.get("${local ? 'waad' : 'fai'}")]:  # attention rhythm`,
    '    action = np.flatnonzero(row["response_mask"])',
    ...(local ? WAAD : ['    x = np.array(row["fai"])[action]']),
    ...(coupled
      ? [
          `    top, more = ${top}, ${amplify} - 1`,
          ...coupledLines(Number(options.alphaBack)),
          ...when(positive, '    factor[row["advantages"][action] < 0] = 1.0'),
          '    row["advantages"][action] *= factor',
        ]
      : [
          `    top = action[${top}]`,
          ...when(positive, '    top = top[row["advantages"][top] >= 0]'),
          `    row["advantages"][top] *= ${amplify}`,
        ]),
  ]
}

/** Dominated anchors hand a share of their bonus to the token that introduced them, each once (window 3). */
const coupledLines = (alphaBack: number): Lines => [
  '    waad = np.array(row.get("waad") or [0.0] * len(row["fai"]))',
  '    w, delta = waad[action], abs(waad - np.append(waad[1:], waad[-1]))[action]',
  '    factor, introduced = np.ones(len(action)), set()',
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

/** The group of a row's rollout. */
const GROUP = 'prompt.get(row["rollout_id"], (row["rollout_id"],))'

const DYNAMIC_SAMPLING: Lines = [
  `    right = solved[${GROUP}]`,
  '    row["advantages"] *= any(right) and not all(right)',
]

/** `solved` or `dropped`, by group. */
function groupFilter({ groupFilter: filter }: Options): Lines {
  if (filter === 'dynamic-sampling') {
    return [
      'solved = {}  # dynamic sampling: a group all right or all wrong has no signal',
      'for name in {row["rollout_id"] for row in rows}:',
      '    solved.setdefault(prompt.get(name, (name,)), []).append(outcome.get(name, 0.0) > 0)',
    ]
  }
  return when(
    filter === 'tb',
    'flagged, dropped = {}, set()  # GroupFilterTB: at most half of the groups seen',
    'for row in rows:',
    `    name = ${GROUP}`,
    '    flagged[name] = flagged.get(name, False) or "drop" in (row.get("flags") or [])',
    'for n, name in enumerate(flagged, 1):',
    '    if flagged[name] and (len(dropped) + 1) / n <= 0.5:',
    '        dropped.add(name)',
  )
}

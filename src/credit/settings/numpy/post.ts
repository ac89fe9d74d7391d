/** What happens to `A` after the estimator: whitening, then reweight → keep → overlong → groupFilter. */
import { dropsOverlong, masksOverlong } from '../../keeping/overlong.ts'
import type { Options } from '../../options.ts'
import type { Settings } from '../settings.ts'
import { type Lines, type Needs, number, when } from './python.ts'
import { POSITIONS } from './values.ts'

const OVERLONG: Lines = [
  '',
  'def overlong(R):  # one of its rows hit the length limit',
  '    return any("overlong" in (rows[i].get("flags") or []) for i in R)',
]

const ENDINGS: Readonly<Record<string, string>> = {
  truncated: '== "truncated"',
  error: '== "error"',
  'truncated-or-error': 'in ("truncated", "error")',
  'not-terminated': '!= "terminated"',
}

const ended = (test: string): Lines => [
  '',
  'def badly_ended(R):  # masked for how its last segment ended',
  `    return (rows[R[-1]].get("ended") or "terminated") ${test}`,
]

/** Functions that say which rollouts are masked. */
export const maskHelpers = ({ options }: Settings): Lines => [
  ...(masksOverlong(options) ? OVERLONG : []),
  ...(options.maskEnded === 'none' ? [] : ended(ENDINGS[String(options.maskEnded)])),
]

/** What follows `if …` where masked rollouts leave group statistics; empty: they stay. */
export const unlessMasked = ({ options }: Settings): readonly string[] => [
  ...when(dropsOverlong(options), 'not overlong(R)'),
  ...when(options.maskEnded !== 'none' && options.endedStatistics === 'drop', 'not badly_ended(R)'),
]

export const postNeeds = ({ options }: Settings, needs: Needs): Needs => ({
  ...needs,
  outcome:
    needs.outcome ||
    options.keep === 'positive-reward' ||
    options.groupFilter === 'dynamic-sampling',
  groups: needs.groups || options.groupFilter !== 'off',
})

export const postLines = (settings: Settings): Lines => [
  ...whiten(settings),
  ...reweight(settings.options),
  ...keep(settings.options),
  ...zeroWhere(masksOverlong(settings.options), 'overlong(R)'),
  ...zeroWhere(settings.options.maskEnded !== 'none', 'badly_ended(R)'),
  ...chunkMask(settings.options),
  ...groupFilter(settings.options),
]

const zeroWhere = (needed: boolean, test: string): Lines =>
  when(needed, 'for R in rollouts.values():', `    if ${test}:`, `        A[${POSITIONS}] = 0`)

/** A chunk is a run of action tokens inside one row. */
const chunkMask = ({ chunkMask: kind, maskAbove }: Options): Lines =>
  when(
    kind === 'ipa',
    'for i, r in enumerate(rows):  # IPA: chunks on which the two engines disagree',
    '    if r.get("old_log_probs") and r.get("rollout_log_probs"):',
    '        t = np.flatnonzero(mask[start[i]:start[i + 1]])',
    '        drift = np.array(r["old_log_probs"]) - np.array(r["rollout_log_probs"])',
    '        for chunk in np.split(t, np.flatnonzero(np.diff(t) > 1) + 1):',
    `            if len(chunk) and np.exp(drift[chunk].mean()) > ${number(Number(maskAbove))}:`,
    '                A[start[i] + chunk] = 0',
  )

function whiten({ estimator, options }: Settings): Lines {
  if (!estimator.alwaysWhitens && options.whiten !== 'batch') return []
  const { ddof, eps } = options
  const variance = `x.var(ddof=${ddof})`
  const divisor =
    options.form === 'add'
      ? `np.sqrt(${variance} + ${number(Number(eps))})`
      : `np.sqrt(max(${variance}, ${number(Number(eps))}))`
  return [
    'x = A[mask]  # whitened over the action tokens of the batch',
    `if len(x) > ${ddof}:`,
    Number(eps) > 0
      ? `    A[mask] = (x - x.mean()) / ${divisor}`
      : `    A[mask] = (x - x.mean()) / (${divisor} or np.inf)`,
  ]
}

function reweight(options: Options): Lines {
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
  'def spread(critics, n):  # AsyPPO: how far the critics of a row disagree; nan without an ensemble',
  '    return np.std(critics, axis=0) if critics and len(critics) > 1 else np.full(n, np.nan)',
  '',
  's = np.concatenate([spread(r.get("values_per_critic"), n) for r, n in zip(rows, size)])',
  'P = np.concatenate([np.arange(start[i], start[i + 1]) for R in rollouts.values() for i in R])',
  'P = P[mask[P] & ~np.isnan(s[P])]',
  `A[P[np.argsort(s[P], kind="stable")][:int(${number(k)} * len(P))]] = 0  # where they agree most`,
]

const DELTA = 'np.abs(np.diff(np.append(r["waad"], r["waad"][-1])))[P - start[i]]'
function rhythm(options: Options): Lines {
  const coupled = options.reweight === 'rhythm-coupled'
  const local = options.reweight === 'rhythm-local'
  const amplify = number(Number(options.amplify))
  const column = local ? 'waad' : 'fai'
  const scores = local ? DELTA : 'np.array(r["fai"])[P - start[i]]'
  return [
    `share, more = ${number(Number(options.q))}, ${amplify} - 1  # attention rhythm: of every row's tokens, bonus`,
    'for i, r in enumerate(rows):',
    '    P = start[i] + np.flatnonzero(mask[start[i]:start[i + 1]])',
    `    if not r.get("${column}") or len(P) == 0:`,
    '        continue',
    `    x, factor = ${scores}, np.ones(len(P))`,
    '    top = np.argsort(-x, kind="stable")[:int(np.ceil(share * len(P)))]',
    ...(coupled ? coupledLines(Number(options.alphaBack)) : ['    factor[top] += more']),
    options.signScope === 'nonnegative'
      ? '    A[P] = np.where(A[P] < 0, A[P], A[P] * factor)'
      : '    A[P] *= factor',
  ]
}

/** Dominated anchors hand a share of their bonus to the token that introduced them, each once (window 3). */
const coupledLines = (alphaBack: number): Lines => [
  '    w, introduced = np.array(r.get("waad") or [np.inf] * size[i])[P - start[i]], set()',
  `    delta = ${DELTA} if r.get("waad") else np.zeros(len(P))`,
  '    for t in top:  # global anchors; a dominated one hands a share of its bonus back',
  '        window = np.arange(max(0, t - 3), t)',
  '        peak = window[np.argmax(delta[window])] if len(window) else None',
  '        if not r.get("waad") or peak is None or w[t] > np.median(w) or delta[peak] < np.median(delta):',
  '            factor[t] += more',
  '        else:',
  `            factor[t] += ${number(1 - alphaBack)} * more`,
  '            introduced.add(peak)',
  `    factor[list(introduced)] += ${number(alphaBack)} * more`,
]

function keep(options: Options): Lines {
  if (options.keep === 'positive-advantage') return ['A = np.maximum(A, 0)']
  return zeroWhere(options.keep === 'positive-reward', 'not outcome(R) > 0')
}

function groupFilter({ groupFilter: filter }: Options): Lines {
  const zero = '            A[start[i]:start[i + 1]] = 0'
  if (filter === 'dynamic-sampling') {
    return [
      'for group in groups.values():  # all right or all wrong: no signal',
      '    if sum(outcome(R) > 0 for R in group) in (0, len(group)):',
      '        for i in sum(group, []):',
      zero,
    ]
  }
  return when(
    filter === 'tb',
    'dropped = 0',
    'for n, group in enumerate(groups.values(), 1):  # GroupFilterTB: at most half of the groups seen',
    '    if any("drop" in (rows[i].get("flags") or []) for i in sum(group, [])) and (dropped + 1) / n <= 0.5:',
    '        dropped += 1',
    '        for i in sum(group, []):',
    zero,
  )
}

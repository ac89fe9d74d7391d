/** Pure: which ratio rules a trace can serve, and how a control changes the chosen one. */
import type { OptionSpec, OptionValue } from '../../credit/options.ts'
import { type ColumnPlan, columnPlan } from '../../credit/ratio/columns.ts'
import { ownOptions, ratioRuleOf } from '../../credit/ratio/registry.ts'
import type { LogProbColumn, RatioRule } from '../../credit/ratio/rule.ts'
import type { RatioChoice } from '../../worker/api.ts'
import type { LossTally, RuleView } from '../../worker/loss-view.ts'

/** Columns that the rule needs and neither trace nor drift can serve; empty: it works. */
export const missingFor = (
  present: readonly LogProbColumn[],
  rule: RatioRule,
  drift: boolean,
): readonly LogProbColumn[] =>
  columnPlan(present, rule, drift) ? [] : rule.needs.filter((name) => !present.includes(name))

/** Another rule; it starts at its own defaults: equal names mean different policies' ratios. */
export const withRule = (rule: RatioRule): RatioChoice => ({ rule: rule.id, options: {} })

/** Sets one option. A default is left out, so that links stay short and survive a changed default. */
export function withRuleOption(
  choice: RatioChoice,
  spec: OptionSpec,
  value: OptionValue,
): RatioChoice {
  const { [spec.name]: _, ...others } = choice.options
  const options = value === spec.default ? others : { ...others, [spec.name]: value }
  return { ...choice, options }
}

/** Whether the options are exactly those of a preset. */
export function isPreset({ rule: id, options }: RatioChoice, preset: RatioChoice['options']) {
  const rule = ratioRuleOf(id)
  const specs = rule ? ownOptions(rule) : []
  return specs.every(
    ({ name, default: usual }) => (options[name] ?? usual) === (preset[name] ?? usual),
  )
}

/** The rule that shows the other kind of bound: a hard mask beside PPO's clip, the clip beside all others. */
export const counterpartOf = ({ rule }: RatioChoice): 'dis' | 'ppo-clip' =>
  rule === 'ppo-clip' ? 'dis' : 'ppo-clip'

/** The two columns that `r = exp(log_probs − old_log_probs)` compares, with what stands for each. */
export const numeratorAndDenominator = (
  columns: ColumnPlan,
): readonly [LogProbColumn, LogProbColumn] | undefined => {
  const found = (['log_probs', 'old_log_probs', 'rollout_log_probs'] as const).flatMap((name) => {
    const from = columns[name]
    return from === undefined ? [] : [from === 'simulated' ? name : from]
  })
  return found.length < 2 ? undefined : [found[0], found[1]]
}

/** The policy that gave a column. */
export const POLICY: Readonly<Record<LogProbColumn, string>> = {
  log_probs: 'π_θ',
  old_log_probs: 'π_old',
  rollout_log_probs: 'π_rollout',
}

export interface ShareRow {
  readonly key: string
  readonly tallies: readonly LossTally[]
}

export interface ShareTable {
  /** Of the selected rollout. */
  readonly segments: readonly ShareRow[]
  /** Of its turns, as many as the views list; the segment of each counts from 0. */
  readonly turns: readonly (ShareRow & { readonly segment: number })[]
  readonly rollout: ShareRow
  /** Of the batch. */
  readonly batch: ShareRow
  readonly signs: readonly ShareRow[]
  readonly lags: readonly ShareRow[]
}

/** One or two rules side by side, row by row. */
export function shareTable(views: readonly RuleView[]): ShareTable {
  const row = (key: string, of: (view: RuleView) => LossTally): ShareRow => ({
    key,
    tallies: views.map(of),
  })
  const lags = [...new Set(views.flatMap(({ byLag }) => byLag.map(({ lag }) => lag)))]
  return {
    segments: views[0].bySegment.map((_, at) => row(String(at), (view) => view.bySegment[at])),
    turns: views[0].byTurn.map(({ segment, turn }, at) => ({
      ...row(String(turn), (view) => view.byTurn[at].tally),
      segment,
    })),
    rollout: row('rollout', (view) => view.rollout),
    batch: row('batch', (view) => view.batch),
    signs: (['positive', 'zero', 'negative'] as const)
      .map((sign) => row(sign, (view) => view.bySign[sign]))
      .filter(({ tallies }) => tallies.some(({ tokens }) => tokens > 0)),
    lags: lags
      .sort((p, q) => p - q)
      .map((lag) =>
        row(String(lag), (view) => view.byLag.find((one) => one.lag === lag)?.tally ?? NOTHING),
      ),
  }
}

const NOTHING: LossTally = { tokens: 0, dropped: 0, changed: 0 }

export type ShareKind = 'dropped' | 'changed'

/** What a rule can do to a token; what it never does needs no column. */
export function kindsOf({ region, batch }: RuleView): readonly ShareKind[] {
  const kinds: ShareKind[] = []
  if (region.outside === 'dropped' || batch.dropped > 0) kinds.push('dropped')
  if (region.outside === 'changed' || batch.changed > 0) kinds.push('changed')
  return kinds
}

/** Columns of the tables: what each rule can do, the first rule's before the second's. */
export const columnsOf = (views: readonly RuleView[]) =>
  views.flatMap((view, at) => kindsOf(view).map((kind) => ({ key: `${at}.${kind}`, at, kind })))

export const shareOf = (tally: LossTally, kind: ShareKind): number | undefined =>
  tally.tokens === 0 ? undefined : tally[kind] / tally.tokens

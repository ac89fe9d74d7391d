/** Pure: which ratio rules a trace can serve, and how a control changes the chosen one. */
import type { OptionSpec, OptionValue } from '../../credit/options.ts'
import { type ColumnPlan, columnPlan } from '../../credit/ratio/columns.ts'
import { ownOptions, ratioRuleOf } from '../../credit/ratio/registry.ts'
import type { LogProbColumn, RatioRule } from '../../credit/ratio/rule.ts'
import type { RatioChoice } from '../../worker/api.ts'
import type { LossTallies, LossTally, RuleTallies, RuleView } from '../../worker/loss-view.ts'

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
  readonly segments: readonly ShareRow[]
  /** Turns, as many as the views list; the segment of each counts from 0. */
  readonly turns: readonly (ShareRow & { readonly segment: number })[]
  readonly rollout: ShareRow
}

/** One or two rules side by side over the selected rollout, row by row. */
export function shareTable(views: readonly RuleView[]): ShareTable {
  const row = (key: string, of: (view: RuleView) => LossTally): ShareRow => ({
    key,
    tallies: views.map(of),
  })
  return {
    segments: views[0].bySegment.map((_, at) => row(String(at), (view) => view.bySegment[at])),
    turns: views[0].byTurn.map(({ segment, turn }, at) => ({
      ...row(String(turn), (view) => view.byTurn[at].tally),
      segment,
    })),
    rollout: row('rollout', (view) => view.rollout),
  }
}

export interface BatchTable {
  readonly batch: ShareRow
  readonly signs: readonly ShareRow[]
  readonly lags: readonly ShareRow[]
}

/** The same over the batch. */
export function batchTable(rules: readonly RuleTallies[]): BatchTable {
  const row = (key: string, of: (rule: RuleTallies) => LossTally): ShareRow => ({
    key,
    tallies: rules.map(of),
  })
  const lags = [...new Set(rules.flatMap(({ byLag }) => byLag.map(({ lag }) => lag)))]
  return {
    batch: row('batch', (rule) => rule.batch),
    signs: (['positive', 'zero', 'negative'] as const)
      .map((sign) => row(sign, (rule) => rule.bySign[sign]))
      .filter(({ tallies }) => tallies.some(({ tokens }) => tokens > 0)),
    lags: lags
      .sort((p, q) => p - q)
      .map((lag) =>
        row(String(lag), (rule) => rule.byLag.find((one) => one.lag === lag)?.tally ?? NOTHING),
      ),
  }
}

const NOTHING: LossTally = { tokens: 0, dropped: 0, changed: 0 }

/** Tallies of the views' rules, in their order; undefined where the batch was not counted under one of them yet. */
export function talliesOf(
  views: readonly RuleView[],
  tallies: LossTallies | undefined,
): readonly RuleTallies[] | undefined {
  const found = [tallies?.first, tallies?.second].filter((one) => one !== undefined)
  const fit =
    found.length === views.length && views.every(({ rule }, at) => rule === found[at].rule)
  return fit ? found : undefined
}

export type ShareKind = 'dropped' | 'changed'

/** What a rule can do to a token; what it never does needs no column. */
function kindsOf({ region, rollout }: RuleView, batch: LossTally = rollout): readonly ShareKind[] {
  return (['dropped', 'changed'] as const).filter(
    (kind) => region.outside === kind || rollout[kind] > 0 || batch[kind] > 0,
  )
}

export interface Column {
  readonly key: string
  /** Of the first rule or the second. */
  readonly at: number
  readonly kind: ShareKind
}

/** Columns of the tables: what each rule can do, the first rule's before the second's. */
export const columnsOf = (
  views: readonly RuleView[],
  tallies: readonly RuleTallies[] | undefined,
): readonly Column[] =>
  views.flatMap((view, at) =>
    kindsOf(view, tallies?.[at].batch).map((kind) => ({ key: `${at}.${kind}`, at, kind })),
  )

export const shareOf = (tally: LossTally, kind: ShareKind): number | undefined =>
  tally.tokens === 0 ? undefined : tally[kind] / tally.tokens

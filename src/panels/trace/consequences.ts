/** What a trace means for every estimator: from what each says it needs, and what the trace serves. Pure. */
import { type Estimator, needsOf } from '../../credit/estimator.ts'
import type { NeedId } from '../../credit/needs.ts'
import { formatCount } from '../../ui/format.ts'
import { fill, type LanguageId } from '../../ui/text.tsx'
import type { RolloutTable } from '../../worker/api.ts'
import { countOf, type HoldingId, withPositions } from '../../worker/holdings.ts'
import { estimatorAbout, type Served, withoutIt } from '../controls/estimatorAbout.ts'
import { specText } from '../controls/specText.ts'
import { words } from './consequenceText.ts'

export interface Consequence {
  readonly id: string
  readonly estimator: string
  /**
   * `assumed`: on something that the page made up or a person typed; `partly`: some rollouts lack a part;
   * `without`: none has it.
   */
  readonly verdict: 'exact' | 'assumed' | 'partly' | 'without' | 'impossible'
  /** What happens where something is missing. */
  readonly notes: readonly string[]
}

export interface Serving extends Served {
  /** By estimator: why this trace cannot serve it. */
  readonly unavailable: Readonly<Record<string, string>>
  /** Rollouts that have it, where only some do. */
  readonly some: Partial<Readonly<Record<NeedId, { readonly n: number; readonly of: number }>>>
}

/**
 * What only some rollouts have.
 *
 * @param table of the batch, with the outcomes that count now
 */
export function partlyServed(table: RolloutTable): Serving['some'] {
  const members = new Uint32Array(table.groupIds.length)
  for (const group of table.groupOf) members[group]++
  const inTable = (has: (rollout: number) => boolean) => ({
    n: table.id.reduce((n, _, rollout) => n + (has(rollout) ? 1 : 0), 0),
    of: table.id.length,
  })
  const inFile = (id: HoldingId) => ({ n: countOf(table, id), of: table.id.length })
  const counts: Serving['some'] = {
    outcome: inTable((r) => !Number.isNaN(table.outcome[r])),
    group: inTable((r) => members[table.groupOf[r]] > 1),
    values: { n: countOf(table, 'values'), of: withPositions(table) },
    turns: inFile('turns'),
    turnRewards: inFile('turn_rewards'),
    stateKeys: inFile('state_keys'),
  }
  return Object.fromEntries(Object.entries(counts).filter(([, { n, of }]) => n > 0 && n < of))
}

const WORST: readonly Consequence['verdict'][] = ['exact', 'assumed', 'partly', 'without']

export function consequenceOf(
  estimator: Estimator,
  serving: Serving,
  language: LanguageId,
): Consequence {
  const spec = specText(language)
  const named = { id: estimator.id, estimator: spec.estimator(estimator) }
  const reason = serving.unavailable[estimator.id]
  const needs = estimatorAbout(estimator, serving, language).needs
  if (reason !== undefined) {
    // An outcome alone would not help it.
    const alone = needs[needsOf(estimator).indexOf('group')]
    const more = alone?.state === 'missing' && alone.note !== undefined ? [alone.note] : []
    return { ...named, verdict: 'impossible', notes: [spec.reason(reason), ...more] }
  }
  const judged = needsOf(estimator).map((need, at): Omit<Consequence, 'id' | 'estimator'> => {
    const { state, text, note } = needs[at]
    const said = (sentence: string): string => fill(words[language].said, { what: text, sentence })
    const notes = note === undefined ? [] : [said(note)]
    if (state === 'missing') return { verdict: 'without', notes }
    const some = serving.some[need]
    if (some !== undefined && !(need === 'values' && serving.valuesMadeUp)) {
      const values = { n: formatCount(some.n), of: formatCount(some.of) }
      const without = withoutIt(need, language, estimator.id)
      const sentence = [fill(words[language].onlySome, values), without].join(words[language].gap)
      return { verdict: 'partly', notes: [said(sentence)] }
    }
    return { verdict: state === 'replaced' ? 'assumed' : 'exact', notes }
  })
  const worst = Math.max(0, ...judged.map(({ verdict }) => WORST.indexOf(verdict)))
  return {
    ...named,
    verdict: WORST[worst],
    notes: judged.flatMap(({ verdict, notes }) => (verdict === 'exact' ? [] : notes)),
  }
}

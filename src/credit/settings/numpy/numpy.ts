/** The numpy snippet: one template per estimator, composed from pieces that the present options need. */
import { readsQuantity } from '../../estimator.ts'
import { comment } from '../comment.ts'
import { type Settings, sayables } from '../settings.ts'
import type { Fragment, Target, Unsaid } from '../target.ts'
import type { Template } from './body.ts'
import { compactionGae, concatGae, crossSegmentGae, perSegmentGae } from './chains.ts'
import { gigpo, grpo, litePpo, rloo, turnGrpo } from './groups.ts'
import { penaltyHelper } from './penalty.ts'
import { maskHelpers, postLines, postNeeds } from './post.ts'
import { type Lines, parameters, reading, writing } from './python.ts'
import { discountedReturn, reinforcePp, reinforcePpBaseline } from './returns.ts'
import { bilevelGae, chunkReturn, turnGae } from './turns.ts'

/** By estimator id; a test asks that none is missing. */
export const TEMPLATES: Readonly<Record<string, Template>> = {
  'per-segment-gae': perSegmentGae,
  'cross-segment-gae': crossSegmentGae,
  'concat-gae': concatGae,
  'compaction-gae': compactionGae,
  'turn-gae': turnGae,
  'bilevel-gae': bilevelGae,
  'discounted-return': discountedReturn,
  'chunk-return': chunkReturn,
  grpo,
  rloo,
  'lite-ppo': litePpo,
  'reinforce-pp': reinforcePp,
  'reinforce-pp-baseline': reinforcePpBaseline,
  gigpo,
  'turn-grpo': turnGrpo,
}

const SENTENCES: Readonly<Record<string, string>> = {
  ratio: 'The snippet ends with the advantages; the ratio rule acts on them later, in the loss.',
  h: 'h chooses tokens of the entropy bonus; advantages stay as they are.',
  aggregate: 'The snippet ends with the advantages; how token losses are averaged comes later.',
}

const isLater = (name: string): boolean => /^(ratio|aggregate|h$)/.test(name)

export const numpy: Target = {
  id: 'numpy',
  label: 'numpy',
  file: 'credit.py',
  write: (settings) => {
    const template = TEMPLATES[settings.estimator.id]
    if (!template) return without(settings)
    const all = sayables(settings)
    const unsaid = all.filter(({ name, isDefault }) => isLater(name) && !isDefault).map(laterOf)
    return {
      text: `${script(settings, template).join('\n')}\n`,
      said: all.filter(({ name }) => !isLater(name)).map(({ name }) => name),
      unsaid,
      differs: [],
    }
  },
}

const laterOf = ({ name }: { readonly name: string }): Unsaid => ({
  name,
  sentence: SENTENCES[name.split('.')[0]],
})

/** An estimator that came without a template. */
function without(settings: Settings): Fragment {
  const sentence = `Segue has no numpy template for ${settings.estimator.label}.`
  return {
    text: `${comment(sentence).join('\n')}\n`,
    said: [],
    unsaid: sayables(settings).map(({ name }) => ({ name, sentence })),
    differs: [],
  }
}

function script(settings: Settings, template: Template): Lines {
  const body = template(settings)
  const readsOutcome = ['ramp', 'fitted'].includes(settings.values.kind)
  const byOutcome = readsOutcome && readsQuantity(settings.estimator, 'values')
  const needs = postNeeds(settings, body.needs)
  const code = [
    'import json, sys',
    'import numpy as np',
    '',
    ...parameters(body.parameters),
    ...reading(settings, { ...needs, outcome: needs.outcome || byOutcome }),
    ...penaltyHelper(settings),
    ...maskHelpers(settings),
    ...body.helpers,
    '',
    ...body.main,
    ...postLines(settings),
    '',
    ...writing(body.returns),
  ]
  return [...header(settings, code, body.returns !== undefined), ...code]
}

function header({ estimator, slot, formula }: Settings, code: Lines, returns: boolean): Lines {
  const lines = code.filter((line) => line !== '').length
  return [
    ...comment(
      `${slot.toUpperCase()} in Segue: ${estimator.label} in ${lines} lines. python3 credit.py rows.jsonl`,
    ),
    ...(formula ?? []).flatMap((line) => comment(line)),
    `# Reads canonical rows, one per line; prints advantages${returns ? ' and returns' : ''}, one list per row.`,
  ]
}

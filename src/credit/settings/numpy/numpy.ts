/** The numpy snippet: one template per estimator, composed from pieces that the present options need. */
import { comment } from '../comment.ts'
import { type Settings, sayables } from '../settings.ts'
import type { Fragment, Target, Unsaid } from '../target.ts'
import type { Template } from './body.ts'
import { compactionGae, concatGae, crossSegmentGae, perSegmentGae } from './chains.ts'
import { factLines } from './facts.ts'
import { gigpo, grpo, litePpo, rloo, turnGrpo } from './groups.ts'
import { postLines } from './post.ts'
import { IMPORTS, type Lines, parameters, ROWS, writing } from './python.ts'
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

/** What fits on a slide. Blank lines and the formula stand where there is room for them. */
export const ROOM = 30

function script(settings: Settings, template: Template): Lines {
  const body = template(settings)
  const blocks = [
    [IMPORTS],
    [...parameters(body.parameters), ROWS, ...factLines(settings, body.facts)],
    body.helpers,
    body.main,
    postLines(settings),
    [writing(body.returns, body.masks === true)],
  ]
  const title = header(settings)
  const formula = (settings.formula ?? []).flatMap((line) => comment(line))
  const spaced = spread(blocks, ROOM - title.length - blocks.flat().length)
  const room = ROOM - title.length - spaced.length
  return [...title, ...(formula.length <= room ? formula : []), ...spaced]
}

/** At most `room` blank lines between blocks: before the estimator's first, then around it. */
function spread(blocks: readonly Lines[], room: number): Lines {
  const open = [3, 1, 5, 2, 4].filter((at) => blocks[at].length > 0).slice(0, Math.max(0, room))
  return blocks.flatMap((block, at) => (open.includes(at) ? ['', ...block] : block))
}

const header = ({ estimator, slot }: Settings): Lines =>
  comment(`${slot.toUpperCase()} in Segue: ${estimator.label}. Run as python3 credit.py rows.jsonl`)

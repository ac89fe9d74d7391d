/** From a draft to a fragment: what nobody spoke for becomes unsaid, then keys and comments become text. */
import type { Preset } from '../../conventions/preset.ts'
import { POST_OPTIONS } from '../../post-registry.ts'
import { comment } from '../comment.ts'
import { type Sayable, type Settings, sayables } from '../settings.ts'
import type { Fragment, Unsaid } from '../target.ts'
import type { Draft, Key } from './draft.ts'

export interface Trainer {
  readonly label: string
  /** Where the keys were read. */
  readonly preset: Preset
  readonly keys: (keys: readonly Key[]) => readonly string[]
}

export function compose(trainer: Trainer, settings: Settings, draft: Draft): Fragment {
  const all = sayables(settings)
  const spoken = new Set([...draft.keys.flatMap(({ says }) => says), ...draft.same])
  const explained = draft.unsaid.filter(({ name }) => !spoken.has(name) && acts(all, name))
  const open = all.filter(
    ({ name, isDefault }) =>
      !isDefault && !spoken.has(name) && !explained.some((one) => one.name === name),
  )
  const order = all.map(({ name }) => name)
  const unsaid = [...explained, ...open.map((one) => silent(trainer, one, explained))].sort(
    (one, other) => order.indexOf(one.name) - order.indexOf(other.name),
  )
  const said = all.map(({ name }) => name).filter((name) => spoken.has(name))
  const { label, preset } = trainer
  const keys = trainer.keys(draft.keys)
  const lines = [
    ...comment(
      `${label} for ${settings.slot.toUpperCase()} in Segue: ${settings.estimator.label}, ${settings.ratio.label}, ${settings.mode.label}.`,
    ),
    ...comment(
      `Keys as in ${preset.source.at} at ${preset.source.commit ?? 'no commit'}; what is not named keeps your value.`,
    ),
    ...(keys.length > 0 ? keys : comment('No key of it follows from these settings.')),
    ...section('Not said by these keys:', bullets(unsaid, all)),
    ...section(`What ${label} computes otherwise:`, draft.differs),
  ]
  return { text: `${lines.join('\n')}\n`, said, unsaid, differs: draft.differs }
}

const acts = (all: readonly Sayable[], name: string): boolean =>
  all.some((one) => one.name === name)

const POST = new Set(POST_OPTIONS.map(({ name }) => name))
const OWNERS = { ratio: 'ratio rule', aggregate: 'aggregation', estimator: 'estimator' } as const

const ownerOf = (name: string): keyof typeof OWNERS | undefined => {
  if (name.startsWith('ratio.')) return 'ratio'
  if (name.startsWith('aggregate.')) return 'aggregate'
  return POST.has(name) ? undefined : 'estimator'
}

/** An option of something that the trainer does not have needs no sentence of its own. */
function silent({ label }: Trainer, { name }: Sayable, explained: readonly Unsaid[]): Unsaid {
  const owner = ownerOf(name)
  const lost = owner !== undefined && explained.some((one) => one.name === owner)
  return {
    name,
    sentence: lost
      ? `${label} lacks the ${OWNERS[owner]} that this belongs to.`
      : `${label} has no key for it.`,
  }
}

/** Settings with one sentence in common share a bullet. */
function bullets(unsaid: readonly Unsaid[], all: readonly Sayable[]): readonly string[] {
  const bySentence = new Map<string, string[]>()
  for (const { name, sentence } of unsaid) {
    const value = all.find((one) => one.name === name)?.value
    const names = bySentence.get(sentence) ?? []
    bySentence.set(sentence, [...names, `${name} = ${value}`])
  }
  return [...bySentence].map(([sentence, names]) => `${names.join(', ')}: ${sentence}`)
}

function section(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return []
  return ['', ...comment(title), ...items.flatMap((item) => comment(item, '- '))]
}

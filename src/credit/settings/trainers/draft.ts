/** What a trainer's generator says about settings, before it becomes text. */
import type { OptionValue } from '../../options.ts'
import type { Settings } from '../settings.ts'
import type { Unsaid } from '../target.ts'

export interface Key {
  /** `algorithm.gamma` of a YAML tree, or a flag without its dashes. */
  readonly path: string
  /** undefined: a flag that takes no value; `flow` is YAML as it stands. */
  readonly value: OptionValue | boolean | null | undefined | { readonly flow: string }
  /** Names of the settings that it carries. */
  readonly says: readonly string[]
  /** Behind the key, a few words. */
  readonly note?: string
}

export interface Draft {
  readonly keys: readonly Key[]
  /** Settings that the trainer has without a key. */
  readonly same: readonly string[]
  readonly unsaid: readonly Unsaid[]
  /** Sentences: the same key, another number. */
  readonly differs: readonly string[]
}

export const draft = (part: Partial<Draft>): Draft => ({
  keys: [],
  same: [],
  unsaid: [],
  differs: [],
  ...part,
})

export const joined = (drafts: readonly Draft[]): Draft => ({
  keys: drafts.flatMap(({ keys }) => keys),
  same: drafts.flatMap(({ same }) => same),
  unsaid: drafts.flatMap(({ unsaid }) => unsaid),
  differs: drafts.flatMap(({ differs }) => differs),
})

export const key = (
  path: string,
  value: Key['value'],
  says: string | readonly string[],
  note?: string,
): Key => ({
  path,
  value,
  says: typeof says === 'string' ? [says] : says,
  ...(note === undefined ? {} : { note }),
})

/** `same` where the value is theirs, else unsaid with the sentence. */
export function fixed(
  settings: Settings,
  name: string,
  theirs: readonly OptionValue[],
  sentence: string,
): Draft {
  const value = settings.options[name]
  if (value === undefined) return draft({})
  return theirs.includes(value) ? draft({ same: [name] }) : draft({ unsaid: [{ name, sentence }] })
}

/** How often the outcome is written is not the trainer's: each of its samples carries a reward. */
export function rewardCopies({ options }: Settings, trainer: string, sample: string): Draft {
  if (options.reward === undefined) return draft({})
  const written = `${trainer} writes on every ${sample} the reward that your reward function gives it`
  return draft({
    same: ['reward'],
    differs: [
      options.reward === 'copied'
        ? `${written}: give each ${sample} of a rollout the outcome.`
        : `${written}: give the last ${sample} of a rollout the outcome and the others 0.`,
    ],
  })
}

/** One sentence for several settings. */
export const unsaid = (names: readonly string[], sentence: string): Draft =>
  draft({ unsaid: names.map((name) => ({ name, sentence })) })

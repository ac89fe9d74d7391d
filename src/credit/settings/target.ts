/** What the registry of copy targets holds: a pure function from settings to text. */
import type { Settings } from './settings.ts'

/** A setting that the text does not carry, and why. */
export interface Unsaid {
  /** Name of a `Sayable`. */
  readonly name: string
  /** One English sentence; it also stands in the text as a comment. */
  readonly sentence: string
}

export interface Fragment {
  /** Ends with a line break. */
  readonly text: string
  /** Names of the settings that the text carries. */
  readonly said: readonly string[]
  readonly unsaid: readonly Unsaid[]
  /** Where the trainer computes something else from the same key; also comments in the text. */
  readonly differs: readonly string[]
}

export interface Target {
  /** Public id, also the stem of the file that is offered. */
  readonly id: string
  readonly label: string
  /** File name that the text would have. */
  readonly file: string
  readonly write: (settings: Settings) => Fragment
}

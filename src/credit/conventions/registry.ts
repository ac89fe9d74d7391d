/** The trainers' conventions, in the order the page lists them. Adding one: one file, one line here and in `ids.ts`. */
import { areal } from './areal.ts'
import { ajing } from './compaction-ajing.ts'
import { compactionRl } from './compaction-rl.ts'
import { ukpkhkk } from './compaction-ukpkhkk.ts'
import { yeto } from './compaction-yeto.ts'
import { miles } from './miles.ts'
import { nemoRl } from './nemo-rl.ts'
import { openRlhf } from './openrlhf.ts'
import type { Preset } from './preset.ts'
import { primeRl } from './prime-rl.ts'
import { roll } from './roll.ts'
import { sao } from './sao.ts'
import { skyRl } from './skyrl.ts'
import { slime } from './slime.ts'
import { trl } from './trl.ts'
import { verlNew } from './verl-new.ts'
import { verlOld } from './verl-old.ts'

export const PRESETS: readonly Preset[] = [
  verlOld,
  verlNew,
  slime,
  miles,
  roll,
  openRlhf,
  skyRl,
  areal,
  nemoRl,
  trl,
  primeRl,
  compactionRl,
  ukpkhkk,
  ajing,
  yeto,
  sao,
]

export const presetOf = (id: string): Preset | undefined =>
  PRESETS.find((preset) => preset.id === id)

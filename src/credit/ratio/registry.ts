/** The ratio rules. Adding one: one file, one line here. */
import { chunkIs } from './chunk-is.ts'
import { cispo } from './cispo.ts'
import { dis } from './dis.ts'
import { gspo } from './gspo.ts'
import { icepop } from './icepop.ts'
import { noRatio } from './none.ts'
import { ppoClip } from './ppo.ts'
import type { RatioRule } from './rule.ts'
import { tis } from './tis.ts'

export const RATIO_RULES: readonly RatioRule[] = [
  ppoClip,
  dis,
  icepop,
  tis,
  cispo,
  gspo,
  chunkIs,
  noRatio,
]

export const ratioRuleOf = (id: string): RatioRule | undefined =>
  RATIO_RULES.find((rule) => rule.id === id)

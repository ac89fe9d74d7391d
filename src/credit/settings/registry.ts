/** What settings can be copied as, in the order of the dialog. Adding one: one file, one line here. */
import { numpy } from './numpy/numpy.ts'
import type { Target } from './target.ts'
import { roll } from './trainers/roll.ts'
import { slime } from './trainers/slime.ts'
import { verl } from './trainers/verl.ts'

export const TARGETS: readonly Target[] = [numpy, verl, slime, roll]

export const targetOf = (id: string): Target | undefined =>
  TARGETS.find((target) => target.id === id)

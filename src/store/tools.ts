/** What a person's actions may need: undo, the keys that step, exports, large files. It comes after the first picture. */
import type { createBeginning } from './beginning.ts'
import type { columnsTask } from './columns-task.ts'
import type { compareWithReference } from './comparing.ts'
import { type Late, late } from './late.ts'
import type { createLeaving } from './leaving.ts'
import type { openDecoded } from './open-link.ts'
import type { moveToken } from './steps.ts'
import type { createTravel } from './travel.ts'

export interface Tools {
  readonly columnsTask: typeof columnsTask
  readonly compareWithReference: typeof compareWithReference
  readonly createBeginning: typeof createBeginning
  readonly createLeaving: typeof createLeaving
  readonly createTravel: typeof createTravel
  readonly moveToken: typeof moveToken
  readonly openDecoded: typeof openDecoded
}

export type LateTools = Late<Tools>

export const lateTools = (): LateTools =>
  late(async () => {
    const [beginning, columns, comparing, leaving, opening, steps, travel] = await Promise.all([
      import('./beginning.ts'),
      import('./columns-task.ts'),
      import('./comparing.ts'),
      import('./leaving.ts'),
      import('./open-link.ts'),
      import('./steps.ts'),
      import('./travel.ts'),
    ])
    return { ...beginning, ...columns, ...comparing, ...leaving, ...opening, ...steps, ...travel }
  })

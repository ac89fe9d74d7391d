/** What a person's actions may need: undo, the keys that step, exports, large files. It comes after the first picture. */
import type { createBeginning } from './beginning.ts'
import type { createLeaving } from './leaving.ts'
import type { rangeShowing, stepToken } from './steps.ts'
import type { createTravel } from './travel.ts'

export interface Tools {
  readonly createBeginning: typeof createBeginning
  readonly createLeaving: typeof createLeaving
  readonly createTravel: typeof createTravel
  readonly rangeShowing: typeof rangeShowing
  readonly stepToken: typeof stepToken
}

export interface LateTools {
  /** Undefined until they were fetched. */
  readonly here: () => Tools | undefined
  /** Rejects where they cannot be loaded; another call is another try. */
  readonly fetch: () => Promise<Tools>
}

export function lateTools(): LateTools {
  let tools: Tools | undefined
  return {
    here: () => tools,
    fetch: async () => {
      const [beginning, leaving, steps, travel] = await Promise.all([
        import('./beginning.ts'),
        import('./leaving.ts'),
        import('./steps.ts'),
        import('./travel.ts'),
      ])
      tools ??= { ...beginning, ...leaving, ...steps, ...travel }
      return tools
    },
  }
}

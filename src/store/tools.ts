/** What a person's first action may need: undo, the keys that step, exports. It comes after the first picture. */
import type { createLeaving } from './leaving.ts'
import type { rangeShowing, stepToken } from './steps.ts'
import type { createTravel } from './travel.ts'

export interface Tools {
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
      const [leaving, steps, travel] = await Promise.all([
        import('./leaving.ts'),
        import('./steps.ts'),
        import('./travel.ts'),
      ])
      tools ??= { ...leaving, ...steps, ...travel }
      return tools
    },
  }
}

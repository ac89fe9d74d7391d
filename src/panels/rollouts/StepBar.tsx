/** Which training step is the batch; few traces hold several. */
import { LaterWith, late } from '../../ui/late.tsx'
import { useStore } from '../useStore.ts'

const steps = late(async () => (await import('./Steps.tsx')).Steps)

/** Loads it ahead. */
export const prepareSteps = steps.fetch

/** Nothing where the trace is of no training step. */
export function StepBar() {
  const whole = useStore((state) => state.data.whole)
  return whole?.steps ? <LaterWith part={steps} props={{ whole }} /> : undefined
}

/** Where a trace records no outcome it is asked for; most do. */
import { Later, late } from '../../ui/late.tsx'
import { useStore } from '../useStore.ts'

const question = late(async () => (await import('./OutcomeQuestion.tsx')).OutcomeQuestion)
const fields = late(async () => (await import('./OutcomeFields.tsx')).OutcomeFields)

/** Loads both ahead. */
export const prepareOutcomes = (): Promise<unknown> =>
  Promise.all([question.fetch(), fields.fetch()])

const useLacks = (): boolean => useStore(({ data }) => (data.summary?.withoutOutcome ?? 0) > 0)

/** Above the picture. */
export const OutcomeQuestion = () => (useLacks() ? <Later part={question} /> : undefined)

/** Among the controls. */
export const OutcomeFields = () => (useLacks() ? <Later part={fields} /> : undefined)

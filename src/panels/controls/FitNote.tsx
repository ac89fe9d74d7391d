/** What there is to say of values that the page fits. */
import { same } from '../../store/properties.ts'
import { whyUnfittable } from '../../trace/unfittable.ts'
import { LaterWith, late } from '../../ui/late.tsx'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { fitFaultWords } from './fitFaultText.ts'
import { words } from './text.ts'

const fitTerms = late(async () => (await import('./FitTerms.tsx')).FitTerms)

/** Loads it ahead. */
export const prepareFit = fitTerms.fetch

/** Why the open rollouts have nothing to fit; undefined: they have. */
export function useNoFit(): string | undefined {
  const t = useText(words)
  const why = useText(fitFaultWords)
  const fault = useStore(({ data: { table } }) =>
    table ? whyUnfittable(table.outcome, table.actionTokens) : undefined,
  )
  return fault && t('noFit', { why: why(fault) })
}

/** Of values that the page fitted. */
export function FitNote() {
  // A fit of other settings is not shown as that of these.
  const fit = useStore(({ data: { frame }, document }) =>
    frame && same(frame.request.settings.values, document.values) ? frame.fit : undefined,
  )
  // Why not stands beside the choice already.
  return fit?.ok ? <LaterWith part={fitTerms} props={{ fit: fit.value }} /> : undefined
}

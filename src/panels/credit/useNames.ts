import { useMemo } from 'react'
import type { CurveInput } from '../../plot/curve.ts'
import { percent } from '../../plot/format.ts'
import { useText } from '../../ui/text.tsx'
import type { Frame } from '../../worker/api.ts'
import { type CreditText, estimatorName, reachText, words } from './text.ts'

export interface SlotNames {
  readonly a: string
  readonly b: string
}
export interface SlotLabels {
  readonly a: readonly string[]
  readonly b: readonly string[]
}

/** The credit panel's dictionary, stable until the language changes. */
export function useCreditText(): CreditText {
  const t = useText(words)
  const language = t('title')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `language` stands for `t`
  return useMemo(() => t, [language])
}

export const namesOf = (frame: Frame, t: CreditText): SlotNames => ({
  a: estimatorName(frame.request.settings.a.estimator, t),
  b: estimatorName(frame.request.settings.b.estimator, t),
})

/** Words beside the curves, longest first: what the slot is and what it does to the reward. */
export function curveLabels(frame: Frame, t: CreditText): CurveInput['labels'] {
  const names = namesOf(frame, t)
  const label = (slot: 'a' | 'b', share: number): string[][] => {
    const name = `${slot.toUpperCase()} ${names[slot]}`
    return [[name, reachText(share, t)], [name], [slot.toUpperCase()]]
  }
  return { a: label('a', frame.reachA.share), b: label('b', frame.reachB.share) }
}

/** Words above the reach bars, longest first. */
export function reachHeadings(frame: Frame, t: CreditText): SlotLabels {
  const names = namesOf(frame, t)
  const heading = (slot: 'a' | 'b'): string[] => {
    const reach = slot === 'a' ? frame.reachA : frame.reachB
    const reaches = reachText(reach.share, t)
    const above = t('reachesAbove', { reaches, share: percent(reach.shareAbove1Percent) })
    return [`${names[slot]} · ${above}`, `${names[slot]} · ${reaches}`, names[slot]]
  }
  return { a: heading('a'), b: heading('b') }
}

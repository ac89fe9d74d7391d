import { useContext, useMemo } from 'react'
import type { CurveInput } from '../../plot/curve.ts'
import { formatShare } from '../../ui/format.ts'
import { LanguageContext, useText } from '../../ui/text.tsx'
import type { Frame, Slot } from '../../worker/api.ts'
import { specText } from '../controls/specText.ts'
import { type NameVariants, nameVariants, type SlotNames } from './slotNames.ts'
import { type CreditText, reachText, words } from './text.ts'

export interface SlotLabels {
  readonly a: readonly string[]
  readonly b: readonly string[]
}

export interface Names {
  readonly a: NameVariants
  readonly b: NameVariants
}

/** The credit panel's dictionary, stable until the language changes. */
export function useCreditText(): CreditText {
  const t = useText(words)
  const language = t('title')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `language` stands for `t`
  return useMemo(() => t, [language])
}

/** What A and B of these settings are called, longest variant first. */
export function useNames(a: Slot, b: Slot): Names {
  const language = useContext(LanguageContext)
  return useMemo(() => nameVariants({ a, b }, specText(language)), [a, b, language])
}

export const fullNames = ({ a, b }: Names): SlotNames => ({ a: a[0] ?? '', b: b[0] ?? '' })

/** Words beside the curves, longest first: what the slot is and what it does to the reward. */
export function curveLabels(frame: Frame, names: Names, t: CreditText): CurveInput['labels'] {
  const label = (slot: 'a' | 'b'): string[][] => {
    const letter = slot.toUpperCase()
    const reaches = reachText(frame, slot, t)
    const lines = names[slot].map((name) => (name === '' ? letter : `${letter} ${name}`))
    const whole = lines[0] ?? letter
    return [...(reaches === undefined ? [] : [[whole, reaches]]), ...lines.map((line) => [line])]
  }
  return { a: label('a'), b: label('b') }
}

/** Words above the reach bars, longest first. */
export function reachHeadings(frame: Frame, names: Names, t: CreditText): SlotLabels {
  const heading = (slot: 'a' | 'b'): string[] => {
    const reach = slot === 'a' ? frame.reachA : frame.reachB
    const reaches = reachText(frame, slot, t)
    if (reaches === undefined) return [...names[slot]]
    const { share, shareAbove1Percent } = reach
    const atAll =
      // Of none, or where the words name ∂Â/∂R themselves, a share adds nothing.
      share === shareAbove1Percent || reaches.includes('∂')
        ? reaches
        : t('reachesAtAll', { reaches, share: formatShare(share) })
    const [whole = ''] = names[slot]
    return [
      `${whole} · ${atAll}`,
      `${whole} · ${reaches}`,
      ...names[slot].map((name) => (name === '' ? reaches : name)),
    ]
  }
  return { a: heading('a'), b: heading('b') }
}

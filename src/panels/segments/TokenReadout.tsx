import { useEffect, useState } from 'react'
import { number, signed } from '../../plot/format.ts'
import { visibleToken } from '../../plot/segmentMarks.ts'
import { useText } from '../../ui/text.tsx'
import type { TokenView } from '../../worker/api.ts'
import { useStore } from '../useStore.ts'
import { words } from './readoutText.ts'
import type { SegmentsText } from './text.ts'

const KIND_WORD = {
  action: 'action',
  observation: 'observation',
  skeleton: 'skeleton',
  summary: 'summaryKind',
  prompt: 'prompt',
} as const

/** The place of a token, in words. */
function usePlace(t: SegmentsText) {
  const own = useText(words)
  return ({ segment, position, action, kind }: TokenView): string =>
    action === undefined
      ? own('token', { segment, position, kind: t(KIND_WORD[kind]) })
      : own('tokenAction', { segment, position, action })
}

/** Place and exact numbers of the token that the page has. */
export function TokenReadout({ t }: { readonly t: SegmentsText }) {
  const own = useText(words)
  const place = usePlace(t)
  const token = useStore((state) => state.data.token)
  const strip = useStore((state) => state.document.strip)
  if (!token) return null
  return (
    <p className="seg-readout">
      <span className="seg-readout-place">{place(token)}</span>
      {token.text !== undefined && (
        <span className="seg-token-text">{visibleToken(token.text)}</span>
      )}
      {token.action === undefined ? (
        <span>{own('noAdvantage')}</span>
      ) : (
        <>
          <span>
            {own('value')} {number(token.value)}
          </span>
          <span className="seg-a">A {signed(token.advantageA)}</span>
          <span className="seg-b">B {signed(token.advantageB)}</span>
          <span>B−A {signed(token.advantageB - token.advantageA)}</span>
          {strip === 'coefficient' && token.coefficient !== undefined && (
            <span>r·Â (B) {signed(token.coefficient)}</span>
          )}
        </>
      )}
    </p>
  )
}

/** Reads the pinned token out when it moves; hovering is silent. */
export function Announcer({ t }: { readonly t: SegmentsText }) {
  const place = usePlace(t)
  const token = useStore((state) => state.data.token)
  const pinned = useStore((state) => state.document.token)
  const hovered = useStore((state) => state.hovered)
  const [said, setSaid] = useState('')
  const isPinned =
    token?.segment === pinned?.segment && token?.position === pinned?.position && !hovered
  const words = token && isPinned ? `${place(token)}${textOf(token)}, ${numbersOf(token)}` : ''
  useEffect(() => {
    if (words !== '') setSaid(words)
  }, [words])
  return (
    <p className="hidden-visually" aria-live="polite">
      {said}
    </p>
  )
}

const textOf = ({ text }: TokenView): string =>
  text === undefined ? '' : `, ${visibleToken(text)}`

const numbersOf = ({ advantageA, advantageB }: TokenView): string =>
  `A ${signed(advantageA)}, B ${signed(advantageB)}`

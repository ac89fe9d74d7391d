import { useEffect, useState } from 'react'
import { number, signed } from '../../plot/format.ts'
import { visibleToken } from '../../plot/segmentMarks.ts'
import type { TokenView } from '../../worker/api.ts'
import { useStore } from '../useStore.ts'
import type { SegmentsText } from './text.ts'

const KIND_WORD = {
  action: 'action',
  observation: 'observation',
  skeleton: 'skeleton',
  summary: 'summaryKind',
} as const

export function tokenWords(token: TokenView, t: SegmentsText): string {
  return token.action === undefined
    ? t('token', {
        segment: token.segment,
        position: token.position,
        kind: t(KIND_WORD[token.kind]),
      })
    : t('tokenAction', {
        segment: token.segment,
        position: token.position,
        action: token.action,
      })
}

/** Place and exact numbers of the hovered, else the pinned token, on one line that never jumps. */
export function Readout({ t }: { readonly t: SegmentsText }) {
  const token = useStore((state) => state.data.token)
  const strip = useStore((state) => state.document.strip)
  const active = useStore((state) => state.hovered ?? state.document.token)
  if (!token || !active) {
    return (
      <p className="seg-readout seg-hint">
        <span className="seg-fine">{t('hint')}</span>
        <span className="seg-coarse">{t('hintTouch')}</span>
      </p>
    )
  }
  return (
    <p className="seg-readout">
      <span className="seg-readout-place">{tokenWords(token, t)}</span>
      {token.text !== undefined && (
        <span className="seg-token-text">{visibleToken(token.text)}</span>
      )}
      {token.action === undefined ? (
        <span>{t('noAdvantage')}</span>
      ) : (
        <>
          <span>
            {t('value')} {number(token.value)}
          </span>
          <span className="seg-a">A {signed(token.advantageA)}</span>
          <span className="seg-b">B {signed(token.advantageB)}</span>
          <span>B−A {signed(token.advantageB - token.advantageA)}</span>
          {strip === 'coefficient' && token.coefficient !== undefined && (
            <span>r·A (B) {signed(token.coefficient)}</span>
          )}
        </>
      )}
    </p>
  )
}

/** Reads the pinned token out when it moves; hovering is silent. */
export function Announcer({ t }: { readonly t: SegmentsText }) {
  const token = useStore((state) => state.data.token)
  const pinned = useStore((state) => state.document.token)
  const hovered = useStore((state) => state.hovered)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!token || !pinned || hovered) return
    if (token.segment !== pinned.segment || token.position !== pinned.position) return
    const text = token.text === undefined ? '' : `, ${visibleToken(token.text)}`
    setSaid(
      `${tokenWords(token, t)}${text}, A ${signed(token.advantageA)}, B ${signed(token.advantageB)}`,
    )
  }, [token, pinned, hovered, t])
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  )
}

import { usePart } from '../../ui/late.tsx'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'
import type { SegmentsText } from './text.ts'

const tokenReadout = soon((parts) => parts.TokenReadout)

/** Exact numbers of the hovered, else the pinned token; else how to get them: on one line that never jumps. */
export function Readout({ t }: { readonly t: SegmentsText }) {
  const isOfToken = useStore(
    ({ data, hovered, document }) => data.token && (hovered ?? document.token) !== undefined,
  )
  return isOfToken ? <TokenLine t={t} /> : <Hint t={t} />
}

function TokenLine({ t }: { readonly t: SegmentsText }) {
  const { Body } = usePart(tokenReadout)
  return Body ? <Body t={t} /> : <Hint t={t} />
}

function Hint({ t }: { readonly t: SegmentsText }) {
  return (
    <p className="seg-readout seg-hint">
      <span className="seg-fine">{t('hint')}</span>
      <span className="seg-coarse">{t('hintTouch')}</span>
    </p>
  )
}

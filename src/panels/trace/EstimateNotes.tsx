/** What is told from text or roles instead of recorded, and by which files where not all rollouts are alike. */
import { clipMiddle } from '../../trace/clip.ts'
import type { EstimatedPart } from '../../trace/estimates.ts'
import { formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { TraceSummary } from '../../worker/api.ts'
import { words } from './estimateText.ts'

interface OfTrace {
  readonly summary: TraceSummary
}

export function EstimateNotes({ summary }: OfTrace) {
  const t = useText(words)
  const { approximate, maskDerived, estimates, rolloutCount } = summary
  const said = ({ rollouts, files }: EstimatedPart) => {
    const [first, ...more] = files
    const n = more.length
    const file = clipMiddle(first)
    return {
      n: formatCount(rollouts),
      of: formatCount(rolloutCount),
      files: n === 0 ? file : t(n === 1 ? 'moreFile' : 'moreFiles', { file, n: formatCount(n) }),
    }
  }
  const isPart = (part: EstimatedPart | undefined): part is EstimatedPart =>
    part !== undefined && part.rollouts < rolloutCount
  const { tokens, mask } = estimates ?? {}
  return (
    <>
      {approximate && (
        <p className="trace-note">{isPart(tokens) ? t('tokensPart', said(tokens)) : t('tokens')}</p>
      )}
      {maskDerived && (
        <p className="trace-note">
          {isPart(mask)
            ? t(mask.files.length === 1 ? 'maskPart' : 'maskPartMany', said(mask))
            : t('mask')}
        </p>
      )}
    </>
  )
}

export function EstimateBadge({ summary: { estimates, rolloutCount } }: OfTrace) {
  const t = useText(words)
  const n = estimates?.tokens.rollouts ?? rolloutCount
  return (
    <span className="badge">
      {n < rolloutCount
        ? t('tokensShortPart', { n: formatCount(n), of: formatCount(rolloutCount) })
        : t('tokensShort')}
    </span>
  )
}

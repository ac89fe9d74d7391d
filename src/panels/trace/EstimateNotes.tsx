/** What is told from text or roles instead of recorded, and by which files where not all rollouts are alike. */
import { clipMiddle } from '../../trace/clip.ts'
import { formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { RolloutTable, TraceSummary } from '../../worker/api.ts'
import { countOf } from '../../worker/holdings.ts'
import { useStore } from '../useStore.ts'
import { words } from './estimateText.ts'

export interface Told {
  /** Rollouts of the batch. */
  readonly of: number
  /** Those with estimated tokens, and those whose mask was derived. */
  readonly tokens: number
  readonly mask: number
}

export function toldIn({ approximate }: TraceSummary, table: RolloutTable): Told {
  const of = table.id.length
  const estimated = table.estimated?.reduce((n, flag) => n + flag, 0) ?? of
  return { of, tokens: approximate ? estimated : 0, mask: of - countOf(table, 'mask') }
}

export function EstimateNotes() {
  const t = useText(words)
  const summary = useStore(({ data }) => data.summary)
  const table = useStore(({ data }) => data.table)
  if (!summary || !table) return undefined
  const { of, tokens, mask } = toldIn(summary, table)
  const { estimates } = summary
  const said = (rollouts: number, [first, ...more]: readonly string[]) => {
    const n = more.length
    const file = clipMiddle(first)
    return {
      n: formatCount(rollouts),
      of: formatCount(of),
      files: n === 0 ? file : t(n === 1 ? 'moreFile' : 'moreFiles', { file, n: formatCount(n) }),
    }
  }
  return (
    <>
      {tokens > 0 && (
        <p className="trace-note">
          {estimates && tokens < of
            ? t('tokensPart', said(tokens, estimates.tokens.files))
            : t('tokens')}
        </p>
      )}
      {mask > 0 && (
        <p className="trace-note">
          {estimates && mask < of
            ? t(
                estimates.mask.files.length === 1 ? 'maskPart' : 'maskPartMany',
                said(mask, estimates.mask.files),
              )
            : t('mask')}
        </p>
      )}
    </>
  )
}

export function EstimateBadge() {
  const t = useText(words)
  const summary = useStore(({ data }) => data.summary)
  const table = useStore(({ data }) => data.table)
  if (!summary || !table) return undefined
  const { tokens, of } = toldIn(summary, table)
  return (
    <span className="badge">
      {tokens < of
        ? t('tokensShortPart', { n: formatCount(tokens), of: formatCount(of) })
        : t('tokensShort')}
    </span>
  )
}

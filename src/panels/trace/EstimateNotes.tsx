/** What is told from text or roles instead of recorded, and by which files where not all rollouts are alike. */
import { Fragment } from 'react'
import { clipMiddle } from '../../trace/clip.ts'
import type { MaskSource } from '../../trace/estimates.ts'
import { formatCount } from '../../ui/format.ts'
import { Gap, useText } from '../../ui/text.tsx'
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

const MASK_SOURCES: readonly MaskSource[] = ['roles', 'marks', 'response', 'file']

/** What masks were told from, each with its files. */
export const maskSources = ({ files }: Pick<TraceSummary, 'files'>) =>
  MASK_SOURCES.flatMap((from) => {
    const own = files.flatMap(({ name, mask }) => (mask?.includes(from) ? [name] : []))
    return own.length > 0 ? [{ from, files: own }] : []
  })

export function EstimateNotes() {
  const t = useText(words)
  const summary = useStore(({ data }) => data.summary)
  const table = useStore(({ data }) => data.table)
  if (!summary || !table) return undefined
  const { of, tokens, mask } = toldIn(summary, table)
  const { estimates } = summary
  const named = ([first, ...more]: readonly string[]) => {
    const n = more.length
    const file = clipMiddle(first)
    return n === 0 ? file : t(n === 1 ? 'moreFile' : 'moreFiles', { file, n: formatCount(n) })
  }
  const counted = (rollouts: number) => ({ n: formatCount(rollouts), of: formatCount(of) })
  const sources = maskSources(summary)
  return (
    <>
      {tokens > 0 && (
        <p className="trace-note">
          {estimates && tokens < of
            ? t('tokensPart', { ...counted(tokens), files: named(estimates.tokens.files) })
            : t('tokens')}
        </p>
      )}
      {mask > 0 && (
        <p className="trace-note">
          {mask === of && sources.length === 1 ? (
            t('mask', { how: t(sources[0].from) })
          ) : (
            <>
              {mask < of && t('maskPart', counted(mask))}
              {sources.map(({ from, files }) => (
                <Fragment key={from}>
                  <Gap />
                  {t('maskOf', { files: named(files), how: t(from) })}
                </Fragment>
              ))}
            </>
          )}
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

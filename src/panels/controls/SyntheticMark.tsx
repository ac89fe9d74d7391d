import { formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { countOf, withPositions } from '../../worker/holdings.ts'
import { useStore } from '../useStore.ts'
import { words } from './syntheticText.ts'

interface MarkProps {
  /** `one`: a value that is there; `none`: one that is not. */
  readonly of: 'all' | 'none' | 'one'
}

/** Rollouts of the batch that have tokens, and those of them that lack values in the file, or in a part of it. */
export function useWithoutValues(): { readonly n: number; readonly of: number } {
  const table = useStore(({ data }) => data.table)
  const of = table ? withPositions(table) : 0
  return { n: table ? of - countOf(table, 'values') : 0, of }
}

/** Says of values that they are not the file's, and of which. */
export function SyntheticMark({ of: shown }: MarkProps) {
  const t = useText(words)
  const kind = useStore(({ document }) => document.values.kind)
  const { n, of } = useWithoutValues()
  if (kind !== 'file') {
    const name = kind === 'fitted' ? kind : 'synthetic'
    return (
      <span className="badge" title={t(`${name}Title`)}>
        {t(name)}
      </span>
    )
  }
  if (shown === 'one' || n === 0) return undefined
  const values = { n: formatCount(n), of: formatCount(of) }
  return (
    <span className="badge" title={t(shown === 'none' ? 'noneTitle' : 'partTitle', values)}>
      {t(shown === 'none' ? 'none' : 'part', values)}
    </span>
  )
}

/** Under the choice of values, where they are the file's. */
export function SomeWithout() {
  const t = useText(words)
  const { n, of } = useWithoutValues()
  if (n === 0) return undefined
  return (
    <p className="slot-summary">{t('partTitle', { n: formatCount(n), of: formatCount(of) })}</p>
  )
}

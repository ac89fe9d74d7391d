/** Every rollout of the trace: search, sort, pick one. */
import { useDeferredValue, useMemo, useState } from 'react'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Section } from '../../ui/Section.tsx'
import { Gap, useText } from '../../ui/text.tsx'
import type { RolloutTable } from '../../worker/api.ts'
import { useStore } from '../useStore.ts'
import { FILE_ORDER, listRows, type Sort, searchIndex } from './order.ts'
import { RolloutList } from './RolloutList.tsx'
import { SortBar } from './SortBar.tsx'
import { StepBar } from './StepBar.tsx'
import { words } from './text.ts'
import './rollouts.css'

/** The `/` key looks for this. */
export const SEARCH_ID = 'rollout-search'

interface RolloutsPanelProps {
  readonly startsOpen: boolean
}

export function RolloutsPanel({ startsOpen }: RolloutsPanelProps) {
  const t = useText(words)
  const table = useStore((state) => state.data.table)
  if (!table) {
    return (
      <Section title={t('title')} className="rollouts" startsOpen={startsOpen}>
        <p className="rollouts-none">{t('empty')}</p>
      </Section>
    )
  }
  return <TablePanel table={table} startsOpen={startsOpen} />
}

interface TablePanelProps extends RolloutsPanelProps {
  readonly table: RolloutTable
}

function TablePanel({ table, startsOpen }: TablePanelProps) {
  const t = useText(words)
  const approximate = useStore((state) => state.data.summary?.approximate ?? false)
  const [typed, setTyped] = useState('')
  const [sort, setSort] = useState<Sort>(FILE_ORDER)
  const query = useDeferredValue(typed)
  const index = useMemo(() => searchIndex(table), [table])
  const rows = useMemo(() => listRows(table, index, query, sort), [table, index, query, sort])

  /** Seven digits and their signs need more room. */
  const isWide = useMemo(() => table.positions.some((n) => n >= 1e6), [table])

  const total = table.id.length
  const shown = rows.rollouts.length
  const counts = {
    shown: formatCount(shown),
    total: formatCount(total),
    groups: formatCount(table.groupIds.length),
  }
  const groups = table.groupIds.length
  const count =
    shown < total
      ? t('count', counts)
      : t(groups === total ? 'countFlat' : groups === 1 ? 'countOneGroup' : 'countAll', counts)
  return (
    <Section
      title={t('title')}
      className={`rollouts ${isWide ? 'is-wide' : ''}`}
      startsOpen={startsOpen}
      aside={<output className="rollouts-count">{count}</output>}
    >
      <StepBar />
      <div className="rollouts-search">
        <Icon name="search" size={13} />
        <input
          id={SEARCH_ID}
          type="search"
          className="text-box"
          aria-label={t('search')}
          placeholder={t('searchHint')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyped('')
            if (event.key === 'ArrowDown' || event.key === 'Enter') {
              event.preventDefault()
              const list = event.currentTarget.closest('.rollouts')?.querySelector('[role=listbox]')
              if (list instanceof HTMLElement) list.focus()
            }
          }}
        />
      </div>
      <SortBar sort={sort} onSort={setSort} />
      {shown === 0 ? (
        <p className="rollouts-none">
          {t('none', { query })}
          <Gap />
          <button type="button" className="link-button" onClick={() => setTyped('')}>
            {t('clear')}
          </button>
        </p>
      ) : (
        <RolloutList table={table} rows={rows} approximate={approximate} />
      )}
    </Section>
  )
}

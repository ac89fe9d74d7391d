/** Column heads that sort; a second press turns the direction round. */
import { Icon } from '../../ui/Icon.tsx'
import { useText } from '../../ui/text.tsx'
import type { Sort, SortKey } from './order.ts'
import { words } from './text.ts'

const HEADS = [
  { key: 'file', label: 'id', name: 'sortFile' },
  { key: 'outcome', label: 'outcome', name: 'sortOutcome' },
  { key: 'segments', label: 'segments', name: 'sortSegments' },
  { key: 'positions', label: 'positions', name: 'sortPositions' },
  { key: 'share', label: 'share', name: 'sortShare' },
] as const

/** Ids read best from the top, numbers from the largest. */
const firstDirection = (key: SortKey): boolean => key === 'file'

interface SortBarProps {
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

export function SortBar({ sort, onSort }: SortBarProps) {
  const t = useText(words)
  return (
    <div className="rollout-row rollout-heads">
      {HEADS.map(({ key, label, name }) => {
        const on = sort.key === key
        const title = on ? `${t(name)}, ${t(sort.ascending ? 'ascending' : 'descending')}` : t(name)
        return (
          <button
            key={key}
            type="button"
            className={`rollout-head ${on ? 'is-on' : ''}`}
            aria-pressed={on}
            title={title}
            onClick={() => onSort({ key, ascending: on ? !sort.ascending : firstDirection(key) })}
          >
            {t(label)}
            <span className="hidden-visually">: {title}</span>
            {on && <Icon name={sort.ascending ? 'up' : 'falling'} size={10} />}
          </button>
        )
      })}
      <span title={t('endedTitle')}>{t('ended')}</span>
    </div>
  )
}

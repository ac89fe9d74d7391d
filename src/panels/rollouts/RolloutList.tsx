/** The virtual list: only rows on the screen exist, so 100 000 rollouts scroll like ten. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import { formatCount, formatPlain, formatShare } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { RolloutTable } from '../../worker/api.ts'
import { useActions, useStore } from '../useStore.ts'
import { endedKey, endedShortKey } from './ended.ts'
import { actionShare, moveSelection, placeOfRow, type Rows } from './order.ts'
import { words } from './text.ts'

/** Pixels; `--row` of theme.css. */
const ROW_HEIGHT = 28

interface ListProps {
  readonly table: RolloutTable
  readonly rows: Rows
  readonly approximate: boolean
}

export function RolloutList({ table, rows, approximate }: ListProps) {
  const t = useText(words)
  const { edit } = useActions()
  const chosen = useStore((state) => state.document.rollout)
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const virtual = useVirtualizer({
    count: rows.codes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  })

  const selected = useMemo(
    () => (chosen === undefined ? 0 : table.id.indexOf(chosen)),
    [table, chosen],
  )
  const at = useMemo(() => rows.rollouts.indexOf(selected), [rows, selected])
  const activeRow = at < 0 ? -1 : rows.rowOf[at]
  const items = virtual.getVirtualItems()
  const activeIsThere = items.some((item) => item.index === activeRow)

  useEffect(() => {
    if (activeRow >= 0) virtual.scrollToIndex(activeRow)
    // the virtualizer object is new on every scroll; only a new selection may scroll
  }, [activeRow, virtual.scrollToIndex])

  // A range and a pinned token belong to the rollout they were made in.
  const choose = (rollout: number): void =>
    edit({ rollout: table.id[rollout], range: undefined, token: undefined }, 'rollout')

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1)
    const to = moveSelection(event.key, at, rows.rollouts.length, page)
    if (to === undefined) return
    event.preventDefault()
    choose(rows.rollouts[to])
  }

  const outcomeText = (rollout: number): string =>
    Number.isNaN(table.outcome[rollout]) ? t('unknown') : formatPlain(table.outcome[rollout])

  return (
    <div
      ref={scroller}
      className="rollout-list"
      role="listbox"
      aria-label={t('list')}
      tabIndex={0}
      aria-activedescendant={activeIsThere ? `${id}${activeRow}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map((item) => {
          const code = rows.codes[item.index]
          const place = { transform: `translateY(${item.start}px)`, height: item.size }
          if (code < 0) {
            const group = table.groupIds[-1 - code]
            return (
              <div key={item.key} role="presentation" className="rollout-group" style={place}>
                <span title={group}>{group}</span>
              </div>
            )
          }
          const share = actionShare(table, code)
          const values = {
            id: table.id[code],
            outcome: outcomeText(code),
            segments: table.segments[code],
            positions: formatCount(table.positions[code], approximate),
            share: formatShare(share),
            ended: t(endedKey(table.ended[code])),
            group: table.groupIds[table.groupOf[code]],
          }
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the keys (aria-activedescendant)
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={item.key}
              id={`${id}${item.index}`}
              role="option"
              aria-selected={code === selected}
              aria-label={t('row', values)}
              aria-setsize={rows.rollouts.length}
              aria-posinset={placeOfRow(rows, item.index) + 1}
              className="rollout-row rollout"
              style={place}
              onClick={() => choose(code)}
            >
              <span className="rollout-id mono" title={values.id}>
                {values.id}
              </span>
              <Outcome value={table.outcome[code]} />
              <span className="number">{values.segments}</span>
              <span className="number quiet">{values.positions}</span>
              <span className="share-bar" title={values.share}>
                <i style={{ '--share': `${100 * share}%` }} />
              </span>
              <span className="rollout-end" title={values.ended}>
                {t(endedShortKey(table.ended[code]))}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Outcome({ value }: { readonly value: number }) {
  if (Number.isNaN(value)) return <span className="number outcome quiet">–</span>
  const sign = value > 0 ? 'is-positive' : 'is-other'
  return <span className={`number outcome ${sign}`}>{formatPlain(value)}</span>
}

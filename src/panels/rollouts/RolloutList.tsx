/** The virtual list: only rows on the screen exist, so 100 000 rollouts scroll like ten. */
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import { clipMiddle } from '../../trace/clip.ts'
import { formatBrief, formatCount, formatExact, formatShare } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { useVisibleRows } from '../../ui/useVisibleRows.ts'
import type { RolloutTable } from '../../worker/api.ts'
import { useName } from '../shownName.ts'
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
  const name = useName()
  const { first, end, scrollToRow } = useVisibleRows(scroller, rows.codes.length, ROW_HEIGHT)

  const selected = useMemo(
    () => (chosen === undefined ? 0 : table.id.indexOf(chosen)),
    [table, chosen],
  )
  const at = useMemo(() => rows.rollouts.indexOf(selected), [rows, selected])
  const activeRow = at < 0 ? -1 : rows.rowOf[at]
  const activeIsThere = activeRow >= first && activeRow < end

  /** Whether the selection is to be kept in sight; a person who scrolls looks for something else. */
  const following = useRef(true)
  useEffect(() => {
    following.current = true
    if (activeRow >= 0) scrollToRow(activeRow)
  }, [activeRow, scrollToRow])
  // The list has its height only once the panel below it knows its own, or the section is unfolded.
  useEffect(() => {
    const list = scroller.current
    if (!list || activeRow < 0) return
    const observer = new ResizeObserver(() => {
      if (following.current) scrollToRow(activeRow)
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [activeRow, scrollToRow])
  const stopFollowing = (): void => {
    following.current = false
  }

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

  return (
    <div
      ref={scroller}
      className="rollout-list"
      role="listbox"
      aria-label={t('list')}
      tabIndex={0}
      aria-activedescendant={activeIsThere ? `${id}${activeRow}` : undefined}
      onKeyDown={onKeyDown}
      onWheel={stopFollowing}
      onPointerDown={stopFollowing}
    >
      <div
        role="presentation"
        style={{ height: rows.codes.length * ROW_HEIGHT, position: 'relative' }}
      >
        {Array.from({ length: end - first }, (_, k) => {
          const row = first + k
          const code = rows.codes[row]
          const place = { transform: `translateY(${row * ROW_HEIGHT}px)`, height: ROW_HEIGHT }
          if (code < 0) {
            const group = name(table.groupIds[-1 - code], LONGEST_ID)
            return (
              <div key={row} role="presentation" className="rollout-group" style={place}>
                <span title={group}>
                  <bdi>{group}</bdi>
                </span>
              </div>
            )
          }
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the keys (aria-activedescendant)
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={row}
              id={`${id}${row}`}
              role="option"
              aria-selected={code === selected}
              aria-setsize={rows.rollouts.length}
              aria-posinset={placeOfRow(rows, row) + 1}
              className="rollout-row rollout"
              style={place}
              onClick={() => choose(code)}
            >
              <RolloutCells table={table} rollout={code} approximate={approximate} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

interface RolloutCellsProps {
  readonly table: RolloutTable
  readonly rollout: number
  readonly approximate: boolean
}

/** Ids come from files and may be megabytes long; this much still tells two apart. */
const LONGEST_ID = 200

/** The words between the columns are for screen readers, so that a row reads as one sentence. */
function RolloutCells({ table, rollout, approximate }: RolloutCellsProps) {
  const t = useText(words)
  const name = useName()
  const id = clipMiddle(table.id[rollout], LONGEST_ID)
  const share = actionShare(table, rollout)
  const shareText = formatShare(share)
  const ended = t(endedKey(table.ended[rollout]))
  const group = name(table.groupIds[table.groupOf[rollout]], LONGEST_ID)
  return (
    <>
      <span className="rollout-id mono" title={name(table.id[rollout], LONGEST_ID)}>
        <bdi dir="ltr">{id.replace(/ \(step (.*)\)$/, ' ($1)')}</bdi>
      </span>
      <Outcome value={table.outcome[rollout]} label={t('rowOutcome')} />
      <span className="number">
        <Spoken text={t('rowSegments')} />
        {formatCount(table.segments[rollout])}
      </span>
      <span className="number quiet">
        <Spoken text={t('rowPositions')} />
        {formatCount(table.positions[rollout], approximate && table.estimated?.[rollout] !== 0)}
      </span>
      <span className="share-bar" title={shareText}>
        <Spoken text={t('rowShare', { share: shareText })} />
        <i style={{ '--share': `${100 * share}%` }} />
      </span>
      <span className="rollout-end" title={ended}>
        <Spoken text={t('rowEnded')} />
        {t(endedShortKey(table.ended[rollout]))}
        <Spoken text={t('rowRest', { ended, group })} />
      </span>
    </>
  )
}

const Spoken = ({ text }: { readonly text: string }) => (
  <span className="hidden-visually">{text} </span>
)

function Outcome({ value, label }: { readonly value: number; readonly label: string }) {
  const unknown = Number.isNaN(value)
  const tone = unknown ? 'quiet' : value > 0 ? 'is-positive' : 'is-other'
  return (
    <span className={`number outcome ${tone}`} title={unknown ? undefined : formatExact(value)}>
      <Spoken text={label} />
      {formatBrief(value)}
    </span>
  )
}

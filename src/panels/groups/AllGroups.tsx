/** All groups at a glance, a page at a time. */
import { Choice } from '../../ui/Choice.tsx'
import { Explain } from '../../ui/Explain.tsx'
import { formatCount, formatNumber, formatPlain, formatShare } from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Gap, useText } from '../../ui/text.tsx'
import type { CreditSettings } from '../../worker/api.ts'
import {
  GROUP_ORDERS,
  type GroupFilter,
  type GroupList,
  type GroupOrder,
  type GroupRow,
} from '../../worker/groups-view.ts'
import { useName } from '../shownName.ts'
import { useStore } from '../useStore.ts'
import type { PartProps } from './part.ts'
import { words } from './text.ts'
import { useChooseRollout } from './useChooseRollout.ts'

/** As many dots as the worker sends at most. */
const DOTS = 16
const KINDS = ['right', 'wrong', 'single', 'unknown'] as const

export function AllGroups({ view, settings, question, ask }: PartProps) {
  const t = useText(words)
  const { list, detail } = view
  const isOrder = (value: string): value is GroupOrder => GROUP_ORDERS.some((one) => one === value)
  return (
    <>
      <Explain label={t('all')} as="h3">
        {t('allHelp')}
      </Explain>
      <Quiet list={list} />
      <Filters list={list} settings={settings} />
      <Choice
        label={t('order')}
        value={question.order}
        items={GROUP_ORDERS.map((value) => ({ value, label: t(`order_${value}`) }))}
        onChange={(order) => isOrder(order) && ask({ order, page: undefined })}
      />
      <ScrollRegion name={t('all')}>
        <table className="numbers groups-list" aria-label={t('all')}>
          <thead>
            <tr>
              <th scope="col">{t('group')}</th>
              <th scope="col" title={t('sizeHelp')}>
                {t('size')}
              </th>
              <th scope="col">{t('mean')}</th>
              <th scope="col">{t('std')}</th>
              <th scope="col" title={t('rightHelp')}>
                {t('right')}
              </th>
            </tr>
          </thead>
          {list.rows.map((row) => (
            <Row
              key={row.group}
              row={row}
              highest={list.range[1]}
              isOwn={row.group === detail.group}
              settings={settings}
            />
          ))}
        </table>
      </ScrollRegion>
      {list.rows.some((row) => row.rollouts > DOTS) && (
        <p className="groups-note">{t('quantiles', { n: DOTS })}</p>
      )}
      <Pages list={list} onTurn={(page) => ask({ page })} />
    </>
  )
}

function Quiet({ list }: { readonly list: GroupList }) {
  const t = useText(words)
  const n = list.groups - list.signals.signal
  const all = formatCount(list.groups)
  const kinds = KINDS.filter((kind) => list.signals[kind] > 0).map((kind) =>
    t(`kind_${kind}`, { n: formatCount(list.signals[kind]) }),
  )
  return (
    <p className="groups-said">
      {n === 0
        ? t('loud', { all })
        : t('quiet', { n: formatCount(n), all, kinds: kinds.join(t('comma')) })}
    </p>
  )
}

/** Slots that use a filter, as `A`, `B` or `A, B`. */
const slotsWith = (settings: CreditSettings, filter: GroupFilter): string =>
  (['a', 'b'] as const)
    .filter((slot) => settings[slot].options.groupFilter === filter)
    .map((slot) => slot.toUpperCase())
    .join(', ')

function Filters({ list, settings }: Pick<PartProps, 'settings'> & { readonly list: GroupList }) {
  const t = useText(words)
  const used = (['dynamic-sampling', 'tb'] as const).filter((one) => slotsWith(settings, one))
  return (
    <p className="groups-note">
      {t('filters', {
        sampling: formatCount(list.dropped['dynamic-sampling']),
        tb: formatCount(list.dropped.tb),
      })}
      <Gap />
      {used
        .map((one) => t('inForce', { slot: slotsWith(settings, one), filter: t(`filter_${one}`) }))
        .join(' ')}
    </p>
  )
}

interface RowProps {
  readonly row: GroupRow
  readonly highest: number
  readonly isOwn: boolean
  readonly settings: CreditSettings
}

function Row({ row, highest, isOwn, settings }: RowProps) {
  const t = useText(words)
  const choose = useChooseRollout()
  const ids = useStore((state) => state.data.table?.groupIds)
  const id = useName()(ids?.[row.group] ?? String(row.group))
  const size =
    row.counted === row.rollouts
      ? formatCount(row.rollouts)
      : `${formatCount(row.counted)}/${formatCount(row.rollouts)}`
  return (
    <tbody className={isOwn ? 'is-chosen' : ''}>
      <tr>
        <th scope="row">
          <button
            type="button"
            className="groups-name"
            title={id}
            aria-pressed={isOwn}
            onClick={() => choose(row.firstRollout)}
          >
            <bdi>{id}</bdi>
          </button>
        </th>
        <td>{size}</td>
        <td>{formatNumber(row.mean)}</td>
        <td>{formatNumber(row.std)}</td>
        <td>{formatShare(row.right / row.counted)}</td>
      </tr>
      <tr className="groups-second">
        <td colSpan={5}>
          <Dots dots={row.dots} highest={highest} />
          {row.signal !== 'signal' && (
            <span className="badge plain">{t(`signal_${row.signal}`)}</span>
          )}
          {row.dropped.map((filter) => {
            const slots = slotsWith(settings, filter)
            return (
              <span
                key={filter}
                className={`badge ${slots ? '' : 'plain'}`}
                title={slots ? t('doesDrop', { slots }) : t('wouldDrop')}
              >
                {t('drops', { filter: t(`filter_${filter}`) })}
              </span>
            )
          })}
        </td>
      </tr>
    </tbody>
  )
}

const STEP = 9

function Dots({ dots, highest }: { readonly dots: readonly number[]; readonly highest: number }) {
  const t = useText(words)
  return (
    <svg
      className="groups-dots"
      width={dots.length * STEP}
      height={STEP}
      role="img"
      aria-label={t('outcomes', { list: dots.map(formatPlain).join(', ') })}
    >
      {dots.map((outcome, i) => {
        const x = (i + 0.5) * STEP
        if (Number.isNaN(outcome)) {
          // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity beyond their place
          return <rect key={i} className="dot-unknown" x={x - 3} y={4} width={6} height={1.5} />
        }
        const isRight = outcome > 0
        const opacity = isRight ? 0.3 + (0.7 * outcome) / highest : undefined
        const kind = isRight ? 'dot-right' : 'dot-wrong'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <circle key={i} className={kind} cx={x} cy={STEP / 2} r={3.2} fillOpacity={opacity}>
            <title>{formatPlain(outcome)}</title>
          </circle>
        )
      })}
    </svg>
  )
}

function Pages({
  list,
  onTurn,
}: {
  readonly list: GroupList
  readonly onTurn: (page: number) => void
}) {
  const t = useText(words)
  const { page, pages, rows, groups } = list
  if (pages === 1) return null
  // All pages but the last are full.
  const from = page < pages - 1 ? page * rows.length : groups - rows.length
  return (
    <nav className="groups-pages" aria-label={t('pages')}>
      <button
        type="button"
        className="button small"
        disabled={page === 0}
        onClick={() => onTurn(page - 1)}
      >
        {t('previous')}
      </button>
      <span>
        {t('shown', {
          from: formatCount(from + 1),
          to: formatCount(from + rows.length),
          all: formatCount(groups),
        })}
      </span>
      <button
        type="button"
        className="button small"
        disabled={page === pages - 1}
        onClick={() => onTurn(page + 1)}
      >
        {t('next')}
      </button>
    </nav>
  )
}

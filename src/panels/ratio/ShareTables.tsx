/** Shares of dropped and re-weighted tokens, by segment, turn, sign of the advantage and version lag. */
import { formatCount, formatShare } from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useText } from '../../ui/text.tsx'
import type { Frame } from '../../worker/api.ts'
import type { RuleTallies, RuleView } from '../../worker/loss-view.ts'
import { MAX_ROWS, Shortened } from '../boundaries/Shortened.tsx'
import { useIsOldTotal } from '../useIsOldTotal.ts'
import { useTokenCounts } from '../useTokenCounts.ts'
import {
  type BatchTable,
  batchTable,
  type Column,
  columnsOf,
  type ShareRow,
  shareOf,
  shareTable,
} from './rules.ts'
import { useRuleText } from './ruleText.ts'
import { words } from './text.ts'

interface ShareTablesProps {
  readonly frame: Frame
  readonly views: readonly RuleView[]
  /** Undefined: the batch is still being counted. */
  readonly tallies: readonly RuleTallies[] | undefined
}

export function ShareTables({ frame, views, tallies }: ShareTablesProps) {
  const t = useText(words)
  const table = shareTable(views)
  const { inRollout } = useTokenCounts()
  const columns = columnsOf(views, tallies)
  const row = (one: ShareRow, name: string) => (
    <Row key={one.key} name={name} row={one} columns={columns} count={inRollout} />
  )
  const { segments } = frame.detail
  const [{ turnCount }] = views
  return (
    <>
      <ScrollRegion name={t('ofRollout')}>
        <table className="numbers" aria-label={t('ofRollout')}>
          <Head title={t('rollout')} views={views} columns={columns} />
          <tbody>
            {table.segments.length > 1 &&
              table.segments
                .slice(0, MAX_ROWS)
                .map((one, at) => row(one, t('segment', { n: segments[at].segmentIndex })))}
          </tbody>
          <tfoot>{row(table.rollout, t('all'))}</tfoot>
        </table>
        {segments.length > MAX_ROWS && <Shortened shown={MAX_ROWS} of={segments.length} />}
      </ScrollRegion>
      <details>
        <summary>{t('byTurn')}</summary>
        <ScrollRegion name={t('ofTurns')}>
          <table className="numbers" aria-label={t('ofTurns')}>
            <Head title={t('turn')} views={views} columns={columns} />
            <tbody>
              {table.turns.map((one) =>
                row(
                  one,
                  t('turnName', {
                    turn: Number(one.key) + 1,
                    segment: segments[one.segment].segmentIndex,
                  }),
                ),
              )}
            </tbody>
          </table>
        </ScrollRegion>
        {turnCount > table.turns.length && (
          <p className="ratio-explain">
            {t('shownTurns', { n: formatCount(table.turns.length), all: formatCount(turnCount) })}
          </p>
        )}
      </details>
      <BatchShares views={views} tallies={tallies} columns={columns} />
    </>
  )
}

interface BatchSharesProps extends Omit<ShareTablesProps, 'frame'> {
  readonly columns: readonly Column[]
}

/** While a slider moves it comes after the picture. */
function BatchShares({ views, tallies, columns }: BatchSharesProps) {
  const t = useText(words)
  const { inBatch } = useTokenCounts()
  const isOld = useIsOldTotal('tallies')
  const table = tallies ? batchTable(tallies) : COMING
  const row = (one: ShareRow, name: string) => (
    <Row key={one.key} name={name} row={one} columns={columns} count={inBatch} />
  )
  const without = Math.max(0, ...(tallies ?? []).map((one) => one.without))
  return (
    <div className={isOld ? 'ratio-old' : ''} aria-busy={isOld}>
      <ScrollRegion name={t('ofBatch')}>
        <table className="numbers" aria-label={t('ofBatch')}>
          <Head title={t('batch')} views={views} columns={columns} />
          <tbody>{table.signs.map((one) => row(one, t(SIGN[one.key] ?? 'zero')))}</tbody>
          {table.lags.length > 0 && (
            <tbody>{table.lags.map((one) => row(one, t('lag', { n: one.key })))}</tbody>
          )}
          <tfoot>{row(table.batch, t('all'))}</tfoot>
        </table>
      </ScrollRegion>
      {without > 0 && <p className="ratio-explain">{t('without', { n: formatCount(without) })}</p>}
    </div>
  )
}

const coming = (key: string): ShareRow => ({ key, tallies: [] })
/** Rows that most batches have, so that little moves when their numbers come. */
const COMING: BatchTable = {
  batch: coming('batch'),
  signs: [coming('positive'), coming('negative')],
  lags: [],
}

const SIGN: Readonly<Record<string, 'positive' | 'zero' | 'negative'>> = {
  positive: 'positive',
  zero: 'zero',
  negative: 'negative',
}

interface HeadProps {
  readonly title: string
  readonly views: readonly RuleView[]
  readonly columns: readonly Column[]
}

function Head({ title, views, columns }: HeadProps) {
  const t = useText(words)
  const text = useRuleText()
  return (
    <thead>
      <tr>
        <th scope="col">{title}</th>
        <th scope="col">{t('tokens')}</th>
        {columns.map(({ key, at, kind }) => (
          <th scope="col" key={key}>
            {views.length > 1 && `${text.label(views[at].rule)} · `}
            {t(kind)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface RowProps {
  readonly name: string
  readonly row: ShareRow
  readonly columns: readonly Column[]
  readonly count: (tokens: number) => string
}

function Row({ name, row: { tallies }, columns, count }: RowProps) {
  const isComing = tallies.length === 0
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{isComing ? '…' : count(Math.max(...tallies.map((tally) => tally.tokens)))}</td>
      {columns.map(({ key, at, kind }) => (
        <td key={key}>{isComing ? '…' : formatShare(shareOf(tallies[at], kind))}</td>
      ))}
    </tr>
  )
}

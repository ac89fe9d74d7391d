/** Shares of dropped and re-weighted tokens, by segment, turn, sign of the advantage and version lag. */
import { formatCount, formatShare } from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useText } from '../../ui/text.tsx'
import type { Frame } from '../../worker/api.ts'
import type { RuleView } from '../../worker/loss-view.ts'
import { MAX_ROWS, Shortened } from '../boundaries/Shortened.tsx'
import { useTokenCounts } from '../useTokenCounts.ts'
import { columnsOf, type ShareRow, shareOf, shareTable } from './rules.ts'
import { useRuleText } from './ruleText.ts'
import { words } from './text.ts'

interface ShareTablesProps {
  readonly frame: Frame
  readonly views: readonly RuleView[]
}

export function ShareTables({ frame, views }: ShareTablesProps) {
  const t = useText(words)
  const table = shareTable(views)
  const { inRollout, inBatch } = useTokenCounts()
  const row = (one: ShareRow, name: string, count = inRollout) => (
    <Row key={one.key} name={name} row={one} views={views} count={count} />
  )
  const { segments } = frame.detail
  const [{ turnCount }] = views
  const without = Math.max(...views.map((view) => view.without))
  return (
    <>
      <ScrollRegion name={t('ofRollout')}>
        <table className="numbers" aria-label={t('ofRollout')}>
          <Head title={t('rollout')} views={views} />
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
            <Head title={t('turn')} views={views} />
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
      <ScrollRegion name={t('ofBatch')}>
        <table className="numbers" aria-label={t('ofBatch')}>
          <Head title={t('batch')} views={views} />
          <tbody>{table.signs.map((one) => row(one, t(SIGN[one.key] ?? 'zero'), inBatch))}</tbody>
          {table.lags.length > 0 && (
            <tbody>{table.lags.map((one) => row(one, t('lag', { n: one.key }), inBatch))}</tbody>
          )}
          <tfoot>{row(table.batch, t('all'), inBatch)}</tfoot>
        </table>
      </ScrollRegion>
      {without > 0 && <p className="ratio-explain">{t('without', { n: formatCount(without) })}</p>}
    </>
  )
}

const SIGN: Readonly<Record<string, 'positive' | 'zero' | 'negative'>> = {
  positive: 'positive',
  zero: 'zero',
  negative: 'negative',
}

function Head({ title, views }: { readonly title: string; readonly views: readonly RuleView[] }) {
  const t = useText(words)
  const text = useRuleText()
  return (
    <thead>
      <tr>
        <th scope="col">{title}</th>
        <th scope="col">{t('tokens')}</th>
        {columnsOf(views).map(({ key, at, kind }) => (
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
  readonly views: readonly RuleView[]
  readonly count: (tokens: number) => string
}

function Row({ name, row, views, count }: RowProps) {
  const tokens = Math.max(...row.tallies.map((tally) => tally.tokens))
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{count(tokens)}</td>
      {columnsOf(views).map(({ key, at, kind }) => (
        <td key={key}>{formatShare(shareOf(row.tallies[at], kind))}</td>
      ))}
    </tr>
  )
}

/** The chosen mode in numbers: rollouts of the group, segments and turns of the selected rollout. */
import type { ReactNode } from 'react'
import { formatCount, formatNumber, formatShare } from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useText } from '../../ui/text.tsx'
import type { Frame } from '../../worker/api.ts'
import type { WeightsView } from '../../worker/weights-view.ts'
import { MAX_ROWS, Shortened } from '../boundaries/Shortened.tsx'
import { useName } from '../shownName.ts'
import { useStore } from '../useStore.ts'
import { useTokenCounts } from '../useTokenCounts.ts'
import { useModeText } from './modeText.ts'
import { words } from './text.ts'

interface ModeTablesProps extends Pick<Frame, 'detail'> {
  readonly weights: WeightsView
  readonly mode: string
}

export function ModeTables({ weights, detail, mode }: ModeTablesProps) {
  const t = useText(words)
  const text = useModeText()
  const counts = useTokenCounts()
  const ids = useStore((state) => state.data.table?.id)
  const shown = useName()
  const shares = weights.modes.find((one) => one.mode === mode)
  if (!shares) return null
  const name = text(mode).label
  const members = weights.rollouts.length + weights.unlisted
  return (
    <>
      {members > 1 && (
        <Numbers
          name={t('rolloutsTable', { mode: name })}
          head={[t('rollout'), t('segments'), t('tokens'), t('share'), t('timesEqual')]}
          help={{ [t('timesEqual')]: t('timesEqualHelp') }}
        >
          {weights.rollouts.map((rollout, at) => (
            <Row
              key={rollout.index}
              name={shown(ids?.[rollout.index] ?? String(rollout.index))}
              isChosen={at === weights.selected}
              cells={[
                formatCount(rollout.segments),
                counts.of(rollout.index, rollout.tokens),
                formatShare(shares.rollouts[at]),
                formatNumber(shares.rollouts[at] * members),
              ]}
            />
          ))}
          {weights.unlisted > 0 && (
            <Row
              name={t('others', { n: formatCount(weights.unlisted) })}
              cells={['', '', formatShare(shares.others), '']}
            />
          )}
        </Numbers>
      )}
      {members > 1 && <p className="weights-note">{t('timesEqualNote')}</p>}
      <Numbers
        name={t('segmentsTable', { mode: name })}
        head={[t('segment'), t('tokens'), t('perToken'), t('share')]}
      >
        {detail.segments.slice(0, MAX_ROWS).map((segment, at) => (
          <Row
            key={segment.segmentIndex}
            name={String(segment.segmentIndex)}
            cells={[
              counts.inRollout(weights.tokens[at]),
              formatNumber(shares.perToken[at]),
              formatShare(shares.segments[at]),
            ]}
          />
        ))}
      </Numbers>
      <p className="weights-note">{t('perTokenHelp')}</p>
      {detail.segments.length > MAX_ROWS && (
        <Shortened shown={MAX_ROWS} of={detail.segments.length} />
      )}
      <details>
        <summary>{t('byTurn')}</summary>
        <Numbers name={t('turnsTable', { mode: name })} head={[t('turn'), t('tokens'), t('share')]}>
          {weights.turns.map((turn) => (
            <Row
              key={turn.turn}
              name={t('turnName', {
                turn: turn.turn + 1,
                segment: detail.segments[turn.segment]?.segmentIndex ?? turn.segment,
              })}
              cells={[counts.inRollout(turn.tokens), formatShare(turn.share)]}
            />
          ))}
        </Numbers>
        {weights.turnCount > weights.turns.length && (
          <p className="weights-note">
            {t('shownTurns', {
              n: formatCount(weights.turns.length),
              all: formatCount(weights.turnCount),
            })}
          </p>
        )}
      </details>
    </>
  )
}

interface NumbersProps {
  readonly name: string
  readonly head: readonly string[]
  /** Sentences about columns, by their title. */
  readonly help?: Readonly<Record<string, string>>
  readonly children: ReactNode
}

function Numbers({ name, head, help, children }: NumbersProps) {
  return (
    <ScrollRegion name={name}>
      <table className="numbers" aria-label={name}>
        <thead>
          <tr>
            {head.map((title) => (
              <th scope="col" key={title} title={help?.[title]}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  )
}

interface RowProps {
  readonly name: string
  readonly isChosen?: boolean
  readonly cells: readonly string[]
}

function Row({ name, isChosen = false, cells }: RowProps) {
  return (
    <tr className={isChosen ? 'is-chosen' : ''}>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {cells.map((cell, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
        <td key={column}>{cell}</td>
      ))}
    </tr>
  )
}

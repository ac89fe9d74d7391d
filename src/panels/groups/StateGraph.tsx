/** The states as a picture: click, or arrow keys once it has the focus. */
import { type KeyboardEvent, useId, useMemo } from 'react'
import { estimateWidth, fitText } from '../../plot/marks.ts'
import { layoutStates, type PlacedState } from '../../plot/stateGraph.ts'
import { clipMiddle } from '../../trace/clip.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { StateNode, StatesView } from '../../worker/groups-view.ts'
import { words } from './text.ts'
import { useRolloutIds } from './useChooseRollout.ts'

/** SVG units; the picture scales to the column. */
const WIDTH = 328
const LABEL = 10.5

interface GraphProps {
  readonly states: StatesView
  readonly own: number
  readonly onChoose: (state: string) => void
}

export function StateGraph({ states: view, own, onChoose }: GraphProps) {
  const t = useText(words)
  const idOf = useRolloutIds()
  const id = useId()
  const { states, edges, anchor } = view
  const layout = useMemo(() => layoutStates(states, edges, WIDTH), [states, edges])
  const order = useMemo(() => readingOrder(layout.states), [layout])
  // Own steps last, so that they lie above the others.
  const drawn = useMemo(
    () => edges.map((_, i) => i).sort((x, y) => Number(edges[x].isOwn) - Number(edges[y].isOwn)),
    [edges],
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const to = moved(event.key, order.indexOf(anchor.state), order.length)
    if (to === undefined) return
    event.preventDefault()
    onChoose(states[order[to]].key)
  }
  return (
    <figure className="groups-figure">
      <div
        className="groups-graph"
        role="listbox"
        aria-label={t('graph')}
        aria-activedescendant={`${id}${anchor.state}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <svg viewBox={`0 0 ${WIDTH} ${layout.height}`} role="presentation">
          <g>
            {drawn.map((i) => {
              const { from, to, isOwn } = edges[i]
              const edge = layout.edges[i]
              return (
                <g key={`${from}.${to}`} className={`graph-edge ${isOwn ? 'is-own' : ''}`}>
                  <path d={edge.d} strokeWidth={edge.width + (isOwn ? 0.8 : 0)} />
                  <path className="graph-head" d={edge.head} />
                </g>
              )
            })}
          </g>
          {order.map((i) => (
            <Node
              key={states[i].key}
              id={`${id}${i}`}
              state={states[i]}
              place={layout.states[i]}
              isChosen={i === anchor.state}
              onChoose={() => onChoose(states[i].key)}
            />
          ))}
          {order.map((i) => (
            <Label
              key={states[i].key}
              state={states[i]}
              place={layout.states[i]}
              isChosen={i === anchor.state}
            />
          ))}
        </svg>
      </div>
      <figcaption className="swatches groups-legend">
        <span>
          <i className="swatch-own-line" />
          {t('legendOwn', { id: idOf(own) })}
        </span>
        {KINDS.filter((kind) => states.some((state) => kindOf(state) === kind)).map((kind) => (
          <span key={kind}>
            <i className={`swatch-${kind}`} />
            {t(`legend_${kind}`)}
          </span>
        ))}
        <span>{t('legendSize')}</span>
      </figcaption>
    </figure>
  )
}

const KINDS = ['signal', 'equal', 'alone'] as const

function kindOf({ hasSignal, visits }: StateNode): (typeof KINDS)[number] {
  if (hasSignal) return 'signal'
  return visits > 1 ? 'equal' : 'alone'
}

interface NodeProps {
  readonly id: string
  readonly state: StateNode
  readonly place: PlacedState
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** The listbox has the keys (aria-activedescendant). */
function Node({ id, state, place, isChosen, onChoose }: NodeProps) {
  const t = useText(words)
  const name = t('graphState', {
    key: clipMiddle(state.key),
    n: formatCount(state.visits),
    mean: formatNumber(state.mean),
  })
  return (
    <g
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-label={name}
      className={`graph-state is-${kindOf(state)} ${state.isOwn ? 'is-own' : ''}`}
      onClick={onChoose}
    >
      <title>{name}</title>
      {isChosen && <circle className="graph-ring" cx={place.x} cy={place.y} r={place.r + 3.5} />}
      <circle cx={place.x} cy={place.y} r={place.r} />
    </g>
  )
}

/** Beside the node: what is seen of it is shorter than its name. */
function Label({ state, place, isChosen }: Pick<NodeProps, 'state' | 'place' | 'isChosen'>) {
  return (
    <g className={`graph-text is-${kindOf(state)} ${isChosen ? 'is-chosen' : ''}`}>
      <text className="graph-count" x={place.x} y={place.y + 3.2} textAnchor="middle">
        {formatCount(state.visits)}
      </text>
      <text
        className="graph-label"
        x={place.x}
        y={place.y + place.r + 12}
        textAnchor="middle"
        fontSize={LABEL}
      >
        {fitText(clipMiddle(state.key), place.room - 12, { size: LABEL }, estimateWidth)}
      </text>
    </g>
  )
}

/** From top to bottom, each row from left to right. */
const readingOrder = (places: readonly PlacedState[]): readonly number[] =>
  places.map((_, i) => i).sort((x, y) => places[x].y - places[y].y || places[x].x - places[y].x)

function moved(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return Math.min(count - 1, at + 1)
    case 'ArrowUp':
    case 'ArrowLeft':
      return Math.max(0, at - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/**
 * A small graph of states from top to bottom: layers by the steps taken most often, so that steps back
 * are the exception and go up at the side. Deterministic; nothing depends on the order of the file.
 */

export interface GraphState {
  readonly key: string
  readonly visits: number
  readonly meanStep: number
}
export interface GraphEdge {
  /** Indices into the states. */
  readonly from: number
  readonly to: number
  readonly count: number
}

export interface PlacedState {
  readonly x: number
  readonly y: number
  readonly r: number
  /** Width that a label beneath it may take. */
  readonly room: number
}
export interface PlacedEdge {
  readonly d: string
  /** Triangle at the end. */
  readonly head: string
  readonly width: number
}
export interface StateGraph {
  readonly height: number
  /** As given. */
  readonly states: readonly PlacedState[]
  readonly edges: readonly PlacedEdge[]
}

const SMALL = 7
const LARGE = 13
const PER_ROW = 4
/** Room at the sides for steps back. */
const SIDE = 26
const TOP = 18
/** Room for the last row and its labels. */
const BOTTOM = 34
const HEAD = 6

/** @param width CSS pixels */
export function layoutStates(
  states: readonly GraphState[],
  edges: readonly GraphEdge[],
  width: number,
): StateGraph {
  const rows = rowsOf(states, edges)
  const rowHeight = Math.max(44, Math.min(60, 420 / Math.max(1, rows.length)))
  const most = states.reduce((max, { visits }) => Math.max(max, visits), 1)
  const placed: PlacedState[] = []
  rows.forEach((row, line) => {
    const room = (width - 2 * SIDE) / row.length
    row.forEach((state, i) => {
      placed[state] = {
        x: SIDE + (i + 0.5) * room,
        y: TOP + line * rowHeight,
        r: SMALL + (LARGE - SMALL) * Math.sqrt((states[state].visits - 1) / Math.max(1, most - 1)),
        room,
      }
    })
  })
  const busiest = edges.reduce((max, { count }) => Math.max(max, count), 1)
  return {
    height: TOP + (rows.length - 1) * rowHeight + BOTTOM,
    states: placed,
    edges: edges.map((edge) => ({
      ...route(placed[edge.from], placed[edge.to], { rowHeight, width }),
      width: 1 + 1.5 * Math.sqrt((edge.count - 1) / Math.max(1, busiest - 1)),
    })),
  }
}

/** Order that breaks every tie: by time, then by name. */
const earlier =
  (states: readonly GraphState[]) =>
  (x: number, y: number): number =>
    states[x].meanStep - states[y].meanStep || (states[x].key < states[y].key ? -1 : 1)

/** States by row, each row in the order in which it is drawn. */
function rowsOf(
  states: readonly GraphState[],
  edges: readonly GraphEdge[],
): readonly (readonly number[])[] {
  const ahead = stepsAhead(states, edges)
  const layer = layersOf(states, ahead)
  const depth = layer.reduce((most, one) => Math.max(most, one), 0) + 1
  /** Relative place in its row, from 0 to 1. */
  const place = states.map(() => 0.5)
  const rows: (readonly number[])[] = []
  for (let at = 0; at < depth; at++) {
    const members = states.flatMap((_, state) => (layer[state] === at ? [state] : []))
    const pull = members.map((state) => {
      const from = ahead.flatMap((targets, source) => (targets.includes(state) ? [source] : []))
      const mean = from.reduce((sum, source) => sum + place[source], 0) / Math.max(1, from.length)
      // The sum's last digits depend on the order of the file.
      return Math.round(mean * 1e9)
    })
    const order = members
      .map((state, i) => ({ state, pull: pull[i] }))
      .sort((x, y) => x.pull - y.pull || earlier(states)(x.state, y.state))
      .map(({ state }) => state)
    for (let first = 0; first < order.length; first += PER_ROW) {
      const row = order.slice(first, first + PER_ROW)
      row.forEach((state, i) => {
        place[state] = (i + 0.5) / row.length
      })
      rows.push(row)
    }
  }
  return rows
}

/** Targets by source of the steps taken more often than their reverse, without those that close a circle. */
function stepsAhead(
  states: readonly GraphState[],
  edges: readonly GraphEdge[],
): readonly (readonly number[])[] {
  const counts = new Map(edges.map(({ from, to, count }) => [`${from}>${to}`, count]))
  const before = earlier(states)
  const targets = states.map((_, state) =>
    edges
      .filter(({ from, to, count }) => {
        if (from !== state || to === state) return false
        const back = counts.get(`${to}>${from}`) ?? 0
        return count > back || (count === back && before(from, to) < 0)
      })
      .map(({ to }) => to)
      .sort(before),
  )
  const ahead: number[][] = states.map(() => [])
  const seen = new Map<number, 'open' | 'closed'>()
  const visit = (state: number): void => {
    seen.set(state, 'open')
    for (const to of targets[state]) {
      if (seen.get(to) === 'open') continue
      ahead[state].push(to)
      if (!seen.has(to)) visit(to)
    }
    seen.set(state, 'closed')
  }
  for (const state of states.map((_, i) => i).sort(before)) if (!seen.has(state)) visit(state)
  return ahead
}

/** Length of the longest way to each state. */
function layersOf(
  states: readonly GraphState[],
  ahead: readonly (readonly number[])[],
): readonly number[] {
  const layer = states.map(() => 0)
  // At most as many rounds as states: there is no circle.
  for (let changed = true; changed; ) {
    changed = false
    ahead.forEach((targets, from) => {
      for (const to of targets) {
        if (layer[to] > layer[from]) continue
        layer[to] = layer[from] + 1
        changed = true
      }
    })
  }
  return layer
}

type Point = readonly [number, number]

const at = ([x, y]: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`
const curve = (from: Point, c1: Point, c2: Point, to: Point): string =>
  `M${at(from)}C${at(c1)} ${at(c2)} ${at(to)}`

/** A triangle with its tip at `tip`, pointing down (`down`), left (−1) or right (1). */
function triangle([x, y]: Point, towards: 'down' | 1 | -1): string {
  const [a, b]: readonly [Point, Point] =
    towards === 'down'
      ? [
          [x - HEAD / 2, y - HEAD],
          [x + HEAD / 2, y - HEAD],
        ]
      : [
          [x - towards * HEAD, y - HEAD / 2],
          [x - towards * HEAD, y + HEAD / 2],
        ]
  return `M${at([x, y])}L${at(a)}L${at(b)}Z`
}

/** Down to a later row; otherwise out of one side and back in at it. */
function route(
  from: PlacedState,
  to: PlacedState,
  { rowHeight, width }: { readonly rowHeight: number; readonly width: number },
): Pick<PlacedEdge, 'd' | 'head'> {
  if (to.y > from.y) {
    const tip: Point = [to.x, to.y - to.r - 1]
    const end: Point = [to.x, tip[1] - HEAD + 1]
    const rows = Math.round((to.y - from.y) / rowHeight)
    // A step over rows bends outwards, past what stands between.
    const outwards = (from.x + to.x) / 2 < width / 2 ? -1 : 1
    const bend = rows > 1 ? outwards * Math.min(0.3 * width, 34 * rows) : 0
    const pull = rows > 1 ? (end[1] - from.y) * 0.45 : rowHeight * 0.5
    return {
      d: curve([from.x, from.y], [from.x + bend, from.y + pull], [to.x + bend, end[1] - pull], end),
      head: triangle(tip, 'down'),
    }
  }
  const side = (from.x + to.x) / 2 <= width / 2 ? -1 : 1
  const isLoop = from === to
  const tip: Point = [to.x + side * (to.r + 1), to.y + (isLoop ? 3 : 0)]
  const end: Point = [tip[0] + side * (HEAD - 1), tip[1]]
  const start: Point = [from.x + side * from.r * 0.8, from.y - (isLoop ? 4 : 0)]
  const out = isLoop ? 18 : SIDE
  const lift = isLoop ? 10 : 0
  return {
    d: curve(start, [start[0] + side * out, start[1] - lift], [end[0] + side * out, end[1]], end),
    head: triangle(tip, side === 1 ? -1 : 1),
  }
}

/** Credit strips: one colour per pixel column, equal neighbours drawn as one rectangle. */
import type { ColumnSeries, Frame, SegmentStrips } from '../worker/api.ts'
import { columnPositions, type PositionAxis, type Range, xOf } from './axis.ts'
import type { Mark } from './marks.ts'
import type { RowGeometry } from './rows.ts'
import { bucketOf, type PlotTheme } from './theme.ts'

/** Whether the frame brings the loss coefficient along. */
export const hasCoefficient = ({ strips }: Pick<Frame, 'strips'>): boolean =>
  strips.some((strip) => strip.coefficient !== undefined)

/** A row's strips and where they stand, from the top. */
export function stripPlaces(strip: SegmentStrips | undefined, row: RowGeometry) {
  const three = (['a', 'b', 'difference'] as const).map((name) => ({
    series: strip?.[name],
    place: row[name],
  }))
  return row.coefficient
    ? [...three, { series: strip?.coefficient, place: row.coefficient }]
    : three
}

export interface StripData {
  /** Mean per column is what is coloured. */
  readonly series: ColumnSeries
  /** Range the columns cover; a frame may lag behind the axis while a person zooms. */
  readonly range: Range
  readonly extent: number
}

/** Calls `visit(x0, x1, bucket)` for every run of equal colour inside the axis; gaps are left out. */
export function visitRuns(
  data: StripData,
  axis: PositionAxis,
  visit: (x0: number, x1: number, bucket: number) => void,
): void {
  const { mean } = data.series
  const n = mean.length
  let runStart = 0
  let runBucket = -1
  const flush = (end: number): void => {
    if (runBucket < 0 || end === runStart) return
    const x0 = Math.max(axis.left, xOf(axis, columnPositions(data.range, n, runStart)[0]))
    const x1 = Math.min(axis.right, xOf(axis, columnPositions(data.range, n, end - 1)[1]))
    if (x1 > x0) visit(x0, x1, runBucket)
  }
  for (let column = 0; column < n; column++) {
    const bucket = bucketOf(mean[column]!, data.extent)
    if (bucket === runBucket) continue
    flush(column)
    runStart = column
    runBucket = bucket
  }
  flush(n)
}

/** Fills the strip; edges snap to device pixels so that neighbouring runs leave no seam. */
export function paintStrip(
  context: CanvasRenderingContext2D,
  data: StripData,
  axis: PositionAxis,
  y: number,
  height: number,
  theme: PlotTheme,
  ratio: number,
): void {
  const snap = (x: number): number => Math.round(x * ratio) / ratio
  visitRuns(data, axis, (x0, x1, bucket) => {
    const left = snap(x0)
    context.fillStyle = theme.diverging[bucket]!
    context.fillRect(left, y, Math.max(1 / ratio, snap(x1) - left), height)
  })
}

/** The same as marks, for the saved picture. */
export function stripMarks(
  data: StripData,
  axis: PositionAxis,
  y: number,
  height: number,
  theme: PlotTheme,
): Mark[] {
  const marks: Mark[] = []
  visitRuns(data, axis, (x0, x1, bucket) => {
    marks.push({ kind: 'rect', x: x0, y, width: x1 - x0, height, fill: theme.diverging[bucket]! })
  })
  return marks
}

/** Smallest and largest value over all columns; undefined where no column holds an action token. */
export function seriesRange(series: ColumnSeries): readonly [number, number] | undefined {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = 0; i < series.min.length; i++) {
    const min = series.min[i]!
    const max = series.max[i]!
    if (min < low) low = min
    if (max > high) high = max
  }
  return low <= high ? [low, high] : undefined
}

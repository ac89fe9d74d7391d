import { type CSSProperties, memo, type ReactNode, useCallback, useId } from 'react'
import {
  HALO_WIDTH,
  HATCH_OPACITY,
  HATCH_STEP,
  HATCH_TILE,
  type Hatch,
  hatchKey,
  type Ink,
  type Mark,
} from '../../plot/marks.ts'
import { MONO } from '../../plot/theme.ts'

const css = (ink: Ink | undefined): string =>
  ink === undefined ? 'none' : ink.startsWith('--') ? `var(${ink})` : ink

const HALO: CSSProperties = {
  stroke: 'var(--panel)',
  strokeWidth: HALO_WIDTH,
  paintOrder: 'stroke',
}

type PatternOf = (hatch: Hatch) => string

const hatches = (marks: readonly Mark[]): Hatch[] =>
  marks.flatMap((mark) =>
    mark.kind === 'group'
      ? hatches(mark.marks)
      : mark.kind === 'rect' && mark.hatch
        ? [mark.hatch]
        : [],
  )

function draw(mark: Mark, pattern: PatternOf): ReactNode {
  const { opacity } = mark
  switch (mark.kind) {
    case 'group':
      return (
        <g transform={`translate(${mark.x} ${mark.y})`} opacity={opacity}>
          {drawAll(mark.marks, pattern)}
        </g>
      )
    case 'rect': {
      if (mark.width <= 0 || mark.height <= 0) return null
      const { x, y, width, height, radius } = mark
      // Neighbours with antialiased edges would show the background in a seam.
      const shapeRendering = radius ? undefined : 'crispEdges'
      const place = { x, y, width, height, rx: radius, opacity, shapeRendering }
      const style: CSSProperties = { fill: css(mark.fill), stroke: css(mark.stroke) }
      if (!mark.hatch) return <rect {...place} style={style} />
      return (
        <g>
          <rect {...place} style={style} />
          <rect {...place} fill={`url(#${pattern(mark.hatch)})`} />
        </g>
      )
    }
    case 'path':
      return (
        <path
          d={mark.d}
          opacity={opacity}
          strokeWidth={mark.width}
          strokeDasharray={mark.dash?.join(' ')}
          strokeLinejoin="round"
          style={{ fill: css(mark.fill), stroke: css(mark.stroke) }}
        />
      )
    case 'text':
      return (
        <text
          x={mark.x}
          y={mark.y}
          fontSize={mark.size}
          fontWeight={mark.weight}
          textAnchor={mark.anchor}
          opacity={opacity}
          transform={mark.upright && `rotate(-90 ${mark.x} ${mark.y})`}
          style={{
            fill: css(mark.ink),
            whiteSpace: 'pre',
            ...(mark.face === 'mono' ? { fontFamily: MONO } : {}),
            ...(mark.halo && HALO),
          }}
        >
          {mark.text}
        </text>
      )
  }
}

/** Whether two marks draw the same. */
function isSame(x: unknown, y: unknown): boolean {
  if (Object.is(x, y)) return true
  if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null) return false
  const keys = Object.keys(x)
  return (
    keys.length === Object.keys(y).length &&
    keys.every((key) => isSame(Reflect.get(x, key), Reflect.get(y, key)))
  )
}

/** Pictures are laid out anew at every step of a slider; most of their marks are the same as before. */
const Drawn = memo(
  ({ mark, pattern }: { readonly mark: Mark; readonly pattern: PatternOf }) => draw(mark, pattern),
  (before, after) => before.pattern === after.pattern && isSame(before.mark, after.mark),
)

/** Marks have no identity of their own beyond their place in the list; they hold no state either. */
const drawAll = (marks: readonly Mark[], pattern: PatternOf): ReactNode[] =>
  marks.map((mark, index) => <Drawn key={mark.id ?? String(index)} mark={mark} pattern={pattern} />)

/** Marks as SVG elements, coloured by the page's custom properties. */
export const Marks = memo(function Marks({ marks }: { readonly marks: readonly Mark[] }) {
  const base = useId()
  const used = new Map(hatches(marks).map((hatch) => [hatchKey(hatch), hatch]))
  const pattern = useCallback((hatch: Hatch): string => `${base}${hatchKey(hatch)}`, [base])
  return (
    <>
      {used.size > 0 && (
        <defs>
          {[...used].map(([key, hatch]) => {
            const { d, width, cap } = HATCH_TILE[hatch.of]
            return (
              <pattern
                key={key}
                id={pattern(hatch)}
                width={HATCH_STEP}
                height={HATCH_STEP}
                patternUnits="userSpaceOnUse"
              >
                <path
                  d={d}
                  strokeWidth={width}
                  strokeLinecap={cap}
                  strokeOpacity={HATCH_OPACITY[hatch.of]}
                  style={{ stroke: css(hatch.ink) }}
                />
              </pattern>
            )
          })}
        </defs>
      )}
      {drawAll(marks, pattern)}
    </>
  )
})

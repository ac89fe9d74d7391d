import { type CSSProperties, type ReactNode, useId } from 'react'
import {
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

const hatches = (marks: readonly Mark[]): Hatch[] =>
  marks.flatMap((mark) =>
    mark.kind === 'group'
      ? hatches(mark.marks)
      : mark.kind === 'rect' && mark.hatch
        ? [mark.hatch]
        : [],
  )

function draw(mark: Mark, key: string, pattern: (hatch: Hatch) => string): ReactNode {
  const { opacity } = mark
  switch (mark.kind) {
    case 'group':
      return (
        <g key={key} transform={`translate(${mark.x} ${mark.y})`} opacity={opacity}>
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
      if (!mark.hatch) return <rect key={key} {...place} style={style} />
      return (
        <g key={key}>
          <rect {...place} style={style} />
          <rect {...place} fill={`url(#${pattern(mark.hatch)})`} />
        </g>
      )
    }
    case 'path':
      return (
        <path
          key={key}
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
          key={key}
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
          }}
        >
          {mark.text}
        </text>
      )
  }
}

/** Marks have no identity of their own beyond their place in the list; they hold no state either. */
const drawAll = (marks: readonly Mark[], pattern: (hatch: Hatch) => string): ReactNode[] =>
  marks.map((mark, index) => draw(mark, mark.id ?? String(index), pattern))

/** Marks as SVG elements, coloured by the page's custom properties. */
export function Marks({ marks }: { readonly marks: readonly Mark[] }) {
  const base = useId()
  const used = new Map(hatches(marks).map((hatch) => [hatchKey(hatch), hatch]))
  const pattern = (hatch: Hatch): string => `${base}${hatchKey(hatch)}`
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
}

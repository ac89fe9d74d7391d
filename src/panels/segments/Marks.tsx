import { type CSSProperties, type ReactNode, useId } from 'react'
import { HATCH_OPACITY, type Ink, type Mark } from '../../plot/marks.ts'
import { MONO } from '../../plot/theme.ts'

const css = (ink: Ink | undefined): string =>
  ink === undefined ? 'none' : ink.startsWith('--') ? `var(${ink})` : ink

const hatches = (marks: readonly Mark[]): string[] =>
  marks.flatMap((mark) =>
    mark.kind === 'group'
      ? hatches(mark.marks)
      : mark.kind === 'rect' && mark.hatch
        ? [mark.hatch]
        : [],
  )

function draw(mark: Mark, key: string, pattern: (ink: Ink) => string): ReactNode {
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
const drawAll = (marks: readonly Mark[], pattern: (ink: Ink) => string): ReactNode[] =>
  marks.map((mark, index) => draw(mark, mark.id ?? String(index), pattern))

/** Marks as SVG elements, coloured by the page's custom properties. */
export function Marks({ marks }: { readonly marks: readonly Mark[] }) {
  const base = useId()
  const inks = [...new Set(hatches(marks))]
  const pattern = (ink: Ink): string => `${base}${ink}`
  return (
    <>
      {inks.length > 0 && (
        <defs>
          {inks.map((ink) => (
            <pattern key={ink} id={pattern(ink)} width={5} height={5} patternUnits="userSpaceOnUse">
              <path
                d="M-1,1L1,-1M0,5L5,0M4,6L6,4"
                strokeOpacity={HATCH_OPACITY}
                style={{ stroke: css(ink) }}
              />
            </pattern>
          ))}
        </defs>
      )}
      {drawAll(marks, pattern)}
    </>
  )
}

import type { CurveLayout } from '../../plot/curveAxes.ts'
import { signed } from '../../plot/format.ts'
import type { TokenPlace } from '../../plot/spans.ts'
import { useStore } from '../useStore.ts'
import './cursor.css'
import type { CreditText } from './text.ts'

const TOOLTIP_WIDTH = 216

interface ActionCursor {
  readonly x: number
  readonly action: number
}

/**
 * Vertical line and dots of the hovered, else the pinned action token. Its numbers stand beside it only
 * while the pointer or the keyboard is on the chart; the line above the strips has them all the time.
 */
export function CurveCursor(props: {
  readonly layout: CurveLayout
  readonly height: number
  readonly actionOf: (place: TokenPlace) => number | undefined
  readonly told: 'pointer' | 'keyboard' | undefined
  readonly t: CreditText
}) {
  const { layout, height, actionOf, told, t } = props
  const hovered = useStore((state) => state.hovered)
  const pinned = useStore((state) => state.document.token)
  const token = useStore((state) => state.data.token)
  const at = (place: TokenPlace | undefined): ActionCursor | undefined => {
    const action = place && actionOf(place)
    return action === undefined ? undefined : { action, x: layout.x(action + 0.5) }
  }
  const hover = at(hovered)
  const pin = at(pinned)
  const shown = hover ?? (hovered ? undefined : pin)
  const exact = token && shown && token.action === shown.action ? token : undefined
  const left = shown && shown.x > (layout.left + layout.right) / 2
  const tells = told === 'keyboard' || (told === 'pointer' && hover !== undefined)
  return (
    <div aria-hidden="true">
      <svg className="credit-cursor is-under" width="100%" height={height} role="presentation">
        {pin && (
          <path
            d={`M${pin.x},${layout.top}V${layout.bottom}`}
            style={{ stroke: 'var(--accent)' }}
            strokeWidth={1.5}
          />
        )}
        {hover && (
          <path
            d={`M${hover.x},${layout.top}V${layout.bottom}`}
            style={{ stroke: 'var(--text)' }}
            opacity={0.4}
          />
        )}
      </svg>
      <svg className="credit-cursor" width="100%" height={height} role="presentation">
        {exact && shown && (
          <>
            <circle cx={shown.x} cy={layout.y(exact.advantageA)} r={4} className="credit-dot-a" />
            <circle cx={shown.x} cy={layout.y(exact.advantageB)} r={4} className="credit-dot-b" />
          </>
        )}
      </svg>
      {tells && shown && exact && (
        <div
          className="credit-tooltip"
          style={{
            left: left ? shown.x - TOOLTIP_WIDTH - 12 : shown.x + 12,
            top: layout.top + 4,
            width: TOOLTIP_WIDTH,
          }}
        >
          <div>{t('tooltip', { segment: exact.segment, action: shown.action })}</div>
          <dl>
            <dt className="seg-a">A</dt>
            <dd>{signed(exact.advantageA)}</dd>
            <dt className="seg-b">B</dt>
            <dd>{signed(exact.advantageB)}</dd>
            <dt>B−A</dt>
            <dd>{signed(exact.advantageB - exact.advantageA)}</dd>
          </dl>
        </div>
      )}
    </div>
  )
}

/** Draws marks on Canvas 2D, device-pixel aware. */
import {
  DOT_SIZE,
  DOTS,
  HATCH_OPACITY,
  HATCH_STEP,
  type Hatch,
  type Mark,
  type Measure,
  type RectMark,
  type TextMark,
} from './marks.ts'
import type { PlotTheme } from './theme.ts'

const fontOf = (
  theme: PlotTheme,
  size: number,
  face: 'sans' | 'mono' = 'sans',
  weight: 400 | 600 = 400,
): string => `${weight} ${size}px ${face === 'mono' ? theme.mono : theme.sans}`

/** Sizes the backing store to `width × height` CSS pixels and returns a cleared context in CSS pixels. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  ratio: number,
): CanvasRenderingContext2D | undefined {
  const deviceWidth = Math.max(1, Math.round(width * ratio))
  const deviceHeight = Math.max(1, Math.round(height * ratio))
  if (canvas.width !== deviceWidth) canvas.width = deviceWidth
  if (canvas.height !== deviceHeight) canvas.height = deviceHeight
  const context = canvas.getContext('2d') ?? undefined
  context?.setTransform(deviceWidth / width, 0, 0, deviceHeight / height, 0, 0)
  context?.clearRect(0, 0, width, height)
  return context
}

/** Texts whose widths are remembered per font; a picture has a few hundred, drawn again and again. */
const KNOWN_WIDTHS = 5000

/** A measure that uses the fonts the page really has. */
export function canvasMeasure(theme: PlotTheme, canvas: HTMLCanvasElement): Measure | undefined {
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const fonts = new Map<string, Map<string, number>>()
  return (text, size, face, weight) => {
    const font = fontOf(theme, size, face, weight)
    let widths = fonts.get(font)
    if (!widths || widths.size > KNOWN_WIDTHS) {
      widths = new Map()
      fonts.set(font, widths)
    }
    const known = widths.get(text)
    if (known !== undefined) return known
    context.font = font
    const { width } = context.measureText(text)
    widths.set(text, width)
    return width
  }
}

function hatch(
  context: CanvasRenderingContext2D,
  mark: RectMark,
  of: Hatch['of'],
  colour: string,
): void {
  context.save()
  context.beginPath()
  context.rect(mark.x, mark.y, mark.width, mark.height)
  context.clip()
  context.strokeStyle = colour
  context.globalAlpha *= HATCH_OPACITY[of]
  context.beginPath()
  if (of === 'lines') hatchLines(context, mark)
  else hatchDots(context, mark)
  context.stroke()
  context.restore()
}

function hatchLines(context: CanvasRenderingContext2D, mark: RectMark): void {
  context.lineWidth = 1
  // Phase follows x, so that neighbouring spans and redraws do not jump.
  const first = Math.floor((mark.x - mark.height) / HATCH_STEP) * HATCH_STEP
  for (let x = first; x < mark.x + mark.width; x += HATCH_STEP) {
    context.moveTo(x, mark.y + mark.height)
    context.lineTo(x + mark.height, mark.y)
  }
}

/** Rows of dashes without length: round ends make them dots, and a wide span costs no more than a narrow one. */
function hatchDots(context: CanvasRenderingContext2D, mark: RectMark): void {
  context.lineWidth = DOT_SIZE
  context.lineCap = 'round'
  context.setLineDash([0, HATCH_STEP])
  const left = Math.floor(mark.x / HATCH_STEP) * HATCH_STEP
  for (const [x, y] of DOTS) {
    for (let row = mark.y + y; row < mark.y + mark.height; row += HATCH_STEP) {
      context.moveTo(left + x, row)
      context.lineTo(mark.x + mark.width, row)
    }
  }
}

function paintRect(context: CanvasRenderingContext2D, mark: RectMark, theme: PlotTheme): void {
  if (mark.width <= 0 || mark.height <= 0) return
  context.beginPath()
  // Edges snap to device pixels: fractional neighbours would show the background in a seam.
  const ratio = context.getTransform().a
  const x0 = Math.round(mark.x * ratio) / ratio
  const x1 = Math.max(x0 + 1 / ratio, Math.round((mark.x + mark.width) * ratio) / ratio)
  if (mark.radius) context.roundRect(mark.x, mark.y, mark.width, mark.height, mark.radius)
  else context.rect(x0, mark.y, x1 - x0, mark.height)
  if (mark.fill) {
    context.fillStyle = theme.ink(mark.fill)
    context.fill()
  }
  if (mark.hatch) hatch(context, mark, mark.hatch.of, theme.ink(mark.hatch.ink))
  if (mark.stroke) {
    context.strokeStyle = theme.ink(mark.stroke)
    context.lineWidth = 1
    context.stroke()
  }
}

function paintText(context: CanvasRenderingContext2D, mark: TextMark, theme: PlotTheme): void {
  context.font = fontOf(theme, mark.size, mark.face, mark.weight)
  context.fillStyle = theme.ink(mark.ink)
  const anchor = mark.anchor ?? 'start'
  context.textAlign = anchor === 'middle' ? 'center' : anchor === 'end' ? 'right' : 'left'
  context.textBaseline = 'alphabetic'
  if (!mark.upright) {
    context.fillText(mark.text, mark.x, mark.y)
    return
  }
  context.save()
  context.translate(mark.x, mark.y)
  context.rotate(-Math.PI / 2)
  context.fillText(mark.text, 0, 0)
  context.restore()
}

export function paintMarks(
  context: CanvasRenderingContext2D,
  marks: readonly Mark[],
  theme: PlotTheme,
): void {
  for (const mark of marks) {
    context.globalAlpha = mark.opacity ?? 1
    switch (mark.kind) {
      case 'rect':
        paintRect(context, mark, theme)
        break
      case 'text':
        paintText(context, mark, theme)
        break
      case 'group':
        context.save()
        context.translate(mark.x, mark.y)
        paintMarks(context, mark.marks, theme)
        context.restore()
        break
      case 'path': {
        const path = new Path2D(mark.d)
        if (mark.fill) {
          context.fillStyle = theme.ink(mark.fill)
          context.fill(path)
        }
        if (mark.stroke) {
          context.strokeStyle = theme.ink(mark.stroke)
          context.lineWidth = mark.width ?? 1
          context.lineJoin = 'round'
          context.setLineDash(mark.dash ? [...mark.dash] : [])
          context.stroke(path)
          context.setLineDash([])
        }
      }
    }
  }
  context.globalAlpha = 1
}

/** Saving the picture: a standalone SVG, or a PNG painted from the same marks. */
import { paintMarks, prepareCanvas } from './canvas.ts'
import { type Figure, type FigureInput, figureMarks, slideMarks } from './figure.ts'
import { marksToSvg } from './svg.ts'

/** Browsers refuse canvases beyond about 16,384 px on a side or 268 M pixels (Chromium, Firefox). */
const MAX_SIDE = 16_384

/** Narrowest slide in the picture's own pixels: the narrower, the larger its words. */
const SLIDE_WIDTH = 1120
/** Device pixels. */
const SLIDE_PIXELS = 2560

/** A standalone SVG document: no style sheet, no script, no foreign reference. */
export function figureSvg(input: FigureInput, description: string): string {
  const figure = figureMarks(input)
  return marksToSvg(figure.marks, figure, input.theme, { title: input.title, description })
}

/**
 * PNG at `scale` device pixels per CSS pixel, less where the picture would be too tall for a canvas.
 * Rejects when the browser gives no canvas or runs out of memory for it.
 */
export const figurePng = (input: FigureInput, scale = 2): Promise<Blob> =>
  pngOf(figureMarks(input), input, scale)

/** As `figurePng`, 16:9 for a slide. */
export function slidePng(input: FigureInput): Promise<Blob> {
  const figure = slideMarks({ ...input, width: SLIDE_WIDTH })
  return pngOf(figure, input, SLIDE_PIXELS / figure.width)
}

function pngOf(figure: Figure, { theme }: FigureInput, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const fitting = Math.min(scale, MAX_SIDE / Math.max(figure.width, figure.height))
  const context = prepareCanvas(canvas, figure.width, figure.height, fitting)
  if (!context) return Promise.reject(new Error('This browser gives no canvas to draw on.'))
  paintMarks(context, figure.marks, theme)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('The picture is too large for this browser to encode as PNG.'))
    }, 'image/png')
  })
}

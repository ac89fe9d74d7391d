/** Marks as a standalone SVG document: no CSS, no script, no foreign reference. */
import { HATCH_OPACITY, type Mark } from './marks.ts'
import type { PlotTheme } from './theme.ts'

const escapeXml = (text: string): string =>
  text
    // XML 1.0 has no way to write most control characters; token texts contain them.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = typeof value === 'number' ? String(Math.round(value * 100) / 100) : String(value)
      return ` ${name}="${escapeXml(text)}"`
    })
    .join('')

function element(mark: Mark, theme: PlotTheme, hatchId: (ink: string) => string): string {
  const opacity = mark.opacity
  switch (mark.kind) {
    case 'rect': {
      if (mark.width <= 0 || mark.height <= 0) return ''
      const place = {
        x: mark.x,
        y: mark.y,
        width: mark.width,
        height: mark.height,
        rx: mark.radius,
        'shape-rendering': mark.radius ? undefined : 'crispEdges',
      }
      const stroke = mark.stroke && theme.ink(mark.stroke)
      const fill = mark.fill ? theme.ink(mark.fill) : 'none'
      const hatch = mark.hatch
        ? `<rect${attributes({ ...place, fill: `url(#${hatchId(mark.hatch)})`, opacity })}/>`
        : ''
      return `<rect${attributes({ ...place, fill, stroke, opacity })}/>${hatch}`
    }
    case 'path':
      return `<path${attributes({
        d: mark.d,
        fill: mark.fill ? theme.ink(mark.fill) : 'none',
        stroke: mark.stroke && theme.ink(mark.stroke),
        'stroke-width': mark.width,
        'stroke-dasharray': mark.dash?.join(' '),
        'stroke-linejoin': 'round',
        opacity,
      })}/>`
    case 'group':
      return `<g${attributes({ transform: `translate(${mark.x} ${mark.y})`, opacity })}>${mark.marks
        .map((child) => element(child, theme, hatchId))
        .join('\n')}</g>`
    case 'text':
      return `<text${attributes({
        x: mark.x,
        y: mark.y,
        fill: theme.ink(mark.ink),
        'font-size': mark.size,
        'font-weight': mark.weight,
        'font-family': mark.face === 'mono' ? theme.mono : theme.sans,
        'text-anchor': mark.anchor,
        transform: mark.upright ? `rotate(-90 ${mark.x} ${mark.y})` : undefined,
        'xml:space': 'preserve',
        opacity,
      })}>${escapeXml(mark.text)}</text>`
  }
}

/** `title` and `description` become the document's accessible name and text alternative. */
export function marksToSvg(
  marks: readonly Mark[],
  size: { readonly width: number; readonly height: number },
  theme: PlotTheme,
  words: { readonly title: string; readonly description: string },
): string {
  const hatches = new Map<string, string>()
  const hatchId = (ink: string): string => {
    const id = hatches.get(ink) ?? `hatch${hatches.size}`
    hatches.set(ink, id)
    return id
  }
  const body = marks.map((mark) => element(mark, theme, hatchId)).join('\n')
  const patterns = [...hatches]
    .map(
      ([ink, id]) =>
        `<pattern id="${id}" width="5" height="5" patternUnits="userSpaceOnUse"><path d="M-1,1L1,-1M0,5L5,0M4,6L6,4" stroke="${escapeXml(theme.ink(ink))}" stroke-opacity="${HATCH_OPACITY}"/></pattern>`,
    )
    .join('')
  const { width, height } = size
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(words.title)}</title>`,
    `<desc>${escapeXml(words.description)}</desc>`,
    patterns && `<defs>${patterns}</defs>`,
    body,
    '</svg>',
    '',
  ]
    .filter((part, i, all) => part !== '' || i === all.length - 1)
    .join('\n')
}

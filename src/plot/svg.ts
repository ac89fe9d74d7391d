/** Marks as a standalone SVG document: no CSS, no script, no foreign reference. */
import {
  HALO_WIDTH,
  HATCH_OPACITY,
  HATCH_STEP,
  HATCH_TILE,
  type Hatch,
  hatchKey,
  type Mark,
} from './marks.ts'
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

function element(mark: Mark, theme: PlotTheme, hatchId: (hatch: Hatch) => string): string {
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
        ...(mark.halo && {
          stroke: theme.ink('--panel'),
          'stroke-width': HALO_WIDTH,
          'paint-order': 'stroke',
        }),
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
  const hatches = new Map<string, { readonly id: string; readonly hatch: Hatch }>()
  const hatchId = (hatch: Hatch): string => {
    const key = hatchKey(hatch)
    const { id } = hatches.get(key) ?? { id: `hatch${hatches.size}` }
    hatches.set(key, { id, hatch })
    return id
  }
  const body = marks.map((mark) => element(mark, theme, hatchId)).join('\n')
  const patterns = [...hatches.values()]
    .map(({ id, hatch }) => {
      const { d, width, cap } = HATCH_TILE[hatch.of]
      const path = attributes({
        d,
        stroke: theme.ink(hatch.ink),
        'stroke-width': width,
        'stroke-linecap': cap,
        'stroke-opacity': HATCH_OPACITY[hatch.of],
      })
      return `<pattern id="${id}" width="${HATCH_STEP}" height="${HATCH_STEP}" patternUnits="userSpaceOnUse"><path${path}/></pattern>`
    })
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

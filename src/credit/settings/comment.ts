/** Wrapped comment lines, the same for Python, YAML and bash. */

/** Columns of a line. */
const WIDTH = 96

/** What follows a bullet is indented under it. */
export function comment(text: string, bullet = ''): readonly string[] {
  const lines: string[] = []
  const indent = `# ${' '.repeat(bullet.length)}`
  let line = `# ${bullet}`
  for (const word of text.split(/\s+/)) {
    if (line.length + word.length >= WIDTH && line.trim() !== '#') {
      lines.push(line.trimEnd())
      line = indent
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}

/**
 * The plain text of a formula, derived from its TeX so that there is one source: it stands in the page until
 * the formula is typeset, and for good where that fails. Reads the TeX that `credit` uses, no more.
 */

/** Stands for a wide space until the narrow ones are counted. */
const GAP = '\u2003'

const COMMANDS: Readonly<Partial<Record<string, string>>> = {
  alpha: 'α',
  gamma: 'γ',
  delta: 'δ',
  Delta: 'Δ',
  varepsilon: 'ε',
  theta: 'θ',
  lambda: 'λ',
  mu: 'μ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  omega: 'ω',
  ell: 'ℓ',
  sum: ' Σ',
  cdot: '·',
  ldots: '…',
  le: '≤',
  ge: '≥',
  ne: '≠',
  in: '∈',
  notin: '∉',
  setminus: '∖',
  wedge: '∧',
  leftarrow: '←',
  Leftrightarrow: '⇔',
  lfloor: '⌊',
  rfloor: '⌋',
  lceil: '⌈',
  rceil: '⌉',
  quad: GAP,
  ',': ' ',
  ' ': ' ',
  _: '_',
  '{': '{',
  '}': '}',
  big: '',
  Big: '',
}
/** Commands whose name is their text. */
const NAMES = new Set(['min', 'max', 'exp', 'log'])
/** Combining marks of accents. No bar: it does not show without a font for mathematics. */
const ACCENTS: Readonly<Partial<Record<string, string>>> = { hat: '\u0302' }
/** Commands that set their argument in another font. */
const FONTS = new Set(['mathrm', 'mathbf', 'operatorname', 'text'])

/** Reads TeX from left to right; every method leaves `at` behind what it read. */
class Reader {
  private at = 0
  private readonly tex: string

  constructor(tex: string) {
    this.tex = tex
  }

  /** Everything up to `end` (which it passes over), or to the end of the text. */
  until(end: string): string {
    let text = ''
    while (this.at < this.tex.length && !this.tex.startsWith(end, this.at)) text += this.next()
    this.at += end.length
    return text
  }

  private next(): string {
    const character = this.tex[this.at++]
    if (character === '\\') return this.command()
    if (character === '{') return this.until('}')
    if (character === '_' || character === '^') return `${character}${script(this.argument())}`
    return character === '-' ? '−' : character
  }

  private argument(): string {
    while (this.tex[this.at] === ' ') this.at++
    return this.next()
  }

  private command(): string {
    const [name] = this.tex.slice(this.at).match(/^(?:[A-Za-z]+|.)/s) ?? ['']
    this.at += name.length
    if (name === 'frac') return `${grouped(this.argument())}/${grouped(this.argument())}`
    if (name === 'sqrt') return `√(${this.argument()})`
    if (name === 'begin') return this.cases()
    if (NAMES.has(name)) return name
    if (FONTS.has(name)) return this.argument()
    const accent = ACCENTS[name]
    const text = accent === undefined ? COMMANDS[name] : `${this.argument()}${accent}`
    if (text === undefined) throw new Error(`no plain text for \\${name} in ${this.tex}`)
    return text
  }

  /** `value [condition]; value [condition]`. */
  private cases(): string {
    this.argument()
    const rows = /\\end\{cases\}/.exec(this.tex.slice(this.at))
    if (!rows) throw new Error(`unclosed cases in ${this.tex}`)
    const body = this.tex.slice(this.at, this.at + rows.index)
    this.at += rows.index + rows[0].length
    return body
      .split(String.raw`\\`)
      .map((row) => row.split('&').map((cell) => plainFormula(cell)))
      .map(([value, condition]) => `${value} [${condition}]`)
      .join('; ')
  }
}

/** A subscript or exponent of more than one sign, or word, keeps its braces. */
const script = (text: string): string => {
  const inside = text.trim()
  return /^(?:\p{L}+|\d+|.)$/u.test(inside) ? inside : `{${inside}}`
}

/** One operand of a fraction: in parentheses where it has several terms. */
function grouped(text: string): string {
  const operand = text.trim()
  const hasTerms = /[\s/·+−]/.test(operand.replace(/\{[^}]*\}/g, ''))
  return hasTerms && !/^√\(.*\)$/.test(operand) ? `(${operand})` : operand
}

/** `A_t = δ_t + γλ A_{t+1}` for `A_t = \delta_t + \gamma\lambda\, A_{t+1}`. Throws on TeX it does not know. */
export const plainFormula = (tex: string): string =>
  new Reader(tex)
    .until('\0')
    .replace(/ +/g, ' ')
    .replace(/ ?\u2003 ?/g, '  ')
    .replace(/([(⌊⌈]) /g, '$1')
    .replace(/ ([)⌋⌉])/g, '$1')
    .trim()

/** TeX to MathML, which every browser of today draws itself: no fonts, no style sheet. A chunk of its own. */
import katex from 'katex'

/** Replaces the content of `into`. Throws on TeX that KaTeX does not know: the registry's mistake. */
export function typeset(tex: string, into: HTMLElement): void {
  katex.render(String.raw`\displaystyle ${tex}`, into, { output: 'mathml', throwOnError: true })
}

/**
 * TeX to what KaTeX draws with its own fonts, since MathML needs a font for mathematics that few machines
 * have; screen readers get the MathML beside it. A chunk of its own, with style sheet and fonts.
 */
import katex from 'katex'
import 'katex/dist/katex.min.css'

/** Replaces the content of `into`. Throws on TeX that KaTeX does not know: the registry's mistake. */
export function typeset(tex: string, into: HTMLElement): void {
  const markup = katex.renderToString(String.raw`\displaystyle ${tex}`, {
    output: 'htmlAndMathml',
    throwOnError: true,
  })
  // The page's policy refuses style attributes, and KaTeX itself sets one; properties it allows.
  const styled = markup.replaceAll(' style="', ' data-style="')
  const { body } = new DOMParser().parseFromString(styled, 'text/html')
  into.replaceChildren(...body.childNodes)
  for (const part of into.querySelectorAll<HTMLElement | SVGElement>('[data-style]')) {
    part.style.cssText = part.dataset.style ?? ''
    delete part.dataset.style
  }
}

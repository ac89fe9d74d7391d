/** Formulas of the registry: typeset once KaTeX has loaded, plain text until then. */
import { useLayoutEffect, useRef } from 'react'
import { ScrollRegion } from '../ScrollRegion.tsx'
import { plainFormula } from './plain.ts'
import { type Typeset, useTypeset } from './useTypeset.ts'
import './formula.css'

interface FormulaProps {
  /** For screen readers: what the formula is of. */
  readonly name: string
  /** TeX, one entry per line. */
  readonly tex: readonly string[]
}

/** Lines below each other; one that is too wide scrolls inside the box. */
export function Formula({ name, tex }: FormulaProps) {
  const typeset = useTypeset()
  return (
    <ScrollRegion name={name} className="formula-box">
      {tex.map((line) => (
        <div key={line} className="formula-line">
          <Tex tex={line} typeset={typeset} />
        </div>
      ))}
    </ScrollRegion>
  )
}

/** One symbol inside a text or a table. */
export function InlineFormula({ tex }: { readonly tex: string }) {
  return <Tex tex={tex} typeset={useTypeset()} />
}

function Tex({ tex, typeset }: { readonly tex: string; readonly typeset: Typeset | undefined }) {
  return typeset ? <MathSpan tex={tex} typeset={typeset} /> : <span>{plainFormula(tex)}</span>
}

/** KaTeX owns what is inside the span; React has no child there. */
function MathSpan({ tex, typeset }: { readonly tex: string; readonly typeset: Typeset }) {
  const span = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (span.current) typeset(tex, span.current)
  }, [tex, typeset])
  return <span ref={span} />
}

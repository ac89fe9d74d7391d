/**
 * What an estimator, a ratio rule, an aggregation mode and a post-processing rule say of themselves to a person.
 * It stands in the registry object beside the code that computes it; the page shows it from there.
 */
import type { SymbolId } from './symbols.ts'

export interface Method {
  /** Public id (UI, link, export header, conformance). */
  readonly id: string
  readonly label: string
  /**
   * The formula in TeX, one entry per line, in symbols alone (and `else`), so that it serves every language. Its plain
   * text is derived (`ui/formula/plain.ts`).
   */
  readonly tex: readonly string[]
  /** Symbols of `tex` that are neither sliders nor options. */
  readonly symbols: readonly SymbolId[]
  readonly source: string
  /** One to three short sentences: where people go wrong with it, with the number that shows it. */
  readonly pitfalls: readonly string[]
}

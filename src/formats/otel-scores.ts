/** Evaluation results of traces: one trace has one outcome, and evaluators may have given several. */
import { quote } from '../trace/diagnostic-list.ts'
import { textOf } from './harness-text.ts'
import type { Sink } from './types.ts'

interface Score {
  readonly name: string
  readonly value: number
  readonly time: string
  readonly line: number
  readonly sink: Sink
}

type Said = ReadonlyMap<string, unknown>

export class Scores {
  readonly #scores = new Map<string, Score[]>()

  /** Takes the score that attributes of a span, an event or a log record hold, if they do. */
  take(trace: string, said: Said, time: string, line: number, sink: Sink): void {
    const value = said.get('gen_ai.evaluation.score.value')
    if (typeof value !== 'number') return
    const name = textOf(said.get('gen_ai.evaluation.name')) ?? 'score'
    const score = { name, value, time, line, sink }
    const known = this.#scores.get(trace)
    if (known) known.push(score)
    else this.#scores.set(trace, [score])
  }

  /** Outcome by trace: the first score in time; a warning where another one says something else. */
  outcomes(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#scores].map(([trace, scores]) => {
        const sorted = scores.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
        const [first] = sorted
        const others = new Set(
          sorted.filter(({ value }) => value !== first.value).map((score) => told(score)),
        )
        if (others.size > 0) {
          const shown = [...others].slice(0, MOST_SHOWN).join(', ')
          const more = others.size > MOST_SHOWN ? ` and ${others.size - MOST_SHOWN} more` : ''
          const message =
            `trace ${quote(trace)} has several scores; the first, ${told(first)}, is the outcome, ` +
            `${shown}${more} ${others.size > 1 ? 'are' : 'is'} not.`
          const { line, sink } = first
          sink.warn({ code: 'several-scores', line, message })
        }
        return [trace, first.value]
      }),
    )
  }
}

const MOST_SHOWN = 5

const told = ({ name, value }: Score): string => `${quote(name)} ${value}`

/** Which turn of a SkyRL step-wise trajectory comes after which: a prompt begins with all that was said before. */
import type { JsonObject } from './canonical-row.ts'

/** A row: one turn. */
export interface Step {
  readonly row: JsonObject
  readonly line: number
  readonly prompt: string
}

export const responseOf = ({ row }: Step): string => String(row.output_response)

interface Open<T> {
  readonly step: Step
  readonly trajectory: T
}

/**
 * The turns that may have a next one, found by a hash of what it has to begin with: the rows of an evaluation
 * are many, and so long that they cannot be compared one by one.
 */
export class OpenTurns<T> {
  /** By hash; the latest is the last. */
  readonly #byHash = new Map<number, Open<T>[]>()
  readonly #lengths = new Set<number>()

  add(step: Step, trajectory: T): void {
    for (const beginning of beginningsOf(step)) {
      const hash = hashOf(beginning, hashOf(taskOf(step)))
      const known = this.#byHash.get(hash)
      if (known) known.push({ step, trajectory })
      else this.#byHash.set(hash, [{ step, trajectory }])
      this.#lengths.add(beginning.length)
    }
  }

  /** The trajectory that the row goes on, to the letter; its last turn is open no more. */
  take(next: Step): T | undefined {
    let hash = hashOf(taskOf(next))
    let found: Open<T> | undefined
    for (let k = 0; k < next.prompt.length; k++) {
      hash = hashed(hash, next.prompt.charCodeAt(k))
      if (!this.#lengths.has(k + 1)) continue
      // The longest beginning says most.
      found = this.#byHash.get(hash)?.findLast(({ step }) => goesOn(step, next)) ?? found
    }
    if (found) this.#close(found.step)
    return found?.trajectory
  }

  #close(step: Step): void {
    for (const beginning of beginningsOf(step)) {
      const open = this.#byHash.get(hashOf(beginning, hashOf(taskOf(step))))
      const at = open?.findLastIndex((one) => one.step === step) ?? -1
      if (at >= 0) open?.splice(at, 1)
    }
  }
}

/** What the next prompt may begin with: templates leave the thoughts of former turns out. */
function beginningsOf(step: Step): readonly string[] {
  const said = responseOf(step)
  const afterThought = said.slice(said.lastIndexOf(THOUGHT_END) + THOUGHT_END.length).trimStart()
  const answers = said.includes(THOUGHT_END) ? [said, afterThought] : [said]
  return answers.filter((answer) => answer !== '').map((answer) => step.prompt + answer)
}

const THOUGHT_END = '</think>'

/** What all turns of a sample have in common: the task's own fields. */
const taskOf = ({ row }: Step): string => JSON.stringify([row.data_source, row.env_extras])

const goesOn = (former: Step, next: Step): boolean =>
  beginningsOf(former).some((beginning) => next.prompt.startsWith(beginning)) &&
  taskOf(former) === taskOf(next)

const SEED = 0x811c9dc5
const hashed = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

function hashOf(text: string, seed = SEED): number {
  let hash = seed
  for (let k = 0; k < text.length; k++) hash = hashed(hash, text.charCodeAt(k))
  return hash
}

/** Names that keep rollouts and groups apart where files, formats or training steps use an id twice. */

/** Names that are no ids: few, as most ids come once. Whose they are: an id and what tells it from others like it. */
class MadeUp {
  readonly #bearers = new Map<string, string>()

  has(name: string): boolean {
    return this.#bearers.size > 0 && this.#bearers.has(name)
  }

  /**
   * The id with `suffix` behind it, as often as it takes to be a name of its own; the same again for the same bearer.
   *
   * @param isId whether a name is the id of another that bears it itself
   */
  name(id: string, of: string, suffix: string, isId: (name: string) => boolean): string {
    const bearer = `${of}\0${id}`
    for (let name = id + suffix; ; name += suffix) {
      const known = this.#bearers.get(name)
      if (known === bearer) return name
      if (known !== undefined || isId(name)) continue
      this.#bearers.set(name, bearer)
      return name
    }
  }
}

/** Ids by format: an id that another format used first gets the format's name behind it. */
export class Namespace {
  readonly #owner = new Map<string, string>()
  readonly #madeUp = new MadeUp()

  name(id: string, format: string): string {
    const owner = this.#owner.get(id)
    if (owner === format) return id
    if (owner === undefined && !this.#madeUp.has(id)) {
      this.#owner.set(id, format)
      return id
    }
    return this.#madeUp.name(id, format, ` (${format})`, (name) => this.#owner.has(name))
  }
}

interface Known {
  /** Name of the rollout that came first, and its step. */
  readonly first: string
  step: number | undefined
  /** Name of the rollout whose row came last. */
  latest: string
}

/**
 * Ids of rollouts by training step: trainers number their rollouts anew in each, so that an id that comes with
 * another step is another rollout. A row without a step goes on with the last one of its id.
 */
export class StepIds {
  readonly #known = new Map<string, Known>()
  readonly #madeUp = new MadeUp()
  /** The id itself by the name that stands for it; names that are the id are not in it. */
  readonly own = new Map<string, string>()

  name(id: string, given: number | undefined): string {
    const step = Number.isFinite(given) ? given : undefined
    const known = this.#known.get(id)
    if (!known) {
      const first = this.#madeUp.has(id) ? this.#rename(id, 'first', step) : id
      this.#known.set(id, { first, step, latest: first })
      return first
    }
    if (step === undefined) return known.latest
    known.step ??= step
    known.latest = known.step === step ? known.first : this.#rename(id, String(step), step)
    return known.latest
  }

  #rename(id: string, of: string, step: number | undefined): string {
    const suffix = step === undefined ? ' (2)' : ` (step ${step})`
    const isId = (name: string) => this.#known.get(name)?.first === name
    const name = this.#madeUp.name(id, of, suffix, isId)
    this.own.set(name, id)
    return name
  }
}

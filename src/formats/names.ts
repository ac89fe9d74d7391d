/** Names that keep rollouts and groups apart where files, formats or training steps use an id twice. */

/** Who bears a name: an id, and what tells it from others of the same id. */
interface Bearer {
  readonly id: string
  readonly of: string | number | undefined
}

/** Names that were given out; none is given to two bearers, whatever the ids themselves look like. */
class Claims {
  readonly #bearers = new Map<string, Bearer>()

  /** The id, with `suffix` behind it as often as it takes to be a name of its own; the same again for the same bearer. */
  name(id: string, of: Bearer['of'], suffix: () => string): string {
    for (let name = id; ; name += suffix()) {
      const bearer = this.#bearers.get(name)
      if (bearer && (bearer.id !== id || bearer.of !== of)) continue
      if (!bearer) this.#bearers.set(name, { id, of })
      return name
    }
  }
}

/** Ids by format: an id that another format used first gets the format's name behind it. */
export class Namespace {
  readonly #claims = new Claims()

  name(id: string, format: string): string {
    return this.#claims.name(id, format, () => ` (${format})`)
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
  readonly #claims = new Claims()
  readonly #known = new Map<string, Known>()
  /** The id itself by the name that stands for it; names that are the id are not in it. */
  readonly own = new Map<string, string>()

  name(id: string, given: number | undefined): string {
    const step = Number.isFinite(given) ? given : undefined
    const known = this.#known.get(id)
    if (!known) {
      const first = this.#claim(id, undefined, step)
      this.#known.set(id, { first, step, latest: first })
      return first
    }
    if (step === undefined) return known.latest
    known.step ??= step
    known.latest = known.step === step ? known.first : this.#claim(id, step, step)
    return known.latest
  }

  #claim(id: string, of: number | undefined, step: number | undefined): string {
    const name = this.#claims.name(id, of, () => (step === undefined ? ' (2)' : ` (step ${step})`))
    if (name !== id) this.own.set(name, id)
    return name
  }
}

/** Totals of a session's batch: which of them are known, and the passes over all tokens that sum the others. */
import type { EngineStatus, Totals, TotalsRequest } from './api.ts'
import type { Loss } from './loss.ts'
import { inSteps } from './pauses.ts'
import { type Computed, statisticsOf, weigh } from './slots.ts'
import { createTurn } from './turn.ts'
import type { Pause } from './viewing.ts'
import { Weights } from './weights.ts'

/** Whose totals: of the present settings, whose rollout was brought. */
export interface Asked {
  readonly computed: Computed
  readonly request: TotalsRequest
  /** Undefined: the trace serves no ratio rule. */
  readonly losses: Loss | undefined
}

export class BatchTotals {
  readonly #status: () => EngineStatus
  readonly #turn = createTurn(() => performance.now())
  readonly #weights = new Weights()

  /** @param status asked after every pass: the engine may have fallen back meanwhile */
  constructor(status: () => EngineStatus) {
    this.#status = status
  }

  /**
   * For a picture: those that need no pass, but for its turn to wait for all.
   * @param waits whatever it costs
   */
  async forPicture(asked: Asked, waits: boolean): Promise<Totals> {
    return waits || this.#turn.isDue() ? this.#sum(asked) : this.#of(asked)
  }

  /** After a picture: all of them, given up where `isWanted` says so. */
  async afterPicture(asked: Asked, isWanted: () => boolean): Promise<Totals | 'superseded'> {
    return inSteps(
      (pause) => this.#sum(asked, pause),
      async () => {},
      isWanted,
    )
  }

  async #sum(asked: Asked, pause?: Pause): Promise<Totals> {
    const { computed, request, losses } = asked
    const started = performance.now()
    await weigh(computed)
    await losses?.tally(computed, request.settings, pause)
    const totals = await this.#of(asked, { pause })
    this.#turn.took(performance.now() - started)
    return totals
  }

  /** @param sums absent: nothing is to be summed */
  async #of(
    { computed, request, losses }: Asked,
    sums?: { readonly pause: Pause | undefined },
  ): Promise<Totals> {
    const { settings, rollout } = request
    const statistics = statisticsOf(computed, this.#status)
    const tallies = losses?.tallies(computed, settings)
    const areCounted = !losses || tallies !== undefined
    const ratios = { applied: losses?.applied, areCounted }
    const weights = request.weights
      ? await this.#weights.view(computed, ratios, settings.aggregate, rollout, sums)
      : undefined
    const areAll =
      statistics !== undefined && areCounted && (!request.weights || weights !== undefined)
    this.#turn.note(areAll)
    return { statistics, tallies, weights, areAll }
  }
}

/** The two estimators of a session: graph, engine handle and result columns, kept while they still fit. */
import { createEvaluation, type Evaluation, setParameters } from '../credit/evaluate.ts'
import { rulesOn } from '../credit/post-registry.ts'
import { estimatorOf } from '../credit/registry.ts'
import { fetchWork, isMissing } from '../credit/work.ts'
import { type Engine, type EngineHandle, type Ticked, tickedHere } from '../engine/engine.ts'
import type { Batch } from '../trace/batch.ts'
import { createDerived } from '../trace/derived.ts'
import { type Prepared, prepare } from '../trace/prepare.ts'
import type { BatchStatistics, CreditSettings, EngineStatus } from './api.ts'
import type { StepBatches } from './step-batches.ts'

/** Few visits fit a baseline. */
const fitting = () => import('../trace/prepare-fitted.ts')

/** Loads ahead what some settings need. */
export const prepareSlots = (): Promise<unknown> => Promise.all([fitting(), fetchWork()])

/** One estimator, scanned. */
export interface SlotResult {
  readonly evaluation: Evaluation
}

export interface Computed {
  readonly batch: Batch
  /** Of values that are fitted; undefined: they are not. */
  readonly fit: Prepared['fit']
  readonly a: SlotResult
  readonly b: SlotResult
  /** Milliseconds so far; `weigh` adds its own. */
  readonly spent: { scanMs: number }
}

interface HeldSlot {
  readonly key: string
  readonly evaluation: Evaluation
  /** One per stage of the evaluation. */
  readonly handles: readonly EngineHandle[]
}

/** Evaluates settings on one engine; a slider tick re-uses graphs, handles and columns. */
export class Slots {
  readonly #ofStep: StepBatches
  readonly #engine: Engine
  #prepared: (Prepared & { readonly key: string }) | undefined
  readonly #held: { a: HeldSlot | undefined; b: HeldSlot | undefined } = {
    a: undefined,
    b: undefined,
  }

  /** @param base the batch, or one per training step */
  constructor(base: Batch | StepBatches, engine: Engine) {
    this.#ofStep = typeof base === 'function' ? base : async () => base
    this.#engine = engine
  }

  /** The batch as the estimators see it under these settings. */
  async prepared(settings: CreditSettings): Promise<Prepared> {
    const key = JSON.stringify([settings.values, settings.outcomes, settings.step])
    if (this.#prepared?.key !== key) {
      const base = await this.#ofStep(settings.step)
      const { values, outcomes } = settings
      const { batch, fit } =
        values.kind === 'fitted'
          ? (await fitting()).prepareAny(base, values, outcomes)
          : prepare(base, values, outcomes)
      this.#prepared = { key, batch: { ...batch, derived: batch.derived ?? createDerived() }, fit }
    }
    return this.#prepared
  }

  async compute(settings: CreditSettings): Promise<Computed> {
    const { batch, fit } = await this.prepared(settings)
    if ([settings.a, settings.b].some(lacksWork)) await fetchWork()
    const a = await this.#hold('a', settings, batch)
    const b = await this.#hold('b', settings, batch)
    const started = performance.now()
    const [ticksA, ticksB] = await this.#tickAll([a, b], settings)
    const ticked = performance.now() - started
    await Promise.all([a.evaluation.ready(ticksA[0]), b.evaluation.ready(ticksB[0])])
    const again = performance.now()
    await Promise.all([a.evaluation.follow(ticksA), b.evaluation.follow(ticksB)])
    return { batch, fit, a, b, spent: { scanMs: ticked + performance.now() - again } }
  }

  dispose(): void {
    this.#release('a')
    this.#release('b')
  }

  async #hold(name: 'a' | 'b', settings: CreditSettings, batch: Batch): Promise<HeldSlot> {
    const slot = settings[name]
    const key = JSON.stringify([slot, settings.values, settings.outcomes, settings.step])
    const held = this.#held[name]
    if (held?.key === key) return held
    // Whatever fails below, nothing may be found here whose handles are gone.
    this.#release(name)
    const estimator = estimatorOf(slot.estimator)
    if (!estimator) throw new Error(`unknown estimator ${slot.estimator}`)
    const evaluation = createEvaluation(batch, estimator, slot.options)
    const handles: EngineHandle[] = []
    const next = { key: '', evaluation, handles }
    this.#held[name] = next
    for (const { graph } of evaluation.stages) handles.push(await this.#engine.load(graph))
    // Only now: a load that failed half-way is never taken for a whole one.
    const whole = { ...next, key }
    this.#held[name] = whole
    return whole
  }

  #release(name: 'a' | 'b'): void {
    for (const handle of this.#held[name]?.handles ?? []) this.#engine.release(handle)
    this.#held[name] = undefined
  }

  /** Ticks of all stages; the handles have result buffers of their own, so none overwrites another. */
  async #tickAll(
    slots: readonly HeldSlot[],
    settings: CreditSettings,
  ): Promise<readonly (readonly Ticked[])[]> {
    for (const { evaluation } of slots) setParameters(evaluation, settings)
    const requests = slots.map(({ evaluation, handles }) =>
      evaluation.stages.map(({ gamma, runs }, i) => ({ handle: handles[i], gamma, runs })),
    )
    const engine = this.#engine
    if (engine.scanAll) {
      // One submission to the GPU instead of one per estimator.
      const results = await engine.scanAll(requests.flat())
      let next = 0
      return requests.map((own) => own.map(() => tickedHere(results[next++])))
    }
    return Promise.all(
      requests.map((own) =>
        Promise.all(own.map(({ handle, gamma, runs }) => engine.tick(handle, gamma, runs))),
      ),
    )
  }
}

/** Its graph, or the rules that it switches on, may not be here yet. */
const lacksWork = ({ estimator, options }: CreditSettings['a']): boolean =>
  isMissing(estimatorOf(estimator)?.graph) || rulesOn(options).length > 0

/** Lets go of the slots after their use. */
export async function onSlots<T>(slots: Slots, use: (slots: Slots) => Promise<T>): Promise<T> {
  try {
    return await use(slots)
  } finally {
    slots.dispose()
  }
}

/** Makes the rollouts' numbers of both estimators readable. */
export async function bring({ a, b }: Computed, ...rollouts: readonly number[]): Promise<void> {
  await Promise.all(
    [a, b].flatMap(({ evaluation }) => rollouts.map((rollout) => evaluation.bring(rollout))),
  )
}

/** Makes the statistics of both estimators readable. */
export async function weigh({ a, b, spent }: Computed): Promise<void> {
  if (a.evaluation.isWeighed && b.evaluation.isWeighed) return
  await Promise.all([a.evaluation.ready(), b.evaluation.ready()])
  const started = performance.now()
  await Promise.all([a.evaluation.weigh(), b.evaluation.weigh()])
  spent.scanMs += performance.now() - started
}

/** Undefined where they are not weighed. */
export function statisticsOf(
  { a, b, spent }: Computed,
  status: () => EngineStatus,
): BatchStatistics | undefined {
  if (!a.evaluation.isWeighed || !b.evaluation.isWeighed) return undefined
  const [ofA, ofB] = [a, b].map(({ evaluation }) => evaluation.statistics)
  return { a: ofA, b: ofB, engine: status(), scanMs: spent.scanMs }
}

/** Makes all numbers of both estimators readable. */
export async function bringAll(computed: Computed): Promise<void> {
  const { a, b } = computed
  await weigh(computed)
  await Promise.all([a.evaluation.bringAll(), b.evaluation.bringAll()])
}

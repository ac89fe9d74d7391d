/** The two estimators of a session: graph, engine handle and result columns, kept while they still fit. */
import {
  createEvaluation,
  type Evaluation,
  type NodeResults,
  setParameters,
  spread,
} from '../credit/evaluate.ts'
import { estimatorOf } from '../credit/registry.ts'
import type { Engine, EngineHandle } from '../engine/engine.ts'
import type { Batch } from '../trace/batch.ts'
import { prepareBatch } from '../trace/prepare.ts'
import type { CreditSettings, Slot } from './api.ts'

/** One estimator, scanned. */
export interface SlotResult {
  readonly evaluation: Evaluation
  /** Un-scaled accumulators per node of the latest scan. */
  readonly scan: NodeResults
}

export interface Computed {
  readonly batch: Batch
  readonly a: SlotResult
  readonly b: SlotResult
  readonly scanMs: number
}

interface HeldSlot {
  readonly key: string
  readonly evaluation: Evaluation
  readonly handle: EngineHandle
}

/** Evaluates settings on one engine; a slider tick re-uses graphs, handles and columns. */
export class Slots {
  readonly #base: Batch
  readonly #engine: Engine
  #prepared: { readonly key: string; readonly batch: Batch } | undefined
  #a: HeldSlot | undefined
  #b: HeldSlot | undefined

  constructor(base: Batch, engine: Engine) {
    this.#base = base
    this.#engine = engine
  }

  /** The batch as the estimators see it under these settings. */
  prepared(settings: CreditSettings): Batch {
    const key = JSON.stringify([settings.values, settings.outcomes])
    if (this.#prepared?.key !== key) {
      this.#prepared = {
        key,
        batch: prepareBatch(this.#base, settings.values, settings.outcomes),
      }
    }
    return this.#prepared.batch
  }

  async compute(settings: CreditSettings): Promise<Computed> {
    const batch = this.prepared(settings)
    this.#a = await this.#hold(this.#a, settings.a, settings, batch)
    this.#b = await this.#hold(this.#b, settings.b, settings, batch)
    const started = performance.now()
    const scanA = await this.#scan(this.#a, settings)
    const scanB = await this.#scan(this.#b, settings)
    const scanMs = performance.now() - started
    spread(batch, this.#a.evaluation, scanA)
    spread(batch, this.#b.evaluation, scanB)
    return {
      batch,
      a: { evaluation: this.#a.evaluation, scan: scanA },
      b: { evaluation: this.#b.evaluation, scan: scanB },
      scanMs,
    }
  }

  dispose(): void {
    for (const held of [this.#a, this.#b]) if (held) this.#engine.release(held.handle)
    this.#a = undefined
    this.#b = undefined
  }

  async #hold(
    held: HeldSlot | undefined,
    slot: Slot,
    settings: CreditSettings,
    batch: Batch,
  ): Promise<HeldSlot> {
    const key = JSON.stringify([slot, settings.values, settings.outcomes])
    if (held?.key === key) return held
    if (held) this.#engine.release(held.handle)
    const estimator = estimatorOf(slot.estimator)
    if (!estimator) throw new Error(`unknown estimator ${slot.estimator}`)
    const evaluation = createEvaluation(batch, estimator, slot.options)
    return { key, evaluation, handle: await this.#engine.load(evaluation.graph) }
  }

  #scan(held: HeldSlot, settings: CreditSettings): Promise<NodeResults> {
    setParameters(held.evaluation, settings)
    return this.#engine.scan(held.handle, settings.gamma, held.evaluation.runs)
  }
}

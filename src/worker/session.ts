/** The computing side of one loaded trace: frames, single tokens, the float64 check and the export. */
import { lackedBy } from '../credit/needs.ts'
import { columnPlan, presentLogProbs } from '../credit/ratio/columns.ts'
import { ratioRuleOf } from '../credit/ratio/registry.ts'
import { fetchWork } from '../credit/work.ts'
import { type Engine, EXACT_UP_TO } from '../engine/engine.ts'
import type { LoadedTrace } from '../formats/types.ts'
import type { Batch } from '../trace/batch.ts'
import type {
  Agreement,
  CreditSettings,
  EngineStatus,
  Frame,
  FrameRequest,
  RatioChoice,
  Removed,
  RolloutDetail,
  TokenRequest,
  TokenView,
  Totals,
  TotalsRequest,
} from './api.ts'
import type { BatchTotals } from './batch-totals.ts'
import { unavailableChoices } from './describe.ts'
import { rolloutDetail } from './detail.ts'
import type { Entropy } from './entropy.ts'
import type { ExactSide } from './exact.ts'
import type { Loss } from './loss.ts'
import { isZoomedOut, Pictures } from './picture.ts'
import { coefficientExtent } from './prepared-rule.ts'
import type { ExportFormat, SessionSide } from './protocol.ts'
import type { TraceExport } from './share.ts'
import {
  bring,
  type Computed,
  onSlots,
  type SlotResult,
  Slots,
  statisticsOf,
  weigh,
} from './slots.ts'
import { createStepBatches, type StepBatches } from './step-batches.ts'
import { createViewers } from './viewers.ts'
import { isRest } from './viewing.ts'
import type { ViewAnswer, ViewKind, ViewRequest } from './views.ts'

const lossModule = () => import('./loss.ts')
const parts = () => import('./session-parts.ts')

/** Loads ahead what some settings and some requests need. */
export const prepareSession = (): Promise<unknown> =>
  Promise.all([parts().then(({ prepareExports }) => prepareExports()), lossModule(), fetchWork()])

const NO_RULES = { first: undefined, second: undefined } as const
const NO_TOTALS = { tallies: undefined, weights: undefined, areAll: true } as const

export class Session implements SessionSide {
  readonly #batches: StepBatches
  readonly #exact: ExactSide
  readonly #engine: Engine
  readonly #status: () => EngineStatus
  readonly #slots: Slots
  /** One computation at a time: they share the engine's result buffers. */
  #queue: Promise<unknown> = Promise.resolve()
  /** Made for the first rule that the trace serves. */
  #loss: Loss | undefined
  /** Made for the first request that wants them. */
  #entropy: Entropy | undefined
  #totals: BatchTotals | undefined
  readonly #pictures = new Pictures()
  readonly #viewers = createViewers()
  #served: (Pick<Frame, 'unavailable' | 'lacks'> & { readonly batch: Batch }) | undefined
  #detail: { readonly of: readonly unknown[]; readonly detail: RolloutDetail } | undefined
  /** Settings of the newest frame that was asked for. */
  #wanted: { readonly key: string } | undefined
  #latest: { readonly key: string; readonly computed: Computed } | undefined

  /** @param status asked after every scan: the engine may have fallen back meanwhile */
  constructor(trace: LoadedTrace, engine: Engine, status: () => EngineStatus) {
    this.#batches = createStepBatches(trace)
    const queue = () => this.#queue
    this.#exact = { batches: this.#batches, recordedSteps: trace.steps, queue }
    this.#engine = engine
    this.#status = status
    this.#slots = new Slots(this.#batches, engine)
  }

  frame(request: FrameRequest): Promise<Frame> {
    this.#wanted = { key: JSON.stringify(request.settings) }
    return this.#exclusively(async () => {
      const started = performance.now()
      const computed = await this.#compute(request.settings)
      const { batch, a, b } = computed
      const losses = await this.#lossUnder(batch, request.settings)
      await bring(computed, request.rollout)
      if (b.evaluation.options.reweight === 'asyppo') {
        this.#entropy ??= new (await parts()).Entropy()
      }
      const blocks = isZoomedOut(request) ? await parts() : undefined
      // Of so few tokens they take no longer than a message.
      const isSmall = batch.positionCount <= EXACT_UP_TO
      if (isSmall) await weigh(computed)
      const totals =
        isSmall && !losses && !request.weights
          ? { ...NO_TOTALS, statistics: statisticsOf(computed, this.#status) }
          : await (await this.#totalsMade()).forPicture({ computed, request, losses }, isSmall)
      const whole = this.#pictures.whole(computed, request)
      const rules = losses?.view(computed, request.settings, request.rollout) ?? NO_RULES
      const rule = request.coefficient ? losses?.prepare(computed, request.settings) : undefined
      return {
        request,
        detail: this.#detailOf(computed, request.rollout),
        strips: this.#pictures.strips(computed, request, rule, blocks?.createPyramid),
        ...whole,
        extent: Math.max(whole.extent, rule ? coefficientExtent(rule, request.rollout) : 0),
        loss: { ...rules, entropy: this.#entropy?.view(computed, request.rollout) },
        ...this.#whatItServes(batch),
        fit: computed.fit,
        ...totals,
        removedA: removedBy(a, batch),
        removedB: removedBy(b, batch),
        engine: this.#status(),
        totalMs: performance.now() - started,
      }
    })
  }

  totals(request: TotalsRequest): Promise<Totals | 'superseded'> {
    const { settings, rollout } = request
    const key = JSON.stringify(settings)
    return this.#exclusively(async () => {
      const wanted = this.#wanted
      // Of values that are on no screen any more: a drag asks for newer ones.
      if (wanted?.key !== key) return 'superseded'
      const computed = await this.#compute(settings)
      const losses = await this.#lossUnder(computed.batch, settings)
      await bring(computed, rollout)
      const totals = await this.#totalsMade()
      // The next picture is not kept waiting.
      return totals.afterPicture({ computed, request, losses }, () => this.#wanted === wanted)
    })
  }

  token(request: TokenRequest): Promise<TokenView> {
    return this.#exclusively(async () => {
      const { tokenView } = await parts()
      const computed = await this.#compute(request.settings)
      await bring(computed, request.rollout)
      const losses = await this.#lossUnder(computed.batch, request.settings)
      return tokenView(computed, request, losses?.prepare(computed, request.settings))
    })
  }

  /** `superseded`: a frame with other settings was asked for meanwhile. */
  async view<K extends ViewKind>(request: ViewRequest<K>): Promise<ViewAnswer<K> | 'superseded'> {
    const asked = this.#wanted
    const given = await this.#exclusively(async () => {
      const computed = await this.#compute(request.settings)
      const aside = <T>(use: (slots: Slots) => Promise<T>): Promise<T> =>
        onSlots(new Slots(this.#batches, this.#engine), use)
      return this.#viewers[request.kind]({ request, computed, aside })
    })
    if (!isRest(given)) return { request, view: given }
    const key = JSON.stringify(request.settings)
    const { inSteps } = await parts()
    const view = await inSteps(
      async (pause) => {
        await pause()
        return given.rest(pause)
      },
      () => this.#queue,
      () => this.#wanted === asked || this.#wanted?.key === key,
    )
    return view === 'superseded' ? view : { request, view }
  }

  compare(settings: CreditSettings): Promise<Agreement> {
    return this.#exclusively(async () => {
      const { compare } = await parts()
      return compare(this.#exact, settings, this.#status().id, await this.#compute(settings))
    })
  }

  async exportRows(
    settings: CreditSettings,
    format: ExportFormat,
    port?: MessagePort,
  ): Promise<Blob> {
    return (await parts()).exportRows(this.#exact, settings, format, port)
  }

  exportTrace(settings: CreditSettings, what: TraceExport): Promise<Blob> {
    return this.#exclusively(async () => (await parts()).exportTrace(this.#exact, settings, what))
  }

  dispose(): void {
    this.#slots.dispose()
    this.#latest = undefined
    this.#detail = undefined
    this.#engine.dispose()
  }

  async #totalsMade(): Promise<BatchTotals> {
    this.#totals ??= new (await parts()).BatchTotals(this.#status)
    return this.#totals
  }

  /** The same object while rollout, batch and both graphs are the same: it is what is sent only once. */
  #detailOf({ batch, a, b }: Computed, rollout: number): RolloutDetail {
    const of = [batch, rollout, a.evaluation, b.evaluation]
    if (!this.#detail || this.#detail.of.some((part, i) => part !== of[i])) {
      this.#detail = { of, detail: rolloutDetail(batch, rollout, a.evaluation, b.evaluation) }
    }
    return this.#detail.detail
  }

  /** Undefined where the trace serves none of the rules; the code comes with the first that it serves. */
  async #lossUnder(batch: Batch, settings: CreditSettings): Promise<Loss | undefined> {
    const present = presentLogProbs(batch)
    const isServed = ({ rule: id }: RatioChoice): boolean => {
      const rule = ratioRuleOf(id)
      return !rule || columnPlan(present, rule, settings.drift !== undefined) !== undefined
    }
    const { ratio, against } = settings
    if (!isServed(ratio) && !(against && isServed(against))) return undefined
    if (!this.#loss) {
      const [{ Loss }] = await Promise.all([lossModule(), fetchWork()])
      this.#loss = new Loss()
    }
    return this.#loss
  }

  #whatItServes(batch: Batch): Pick<Frame, 'unavailable' | 'lacks'> {
    if (this.#served?.batch !== batch) {
      this.#served = { batch, unavailable: unavailableChoices(batch), lacks: lackedBy(batch) }
    }
    return { unavailable: this.#served.unavailable, lacks: this.#served.lacks }
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(work, work)
    this.#queue = next.catch(() => {})
    return next
  }

  async #compute(settings: CreditSettings): Promise<Computed> {
    // The loss reads advantages and changes none; the scan stays.
    const { epsLow, epsHigh, ratio, against, drift, aggregate, ...scanned } = settings
    const key = JSON.stringify(scanned)
    if (this.#latest?.key !== key) {
      this.#latest = undefined
      this.#latest = { key, computed: await this.#slots.compute(settings) }
    }
    return this.#latest.computed
  }
}

function removedBy({ evaluation }: SlotResult, { rolloutCount }: Batch): Removed | undefined {
  const { removal } = evaluation
  if (!removal) return undefined
  const { byRule, actions, removed } = removal
  return { byRule, actions, removed, rollouts: rolloutCount }
}

/** What leaves the page, and what its engine is held against: in float64, beside the frames. */
import { createReferenceEngine } from '../engine/reference/engine.ts'
import { agreement } from './agreement.ts'
import type { Agreement, CreditSettings, EngineStatus } from './api.ts'
import { pauses } from './pauses.ts'
import type { ExportFormat } from './protocol.ts'
import type { TraceExport } from './share.ts'
import { bringAll, type Computed, onSlots, Slots } from './slots.ts'
import { type StepBatches, stepsOfBatch } from './step-batches.ts'

const rowsModule = () => import('./export-rows.ts')
const traceModule = () => import('./export-trace.ts')

/** What of a session it works with. */
export interface ExactSide {
  readonly batches: StepBatches
  readonly recordedSteps: Float64Array | undefined
  /** Settles when what the session computes now is done. */
  readonly queue: () => Promise<unknown>
}

/** Largest difference between the running engine and float64, over both estimators and all tokens. */
export async function compare(
  side: ExactSide,
  settings: CreditSettings,
  engine: EngineStatus['id'],
  got: Computed,
): Promise<Agreement> {
  await bringAll(got)
  return inFloat64(side, settings, (want) => agreement(engine, got, want))
}

/** Always float64: a file that is compared elsewhere must not carry this machine's float32 rounding. */
export async function exportRows(
  side: ExactSide,
  settings: CreditSettings,
  format: ExportFormat,
  port?: MessagePort,
): Promise<Blob> {
  const { exportCsv, exportJson, watch } = await rowsModule()
  const write = format === 'csv' ? exportCsv : exportJson
  const { report, isWanted } = watch(port)
  // It computes in columns of its own, so frames need not wait for its end.
  const pause = pauses(side.queue, isWanted)
  const step = (share: number): Promise<void> => {
    report(share)
    return pause()
  }
  return inFloat64(side, settings, (computed) => {
    const steps = stepsOfBatch(side.recordedSteps, computed.batch, settings.step)
    return write(computed, settings, step, steps)
  })
}

/** The trace as it is on the screen, in float64; without an estimator nothing is computed. */
export async function exportTrace(
  side: ExactSide,
  settings: CreditSettings,
  { kind, advantages }: TraceExport,
): Promise<Blob> {
  const { withAdvantages, withTyped, writeTrace } = await traceModule()
  const base = await side.batches(settings.step)
  const steps = stepsOfBatch(side.recordedSteps, base, settings.step)
  return advantages === 'recorded'
    ? writeTrace(withTyped(base, settings.outcomes), kind, steps)
    : inFloat64(side, settings, (computed) =>
        writeTrace(withAdvantages(base, computed, advantages), kind, steps),
      )
}

/** Loads ahead what writes them. */
export const prepareExports = (): Promise<unknown> =>
  Promise.all([rowsModule(), traceModule().then(({ prepareWriters }) => prepareWriters())])

async function inFloat64<T>(
  side: ExactSide,
  settings: CreditSettings,
  use: (computed: Computed) => T | Promise<T>,
): Promise<T> {
  return onSlots(new Slots(side.batches, createReferenceEngine()), async (slots) => {
    const computed = await slots.compute(settings)
    await bringAll(computed)
    return use(computed)
  })
}

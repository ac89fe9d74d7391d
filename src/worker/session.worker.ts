/** Lives as long as the page: owns the batch, the engine and every per-token result. */
import { expose } from 'comlink'
import { chooseEngine, tryEngines } from '../engine/choose.ts'
import type { EngineChoice } from '../engine/engine.ts'
import { availableGpu } from '../engine/webgpu/available.ts'
import { Session } from './session.ts'
import { createSessionHost, type MeasureEngines, type OpenSession } from './session-host.ts'

const cores = navigator.hardwareConcurrency

const open: OpenSession = async (trace, { forced, speeds }) => {
  let changed: EngineChoice['reason'] | undefined
  const { engine, reason } = await chooseEngine(forced, availableGpu(), {
    tokens: trace.batch.positionCount,
    speeds,
    cores,
    onChange: (choice) => {
      changed = choice.reason
    },
  })
  return new Session(trace, engine, () => ({
    id: engine.id,
    description: engine.description,
    reason: changed ?? reason,
  }))
}

/** What was asked for needs no trial. */
const measure: MeasureEngines = async ({ forced, speeds }) =>
  forced === undefined ? tryEngines(availableGpu(), { speeds, cores }) : undefined

expose(createSessionHost(open, measure))

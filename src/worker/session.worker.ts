/** Lives as long as the page: owns the batch, the engine and every per-token result. */
import { expose } from 'comlink'
import { chooseEngine } from '../engine/choose.ts'
import type { EngineChoice } from '../engine/engine.ts'
import { availableGpu } from '../engine/webgpu/adapter.ts'
import { Session } from './session.ts'
import { createSessionHost } from './session-host.ts'

const host = createSessionHost(async (trace, { forced, speeds }) => {
  let changed: EngineChoice['reason'] | undefined
  const { engine, reason } = await chooseEngine(forced, availableGpu(), {
    tokens: trace.batch.positionCount,
    speeds,
    cores: navigator.hardwareConcurrency,
    onChange: (choice) => {
      changed = choice.reason
    },
  })
  return new Session(trace, engine, () => ({
    id: engine.id,
    description: engine.description,
    reason: changed ?? reason,
  }))
})

expose(host)

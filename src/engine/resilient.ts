/**
 * An engine that outlives its device: lost once, it is rebuilt; lost again, or not to be rebuilt, the
 * fallback takes over. Handles stay valid, and a scan that was under way is repeated (design §4).
 */
import type { CreditGraph, RunParameters } from '../credit/graph.ts'
import { rememberRuns } from './check.ts'
import {
  BeyondFloat32,
  type Engine,
  type EngineChoice,
  type EngineHandle,
  EngineLost,
  type ScanRequest,
  type Ticked,
} from './engine.ts'
import { scanTogether } from './together.ts'

export interface Recovery {
  /** Makes the engine anew; a rejection means it cannot be had any more. Called once at most. */
  readonly rebuild: () => Promise<Engine>
  /** What a loss is called. Default: the device's. */
  readonly loss?: 'device-lost' | 'thread-lost'
  /** An engine that cannot be lost. */
  readonly fallback: () => Engine
  /** Called after each change of engine; `choice.engine` is the resilient engine itself. */
  readonly onChange: (choice: EngineChoice) => void
}

/** What the caller holds; the engine behind it and that engine's own handle may change. */
interface OuterHandle extends EngineHandle {
  inner: EngineHandle
}

/** Wraps `first`. Its `id` and `description` are those of the engine that is running now. */
export function createResilientEngine(first: Engine, recovery: Recovery): Engine {
  let current = first
  let rebuilt = false
  let disposed = false
  let recovering: Promise<void> | undefined
  const live = new Map<EngineHandle, OuterHandle>()

  /** Moves every live handle to `next`; disposes of it if one cannot be moved. */
  const adopt = async (next: Engine): Promise<void> => {
    try {
      for (const outer of live.values()) {
        const inner = await next.load(outer.graph)
        if (live.has(outer)) {
          rememberRuns(inner.runs, outer.inner.runs)
          outer.inner = inner
        } else next.release(inner)
      }
    } catch (error) {
      next.dispose()
      throw error
    }
    current = next
  }

  /** Why there is no rebuilt engine, or undefined if there is one. */
  const rebuildOnce = async (): Promise<string | undefined> => {
    if (rebuilt) return 'It had been rebuilt once already.'
    rebuilt = true
    try {
      await adopt(await recovery.rebuild())
      return undefined
    } catch (error) {
      // Whatever it was, numbers on the screen come first; the message reaches the chip.
      return error instanceof Error ? error.message : String(error)
    }
  }

  const recover = async (loss: EngineLost): Promise<void> => {
    current.dispose()
    if (loss instanceof BeyondFloat32) {
      await adopt(recovery.fallback())
      if (disposed) return current.dispose()
      recovery.onChange({ engine, reason: { code: 'beyond-float32', message: loss.message } })
      return
    }
    const obstacle = await rebuildOnce()
    if (obstacle !== undefined) await adopt(recovery.fallback())
    if (disposed) return current.dispose()
    const message = obstacle === undefined ? loss.message : `${loss.message} ${obstacle}`
    recovery.onChange({ engine, reason: { code: recovery.loss ?? 'device-lost', message } })
  }

  /** Runs `task` on the current engine, and again after each recovery. */
  const persist = async <T>(task: () => Promise<T>): Promise<T> => {
    for (;;) {
      await recovering
      const used = current
      try {
        return await task()
      } catch (error) {
        if (!(error instanceof EngineLost) || disposed) throw error
        // The first to notice recovers for all.
        if (used === current) {
          recovering ??= recover(error).finally(() => {
            recovering = undefined
          })
        }
      }
    }
  }

  const innerOf = (handle: EngineHandle): EngineHandle => {
    const outer = live.get(handle)
    if (outer === undefined) throw new Error('This handle was released, or is another engine’s.')
    return outer.inner
  }

  const engine: Engine = {
    get id() {
      return current.id
    },
    get description() {
      return current.description
    },
    load: (graph: CreditGraph) =>
      persist(async () => {
        const used = current
        const inner = await used.load(graph)
        // Lost and replaced in between: this handle died with its engine.
        if (used !== current) throw new EngineLost('The engine changed during a load.')
        const outer: OuterHandle = {
          graph,
          inner,
          get runs() {
            return this.inner.runs
          },
        }
        live.set(outer, outer)
        return outer
      }),
    scan: (handle: EngineHandle, gamma: number, runs: RunParameters) =>
      persist(() => current.scan(innerOf(handle), gamma, runs)),
    tick: async (handle, gamma, runs) => {
      const start = async () => ({
        by: current,
        ticked: await current.tick(innerOf(handle), gamma, runs),
      })
      let latest = await persist(start)
      // What was computed on a device that went is computed again.
      const use = <T>(work: (ticked: Ticked) => Promise<T>): Promise<T> =>
        persist(async () => {
          if (latest.by !== current) latest = await start()
          return work(latest.ticked)
        })
      return {
        ready: () => use(async (ticked) => ticked.ready?.()),
        statistics: () => use((ticked) => ticked.statistics()),
        read: (from, to) => use((ticked) => ticked.read(from, to)),
        advantages: (from, to) => use((ticked) => ticked.advantages(from, to)),
      }
    },
    /** As the engine of the moment: for the others nothing is gained. */
    get scanAll() {
      if (!current.scanAll) return undefined
      return (requests: readonly ScanRequest[]) =>
        persist(() =>
          scanTogether(
            current,
            requests.map((request) => ({ ...request, handle: innerOf(request.handle) })),
          ),
        )
    },
    release: (handle) => {
      const outer = live.get(handle)
      if (outer === undefined) return
      live.delete(handle)
      current.release(outer.inner)
    },
    dispose: () => {
      disposed = true
      live.clear()
      current.dispose()
    },
  }
  return engine
}

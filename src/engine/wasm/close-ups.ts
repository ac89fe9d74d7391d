/** Chains that are looked at closely, in float64, while the rest of the graph stays where it is computed. */
import type { CreditGraph, RunParameters } from '../../credit/graph.ts'
import { type ChainStretch, chainsAround } from '../../credit/scan.ts'
import { createCpuEngine } from '../cpu/engine.ts'
import type { EngineHandle, ScanResult } from '../engine.ts'

interface CloseUp extends ChainStretch {
  readonly handle: EngineHandle
}

/** Nodes that are kept ready for the next tick, besides those that were asked for last. */
const MOST_NODES = 2 ** 22

export interface CloseUps {
  /** Accumulators of nodes [from, to), in columns that the next call with the same nodes overwrites. */
  read(gamma: number, runs: RunParameters, from: number, to: number): Promise<ScanResult>
}

/** A slider tick finds the columns of the one before: a rollout of 1 M tokens would need 40 MB of new ones. */
export function createCloseUps(graph: CreditGraph): CloseUps {
  const engine = createCpuEngine()
  /** The one that was used last stands last. */
  const kept = new Map<string, CloseUp>()

  const load = async (from: number, to: number): Promise<CloseUp> => {
    const stretch = chainsAround(graph, from, to)
    return { ...stretch, handle: await engine.load(stretch.graph) }
  }

  const closeUpOf = async (from: number, to: number): Promise<CloseUp> => {
    const key = `${from} ${to}`
    const closeUp = kept.get(key) ?? (await load(from, to))
    kept.delete(key)
    kept.set(key, closeUp)
    let nodes = 0
    for (const [name, one] of [...kept].reverse()) {
      nodes += one.graph.nodeCount
      if (name === key || nodes <= MOST_NODES) continue
      engine.release(one.handle)
      kept.delete(name)
    }
    return closeUp
  }

  return {
    read: async (gamma, runs, from, to) => {
      if (from >= to) return { advantage: new Float64Array(0), critic: new Float64Array(0) }
      const { handle, firstRun, endRun, firstNode } = await closeUpOf(from, to)
      const own = {
        lambda: runs.lambda.subarray(firstRun, endRun),
        lambdaCritic: runs.lambdaCritic.subarray(firstRun, endRun),
        scale: runs.scale.subarray(firstRun, endRun),
      }
      const { advantage, critic } = await engine.scan(handle, gamma, own)
      return {
        advantage: advantage.subarray(from - firstNode, to - firstNode),
        critic: critic.subarray(from - firstNode, to - firstNode),
      }
    },
  }
}

/**
 * The cpu engine against the loop anyone would write: float64 arithmetic, one node after the other, over
 * the same Float32 columns. `npx tsx test/bench/engines.ts [nodes]` prints `name value target` lines.
 *
 * Nothing is timed before both agree with the float64 oracle.
 */
import type { CreditGraph, RunParameters } from '../../src/credit/graph.ts'
import { createCpuEngine } from '../../src/engine/cpu/engine.ts'
import type { ScanResult } from '../../src/engine/engine.ts'
import { type Links, resolveLinks } from '../../src/engine/links.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { numbersOf, runsFor } from '../property/engine-graphs.ts'
import { compareScans } from '../support/scanAgreement.ts'
import { CASES, MILLION } from './cases.ts'
import { interleave } from './measure.ts'

/** Both accumulators in one plain loop; `critic` is only written where it differs. */
function plainLoop(
  graph: CreditGraph,
  links: Links,
  gamma: number,
  runs: RunParameters,
  { advantage, critic }: ScanResult,
): void {
  const { runStart } = graph
  const [value, reward] = [graph.value, graph.reward].map(numbersOf)
  const both = critic !== advantage
  let a = 0
  let c = 0
  for (let run = graph.runCount - 1; run >= 0; run--) {
    const beta = gamma * runs.lambda[run]
    const betaCritic = gamma * runs.lambdaCritic[run]
    if (links.carry[run] === 0) {
      a = 0
      c = 0
    }
    let next = links.ahead[run]
    const start = runStart[run]
    if (both) {
      for (let k = runStart[run + 1] - 1; k >= start; k--) {
        const v = value[k]
        const delta = reward[k] + gamma * next - v
        a = delta + beta * a
        c = delta + betaCritic * c
        advantage[k] = a
        critic[k] = c
        next = v
      }
    } else {
      for (let k = runStart[run + 1] - 1; k >= start; k--) {
        const v = value[k]
        a = reward[k] + gamma * next - v + beta * a
        advantage[k] = a
        next = v
      }
    }
  }
}

async function measure(name: string, graph: CreditGraph, lambdaCritic: number | undefined) {
  const gamma = 1
  const runs = runsFor(graph, { gamma, lambda: 0.95, lambdaCritic })
  const cpu = createCpuEngine()
  const handle = await cpu.load(graph)
  const got = await cpu.scan(handle, gamma, runs)
  const links = resolveLinks(graph)
  const advantage = new Float32Array(graph.nodeCount)
  const plain: ScanResult = {
    advantage,
    critic: got.critic === got.advantage ? advantage : new Float32Array(graph.nodeCount),
  }
  plainLoop(graph, links, gamma, runs, plain)

  const reference = createReferenceEngine()
  const want = await reference.scan(await reference.load(graph), gamma, runs)
  for (const result of [got, plain]) {
    const { maxRelative, worst } = compareScans(result, want, graph)
    if (maxRelative > 1e-6) throw new Error(`${name}: wrong at ${JSON.stringify(worst)}`)
  }
  reference.dispose()

  const [engine, loop] = await interleave(
    [
      { name: 'cpu', run: () => cpu.scan(handle, gamma, runs) },
      { name: 'loop', run: () => plainLoop(graph, links, gamma, runs, plain) },
    ],
    15,
    5,
  )
  const label = `${name}, ${lambdaCritic === undefined ? 'one λ' : 'two λ'}`
  const detail = `cpu ${engine.minimum.toFixed(1)}/${engine.median.toFixed(1)} ms, loop ${loop.minimum.toFixed(1)}/${loop.median.toFixed(1)} ms (min/median)`
  console.log(`loop/cpu (${label}) ${(loop.median / engine.median).toFixed(2)} >=1.0  # ${detail}`)
}

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [MILLION, 16 * MILLION]
for (const nodes of sizes) {
  for (const [name, make] of Object.entries(CASES)) {
    const graph = make(nodes)
    await measure(`${nodes} nodes, ${name}`, graph, undefined)
    await measure(`${nodes} nodes, ${name}`, graph, 1)
  }
}

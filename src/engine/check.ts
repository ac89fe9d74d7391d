/** What every engine demands of a graph and of run parameters before it touches them. */
import { type CreditGraph, NEXT, type RunParameters } from '../credit/graph.ts'
import type { NodeColumn } from '../credit/node-column.ts'
import type { FloatColumn } from '../trace/batch.ts'
import { BeyondFloat32 } from './engine.ts'

function fail(what: string): never {
  throw new Error(`Credit graph: ${what}.`)
}

function checkOffsets(name: string, offsets: Uint32Array, count: number, end: number): void {
  if (offsets.length !== count + 1) fail(`${name} has ${offsets.length} entries, not ${count + 1}`)
  if (offsets[0] !== 0 || offsets[count] !== end) fail(`${name} does not run from 0 to ${end}`)
  for (let i = 0; i < count; i++) {
    if (offsets[i + 1] <= offsets[i]) fail(`${name}[${i + 1}] is not above its predecessor`)
  }
}

/**
 * Throws if the graph breaks its contract (credit/graph.ts). O(runs). An estimator's bug stops here,
 * where it has a name, and not as a wrong number on one engine of three.
 */
export function checkGraph(graph: CreditGraph): void {
  const { nodeCount, runCount, chainCount } = graph
  if (graph.value.length !== nodeCount) fail(`value has ${graph.value.length} nodes`)
  if (graph.reward.length !== nodeCount) fail(`reward has ${graph.reward.length} nodes`)
  for (const name of ['runNext', 'runAhead', 'runCarry'] as const) {
    if (graph[name].length !== runCount) fail(`${name} has ${graph[name].length} runs`)
  }
  checkOffsets('runStart', graph.runStart, runCount, nodeCount)
  checkOffsets('chainStart', graph.chainStart, chainCount, runCount)
  for (let run = 0; run < runCount; run++) {
    if (graph.runNext[run] > NEXT.explicit) fail(`runNext[${run}] is ${graph.runNext[run]}`)
  }
  for (let chain = 0; chain < chainCount; chain++) {
    const last = graph.chainStart[chain + 1] - 1
    if (graph.runNext[last] === NEXT.following) fail(`chain ${chain} looks past its own end`)
  }
}

/** Throws if a column of `runs` is shorter than the graph has runs. */
export function checkRuns(graph: CreditGraph, runs: RunParameters): void {
  const shortest = Math.min(runs.lambda.length, runs.lambdaCritic.length, runs.scale.length)
  if (shortest < graph.runCount) {
    throw new Error(`Run parameters cover ${shortest} of ${graph.runCount} runs.`)
  }
}

/** Whether one accumulator serves both: λ_critic equals λ on every run. */
export function sharesAccumulator(graph: CreditGraph, runs: RunParameters): boolean {
  const { lambda, lambdaCritic } = runs
  for (let run = 0; run < graph.runCount; run++) {
    if (lambda[run] !== lambdaCritic[run]) return false
  }
  return true
}

/** Keeps a handle's record of its latest scan; does nothing when the caller filled `own` itself. */
export function rememberRuns(own: RunParameters, runs: RunParameters): void {
  if (own === runs) return
  own.lambda.set(runs.lambda.subarray(0, own.lambda.length))
  own.lambdaCritic.set(runs.lambdaCritic.subarray(0, own.lambdaCritic.length))
  own.scale.set(runs.scale.subarray(0, own.scale.length))
}

/** Sums over a chain need headroom: 3.4e38 is float32's largest. */
const FLOAT32_HEADROOM = 1e34

const BLOCK = 65_536

function checkNumbers(numbers: FloatColumn): void {
  for (const x of numbers) checkNumber(x)
}

/** @throws BeyondFloat32 if float32 sums cannot hold numbers of this size */
export function checkNumber(x: number): void {
  if (Math.abs(x) > FLOAT32_HEADROOM) {
    // An engine that keeps float32 cannot tell which number was too large for it.
    const said = Math.abs(x) === Number.POSITIVE_INFINITY ? 'A number above 3.4e38' : x
    throw new BeyondFloat32(`${said} is more than float32 sums can hold.`)
  }
}

/** @throws BeyondFloat32 if a reward or look-ahead is too large for float32 sums */
export function checkRewards({ reward, runAhead }: CreditGraph): void {
  checkNumbers(runAhead)
  if (reward.listed) checkNumbers(reward.listed.number)
  else checkColumn(reward)
}

/** The same for values. */
export const checkValues = ({ value }: CreditGraph): void => checkColumn(value)

/** In blocks: a column may be made as it is read. */
function checkColumn(column: NodeColumn): void {
  for (let from = 0; from < column.length; from += BLOCK) {
    checkNumbers(column.read(from, Math.min(column.length, from + BLOCK)))
  }
}

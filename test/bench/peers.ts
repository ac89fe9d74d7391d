/** What others do, re-derived: a numpy loop over time, and uPlot fed with every token. */
import { spawnSync } from 'node:child_process'
import { inChromium } from './in-chromium.ts'
import { type Metric, median, spread } from './metric.ts'

/** As trainers write it: one step of time over all rollouts at once, in float32. */
const NUMPY = `
import json, sys, time
import numpy as np
rollouts, steps = 4096, 4096
rng = np.random.default_rng(1)
value = rng.random((rollouts, steps), dtype=np.float32)
reward = np.zeros((rollouts, steps), dtype=np.float32)
reward[:, -1] = 1
def scan(gamma, lam):
    advantage = np.empty_like(value)
    last = np.zeros(rollouts, dtype=np.float32)
    following = np.zeros(rollouts, dtype=np.float32)
    for t in range(steps - 1, -1, -1):
        delta = reward[:, t] + gamma * following - value[:, t]
        last = delta + gamma * lam * last
        advantage[:, t] = last
        following = value[:, t]
    return advantage
scan(0.999, 0.95)
times = []
for _ in range(3):
    began = time.perf_counter()
    scan(0.999, 0.95)
    times.append(1000 * (time.perf_counter() - began))
print(json.dumps(times))
`

const unmeasured = (id: string, label: string, detail: string): Metric => ({
  id,
  label,
  value: Number.NaN,
  target: 0,
  sense: 'at least',
  detail,
})

function numpyLoop(): Metric {
  const label = 'peer: numpy loop over time, 4096 × 4096, milliseconds'
  const { status, stdout } = spawnSync('python3', ['-c', NUMPY], { encoding: 'utf8' })
  if (status !== 0) return unmeasured('peer', label, 'python3 with numpy is not here')
  const times: number[] = JSON.parse(stdout)
  return {
    ...unmeasured('peer', label, `${spread(times)}, 16.8 M nodes`),
    value: median(times),
  }
}

/** Milliseconds in which uPlot takes and draws 7 M points, once per tick of a slider. */
async function uPlotTick(): Promise<Metric> {
  const points = 7e6
  const argument = { points, rounds: 5 }
  const module = '/test/bench/uplot-page.ts'
  const times = (await inChromium({ module, name: 'drawTicks', argument })) as number[]
  return {
    ...unmeasured('peer', 'peer: uPlot setData with every token, / 16.7 ms (as M4)', spread(times)),
    value: median(times) / 16.7,
  }
}

export const peerMetrics = async (): Promise<readonly Metric[]> => [numpyLoop(), await uPlotTick()]

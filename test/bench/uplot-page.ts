/** The part of test/bench/peers.ts that runs in the browser. */
import UPlot from 'uplot'

export async function drawTicks({
  points,
  rounds,
}: {
  readonly points: number
  readonly rounds: number
}): Promise<readonly number[]> {
  const x = Float64Array.from({ length: points }, (_, i) => i)
  const y = Float64Array.from({ length: points }, (_, i) => Math.sin(i / 1000))
  const options = { width: 800, height: 200, series: [{}, { stroke: 'black' }] }
  const plot = new UPlot(options, [x, y], document.body)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    y[round] += 0.1
    const began = performance.now()
    plot.setData([x, y])
    await new Promise((done) => requestAnimationFrame(done))
    times.push(performance.now() - began)
  }
  return times
}

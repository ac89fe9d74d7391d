/** Interleaved timing: A B A B …, so that a busy machine hurts both sides alike. */

export interface Contestant {
  readonly name: string
  readonly run: () => unknown
}

export interface Timing {
  readonly name: string
  readonly minimum: number
  readonly median: number
}

/**
 * Milliseconds of each contestant over `rounds`; promises are awaited.
 *
 * @param warmUp rounds before that do not count: V8 compiles, and every memory page is touched
 */
export async function interleave(
  contestants: readonly Contestant[],
  rounds: number,
  warmUp: number,
): Promise<readonly Timing[]> {
  const times: number[][] = contestants.map(() => [])
  for (let round = -warmUp; round < rounds; round++) {
    for (const [i, { run }] of contestants.entries()) {
      const begin = performance.now()
      await run()
      if (round >= 0) times[i].push(performance.now() - begin)
    }
  }
  return contestants.map(({ name }, i) => {
    const sorted = times[i].sort((a, b) => a - b)
    return { name, minimum: sorted[0], median: sorted[sorted.length >> 1] }
  })
}

/** Which rollouts a training step has, and groups numbered among them. */

/** Indices of the rollouts of a training step, ascending; NaN = the step is not known. */
export function rolloutsOfStep(steps: ArrayLike<number>, step: number): Uint32Array {
  const found: number[] = []
  for (let r = 0; r < steps.length; r++) if (steps[r] === step) found.push(r)
  return Uint32Array.from(found)
}

/** The number of a key in order of first appearance. */
export function numberOf<K>(numbers: Map<K, number>, key: K): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}

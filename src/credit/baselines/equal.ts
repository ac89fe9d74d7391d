/** When the members of a group count as equal (trace-schema §3 rule 16). */

/** Members equal within this relative distance count as equal: std 0, advantage 0 whatever eps. */
const EQUAL_WITHIN = 1e-12

/** Whether all members are equal within 1e-12 of the largest magnitude. */
export function allEqual(xs: readonly number[]): boolean {
  // A loop: a group may have 100,000 members, more than a call takes arguments.
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const x of xs) {
    if (x < low) low = x
    if (x > high) high = x
  }
  return high - low <= EQUAL_WITHIN * Math.max(Math.abs(low), Math.abs(high))
}

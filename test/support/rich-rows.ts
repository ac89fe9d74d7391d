/** Arbitrary rows with every column that an estimator or a post-processing step may read. */
import fc from 'fast-check'
import type { OptionSpec, Options, OptionValue } from '../../src/credit/options.ts'
import type { CanonicalRow } from '../../src/trace/rows.ts'

const small = fc.double({ min: -2, max: 2, noNaN: true })

const position = fc.record({
  mask: fc.constantFrom(0, 1),
  value: small,
  log: small,
  waad: fc.double({ min: 0, max: 10, noNaN: true }),
  fai: fc.double({ min: 0, max: 1, noNaN: true }),
})

const segment = fc.record({
  positions: fc.array(position, { maxLength: 7 }),
  /** Whether turns are declared, with a reward and a state each. */
  turns: fc.option(
    fc.record({ reward: fc.constantFrom(0, 1, -0.5), state: fc.constantFrom('p', 'q') }),
  ),
  flags: fc.subarray(['drop', 'overlong']),
})

/** Maximal runs of equal mask, as turns. */
function turnsOf(mask: readonly number[], { reward, state }: { reward: number; state: string }) {
  const turns: NonNullable<CanonicalRow['turns']>[number][] = []
  for (let start = 0; start < mask.length; ) {
    let end = start
    while (end < mask.length && mask[end] === mask[start]) end++
    const bounds = { start, end }
    turns.push(
      mask[start] === 1
        ? { ...bounds, kind: 'action', reward, state_key: state }
        : { ...bounds, kind: 'observation' },
    )
    start = end
  }
  return turns
}

/**
 * 1 to 6 rollouts in up to three groups, 1 to 3 segments each. The critics' disagreement differs at every
 * position of the batch, so that no selection by it rests on a tie.
 */
export const richRows: fc.Arbitrary<readonly CanonicalRow[]> = fc
  .array(
    fc.record({
      segments: fc.array(segment, { minLength: 1, maxLength: 3 }),
      reward: fc.constantFrom(0, 1, 0.25, -0.5, 2),
      group: fc.constantFrom('x', 'y', 'z'),
      ended: fc.constantFrom('terminated' as const, 'truncated' as const, 'error' as const),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((rollouts) => {
    let tick = 0
    return rollouts.flatMap(({ segments, reward, group, ended }, r) =>
      segments.map(({ positions, turns, flags }, s): CanonicalRow => {
        const mask = positions.map((one) => one.mask)
        const last = s === segments.length - 1
        return {
          rollout_id: `r${r}`,
          group_id: group,
          segment_index: s,
          reward,
          response_mask: mask,
          values_per_critic: [
            positions.map((one) => one.value),
            positions.map((one) => one.value + 0.1 + 0.01 * tick++),
          ],
          log_probs: positions.map((one) => one.log),
          old_log_probs: positions.map((one) => one.log / 2),
          rollout_log_probs: positions.map((one) => one.value / 2),
          waad: positions.map((one) => one.waad),
          fai: positions.map((one) => one.fai),
          flags,
          ...(turns ? { turns: turnsOf(mask, turns) } : {}),
          ...(last ? { ended, bootstrap_value: 0.3 } : {}),
        }
      }),
    )
  })

/** Any values of the options, those named in `fixed` as given there. */
export function someOptions(
  specs: readonly OptionSpec[],
  fixed: Readonly<Record<string, readonly OptionValue[]>> = {},
): fc.Arbitrary<Options> {
  const entries = specs.map((spec) => {
    const given = fixed[spec.name]
    const value: fc.Arbitrary<OptionValue> = given
      ? fc.constantFrom(...given)
      : spec.kind === 'choice'
        ? fc.constantFrom(...spec.choices.map((choice) => choice.value))
        : spec.integer
          ? fc.integer({ min: spec.min, max: spec.max })
          : fc.double({ min: spec.min, max: spec.max, noNaN: true })
    return value.map((chosen) => [spec.name, chosen] as const)
  })
  return fc.tuple(...entries).map((chosen) => Object.fromEntries(chosen))
}

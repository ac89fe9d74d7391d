import { buildChain } from '../../../src/credit/chain.ts'
import type { Estimator } from '../../../src/credit/estimator.ts'
import { GAE_OPTIONS } from '../../../src/credit/gae-options.ts'

/** An estimator that Segue does not have, written as src/README.md says: recipe.test.ts adds it. */
export const bootstrapGae: Estimator = {
  id: 'bootstrap-gae',
  label: 'bootstrap GAE',
  family: 'chain',
  tex: [String.raw`A_t = \delta_t + \gamma\lambda\, A_{t+1}`],
  symbols: ['advantage', 'delta'],
  source: 'a fixture',
  pitfalls: ['Every end looks ahead to the next segment’s first value.'],
  options: [
    {
      kind: 'choice',
      name: 'lookAhead',
      help: 'What the end of a segment looks ahead to.',
      default: 'value',
      choices: [
        { value: 'value', label: 'value' },
        {
          value: 'zero',
          label: 'zero',
          unavailable: (batch) =>
            batch.segmentCount > 1 ? undefined : 'There is one segment only.',
        },
      ],
    },
    ...GAE_OPTIONS,
  ],
  graph: (batch, options) =>
    buildChain(batch, options, {
      order: 'time',
      copied: false,
      joined: false,
      link: () => ({ next: options.lookAhead === 'zero' ? 'zero' : 'following', carry: false }),
      tails: false,
    }),
}

import { buildChain, type Link, type LinkSite } from '../chain.ts'
import type { Estimator } from '../estimator.ts'
import { GAE_OPTIONS } from '../gae-options.ts'
import type { Options } from '../options.ts'

/**
 * InfiniRL: (lastgaelam, critic_lastgaelam, nextvalues) handed from segment to segment over
 * inv_iter 0, 1, …, N (methods.md §3.1).
 */
export const crossSegmentGae: Estimator = {
  id: 'cross-segment-gae',
  label: 'cross-segment GAE',
  family: 'chain',
  formula:
    'A_t = δ_t + γλ·A_{t+1};  at a cut A_{t+1} = lastgaelam, V_{t+1} = nextvalues of the segment with inv_iter − 1',
  source:
    'InfiniRL, for which no public primary source was found: rebuilt from a description of its inv_iter, loss mask and carried (lastgaelam, critic_lastgaelam, nextvalues), and checked against concat GAE. Two λ on one δ: VC-PPO, “What’s Behind PPO’s Collapse in Long-CoT? Value Optimization Holds the Secret”, arXiv:2503.01491; VAPO, “VAPO: Efficient and Reliable Reinforcement Learning for Advanced Reasoning Tasks”, arXiv:2504.05118',
  options: [
    {
      kind: 'choice',
      name: 'order',
      help: 'Ascending sweeps inv_iter 0, 1, …, N (last segment first). Literal sweeps N, …, 0 as one text has it: the earliest segment then never sees the reward. Truncated rollouts have no defined literal form: their bootstrap is not used there.',
      default: 'ascending',
      choices: [
        { value: 'ascending', label: 'inv_iter 0→N' },
        { value: 'literal', label: 'literal N→0' },
      ],
    },
    {
      kind: 'choice',
      name: 'boundary',
      help: 'Value that the last action before a cut looks ahead to.',
      default: 'next-action',
      choices: [
        { value: 'next-action', label: 'next action' },
        { value: 'next-position', label: 'next position' },
        { value: 'own-last', label: 'own last' },
        { value: 'zero', label: 'zero' },
      ],
    },
    {
      kind: 'choice',
      name: 'carry',
      help: 'Hand over value and accumulators, or the value only (both accumulators restart at each cut).',
      default: 'full',
      choices: [
        { value: 'full', label: 'full' },
        { value: 'value-only', label: 'value only' },
      ],
    },
    ...GAE_OPTIONS,
  ],
  graph: (batch, options) =>
    buildChain(batch, options, {
      order: options.order === 'literal' ? 'reversed' : 'time',
      copied: false,
      joined: false,
      link: (site) => boundaryLink(site, options),
      tails: false,
    }),
}

function boundaryLink(site: LinkSite, options: Options): Link {
  const carry = options.carry !== 'value-only'
  switch (options.boundary) {
    case 'zero':
      return { next: 'zero', carry }
    case 'own-last':
      return { next: 'explicit', carry, ahead: site.ownLast }
    case 'next-position': {
      const position = site.batch.segment.start[site.following]
      const masked = site.zeroed && site.batch.mask[position] === 0
      return {
        next: 'explicit',
        carry,
        ahead: masked ? 0 : site.batch.columns.values?.[position] || 0,
      }
    }
    default:
      return { next: 'following', carry }
  }
}

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
  tex: [
    String.raw`\delta_{s,t} = r_{s,t} + \gamma V_{s,t+1} - V_{s,t}`,
    String.raw`A_{s,t} = \delta_{s,t} + \gamma\lambda\, A_{s,t+1}`,
    String.raw`V_{s,n_s+1} = V_{s^+,1}, \quad A_{s,n_s+1} = A_{s^+,1} \quad (s < S)`,
    String.raw`V_{S,n_S+1} = b, \quad A_{S,n_S+1} = 0`,
    String.raw`\hat{R}_{s,t} = A_{s,t}^{\lambda_{\mathrm{c}}} + V_{s,t}`,
    String.raw`\text{lastgaelam} = A_{s^+,1}, \quad \text{nextvalues} = V_{s^+,1}`,
    String.raw`\text{critic\_lastgaelam} = A_{s^+,1}^{\lambda_{\mathrm{c}}}`,
  ],
  symbols: [
    'advantage',
    'delta',
    'reward',
    'value',
    'bootstrap',
    'target',
    'segmentIndex',
    'sweptBefore',
    'tokenIndex',
    'segmentTokens',
  ],
  needs: ['cuts'],
  crossesCuts: true,
  source:
    'InfiniRL, for which no public primary source was found: rebuilt from a description of its inv_iter, loss mask and carried (lastgaelam, critic_lastgaelam, nextvalues), and checked against concat GAE. Two λ on one δ: VC-PPO, “What’s Behind PPO’s Collapse in Long-CoT? Value Optimization Holds the Secret”, arXiv:2503.01491; VAPO, “VAPO: Efficient and Reliable Reinforcement Learning for Advanced Reasoning Tasks”, arXiv:2504.05118',
  pitfalls: [
    'Swept in the literal order N→0 (as a description of InfiniRL words it), the earliest segment starts without a carry and the last one learns from earlier values: −0.12, −0.4 | 0.504 instead of 0.616, 0.52 | 0.4 (n = (2, 1), V = (0.2, 0.4 | 0.6), R = 1, γ = 1, λ = 0.8).',
    'The carry must be un-whitened: whiten once over the batch, after all segments.',
    'Any other value v beyond a cut adds (γλ)^d·γ(v − V of the next segment’s first action) to every earlier token at distance d; with γ = λ = 1 returns are exactly R only for “next action”.',
  ],
  options: [
    {
      kind: 'choice',
      name: 'order',
      help: 'Ascending sweeps inv_iter 0, 1, …, N (last segment first). Literal sweeps N, …, 0, as a description of InfiniRL words it: the earliest segment then never sees the reward. Truncated rollouts have no defined literal form: their bootstrap is not used there.',
      default: 'ascending',
      choices: [
        { value: 'ascending', label: 'inv_iter 0→N', tex: ['s^+ = s + 1'] },
        {
          value: 'literal',
          label: 'literal N→0',
          tex: ['s^+ = s - 1', 'V_{1,n_1+1} = A_{1,n_1+1} = 0'],
        },
      ],
    },
    {
      kind: 'choice',
      name: 'boundary',
      help: 'Value that the last action before a cut looks ahead to.',
      default: 'next-action',
      choices: [
        { value: 'next-action', label: 'next action', tex: ['V_{s,n_s+1} = V_{s^+,1}'] },
        {
          value: 'next-position',
          label: 'next position',
          tex: [String.raw`V_{s,n_s+1} = \text{values}_{s^+}[0]`],
        },
        { value: 'own-last', label: 'own last', tex: ['V_{s,n_s+1} = V_{s,n_s}'] },
        { value: 'zero', label: 'zero', tex: ['V_{s,n_s+1} = 0'] },
      ],
    },
    {
      kind: 'choice',
      name: 'carry',
      help: 'Hand over value and accumulators, or the value only (both accumulators restart at each cut).',
      default: 'full',
      choices: [
        { value: 'full', label: 'full', tex: ['A_{s,n_s+1} = A_{s^+,1}'] },
        { value: 'value-only', label: 'value only', tex: ['A_{s,n_s+1} = 0'] },
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

/** GAE over token chains: per-segment, cross-segment, concat, CompactionRL. */
import type { Settings } from '../settings.ts'
import { type Body, hasOwnCritic, NO_NEEDS, sliders } from './body.ts'
import { adaptive, adaptiveHelper, ending, replacesReward } from './ending.ts'
import { penalisedRewards } from './penalty.ts'
import { type Lines, REWARDS, when } from './python.ts'
import { POSITIONS, valueLines } from './values.ts'

interface Cut {
  /** What happens at a cut, before the node's δ; none = the chain goes on as if there were no cut. */
  readonly lines: Lines
  /** After a rollout's sweep. */
  readonly after?: Lines
  /** Segments swept in time order (literal inv_iter N→0). */
  readonly literal?: boolean
}

const perSegment = (settings: Settings): Cut => ({
  lines: [
    `            a = ${hasOwnCritic(settings) ? 'c = ' : ''}ahead = 0.0  # nothing crosses a cut`,
  ],
})

function crossSegment({ options, ...settings }: Settings): Cut {
  const ahead: Readonly<Record<string, Lines>> = {
    'next-action': [],
    'next-position': ['            ahead = V[start[row[later]]]  # at position 0 of that segment'],
    'own-last': ['            ahead = V[t]  # its own value'],
    zero: ['            ahead = 0.0'],
  }
  const critic = hasOwnCritic({ options, ...settings })
  return {
    lines: [
      ...ahead[String(options.boundary)],
      ...when(
        options.carry === 'value-only',
        `            a = ${critic ? 'c = ' : ''}0.0  # the accumulators restart`,
      ),
    ],
    literal: options.order === 'literal',
  }
}

const compaction = (settings: Settings): Cut => ({
  ...perSegment(settings),
  after: [
    '    n = np.array([mask[start[i]:start[i + 1]].sum() for i in R])  # action tokens by segment',
    '    for i, tail in zip(R, n.sum() - np.cumsum(n)):',
    `        A[start[i]:start[i + 1]] *= (gamma * ${lam(settings, 'i')}) ** tail  # later action tokens`,
  ],
})

const lam = ({ options }: Settings, row: string): string =>
  options.lambdaRule === 'length-adaptive' && options.lambdaLength === 'segment'
    ? `lam[${row}]`
    : 'lam'

function tokenChain(settings: Settings, cut: Cut): Body {
  const { options, values } = settings
  const skip = options.observations === 'skip'
  const zeroed = options.observations === 'zero'
  const critic = hasOwnCritic(settings)
  const cuts = cut.lines.length > 0
  const lambda = lam(settings, 'row[t]')
  const needsRow = cuts || cut.literal === true || lambda !== 'lam'
  const sweep = cut.literal
    ? 'np.concatenate([nodes[row[nodes] == i][::-1] for i in R])'
    : 'nodes[::-1]'
  return {
    parameters: sliders(settings),
    needs: { ...NO_NEEDS, outcome: true, row: needsRow },
    helpers: adaptiveHelper(options),
    main: [
      ...valueLines(values),
      REWARDS,
      ...penalisedRewards(settings),
      ...when(zeroed, 'V, rew = V * mask, rew * mask  # observations: zero'),
      'A, G = np.zeros(len(mask)), np.zeros(len(mask))  # advantages, returns',
      'for R in rollouts.values():',
      `    P = ${POSITIONS}  # in time order`,
      skip
        ? '    nodes = P[mask[P]]  # observation tokens are skipped'
        : '    nodes = P  # every token is a step, observations too',
      ...when(replacesReward(options), '    if len(nodes) == 0:', '        continue'),
      ...adaptive(options),
      ...ending(settings, {
        ownLast: 'V[nodes[-1]]',
        lastReward: 'rew[nodes[-1]]',
        looksAhead: !cut.literal,
        zeroed,
      }),
      `    a = ${critic ? 'c = ' : ''}0.0${critic ? '  # lastgaelam, critic_lastgaelam' : '  # lastgaelam'}`,
      ...when(cuts, '    later = None'),
      `    for t in ${sweep}:${cut.literal ? '  # segments in time order, each backwards' : ''}`,
      ...when(
        cuts,
        '        if later is not None and row[later] != row[t]:  # a cut',
        ...cut.lines,
      ),
      '        delta = rew[t] + gamma * ahead - V[t]',
      `        a = delta + gamma * ${lambda} * a`,
      ...when(critic, '        c = delta + gamma * lam_critic * c'),
      `        A[t], G[t], ahead${cuts ? ', later' : ''} = a, ${critic ? 'c' : 'a'} + V[t], V[t]${cuts ? ', t' : '  # V[t]: nextvalues'}`,
      ...(cut.after ?? []),
      ...when(!skip, 'A, G = A * mask, G * mask'),
    ],
    returns: 'G',
  }
}

export const perSegmentGae = (settings: Settings): Body =>
  tokenChain(settings, perSegment(settings))
export const crossSegmentGae = (settings: Settings): Body =>
  tokenChain(settings, crossSegment(settings))
export const concatGae = (settings: Settings): Body => tokenChain(settings, { lines: [] })
export const compactionGae = (settings: Settings): Body =>
  tokenChain(settings, compaction(settings))

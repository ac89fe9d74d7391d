/**
 * ROLL's agentic pipeline as a YAML fragment. Keys and what they do were read in alibaba/ROLL at
 * 8eb27cc2dc34c4d1310b169d9b86d339004d811a: roll/configs/{base_config,worker_config}.py,
 * roll/pipeline/agentic/{agentic_config,utils,agentic_actor_worker,agentic_actor_pg_worker}.py,
 * roll/utils/{functionals,train_infer_corrections}.py.
 */
import { roll as preset } from '../../conventions/roll.ts'
import type { Settings } from '../settings.ts'
import type { Target } from '../target.ts'
import { compose } from './compose.ts'
import { behaviours, faultsOf } from './conventions.ts'
import { type Draft, draft, fixed, joined, key, rewardCopies, unsaid } from './draft.ts'
import { yaml } from './render.ts'
import { rollLoss } from './roll-loss.ts'

const NONE =
  'ROLL has no such estimator and no hook for one; agentic_compute_advantage (roll/pipeline/agentic/utils.py) is where it would go.'
const SAMPLES =
  'ROLL counts every sample with the same traj_group_id in the statistics; it is the same while every rollout is one sample.'
const END =
  'ROLL writes the reward on the last token of the sequence and multiplies it by the mask, so a tool result at the end loses it; no key changes that.'

/** Last position, but multiplied by the mask. */
const placed = (settings: Settings): Draft =>
  settings.options.rewardAt === 'last-position'
    ? draft({ same: ['rewardAt'], differs: [END] })
    : fixed(settings, 'rewardAt', [], END)

const named = (name: string, ...says: string[]): Draft =>
  draft({ keys: [key('adv_estimator', name, ['estimator', ...says])] })

const gamma = ({ gamma: value }: Settings): Draft => draft({ keys: [key('gamma', value, 'gamma')] })

/** GRPO-like advantages are a return of a normalised reward: γ must be 1 to write it on every token. */
const NO_DISCOUNT = draft({
  keys: [key('gamma', 1, [], 'the same number on every token')],
  differs: [
    'ROLL writes the normalised reward on the last token of the sequence and sums backwards; where a tool result stands there, the sample gets 0.',
  ],
})

const NORM = 'reward_normalization'

function normalised(mean: 'group', std: 'group' | 'batch' | null, says: readonly string[]): Draft {
  return draft({
    keys: [
      key(`${NORM}.grouping`, 'traj_group_id', []),
      key(`${NORM}.norm_mean_type`, mean, []),
      key(`${NORM}.norm_std_type`, std, says),
    ],
  })
}

const whiten = (on: boolean, says: readonly string[]): Draft =>
  draft({ keys: [key('whiten_advantages', on, says)] })

const whitening = (settings: Settings): Draft =>
  joined([
    fixed(settings, 'ddof', [1], 'ROLL whitens with ddof 1.'),
    fixed(settings, 'form', ['add'], 'ROLL divides by sqrt(var + ε).'),
    fixed(settings, 'eps', [1e-8], 'ROLL adds 1e-8 to the variance, and no key changes it.'),
  ])

const epsilon = (settings: Settings): Draft =>
  fixed(settings, 'eps', [1e-6], 'ROLL adds 1e-6 to the standard deviation, and no key changes it.')

const unit = (settings: Settings): Draft => fixed(settings, 'unit', ['segment'], SAMPLES)

function gae(settings: Settings): Draft {
  const { options, lambda, lambdaCritic } = settings
  const adaptive = options.lambdaRule === 'length-adaptive'
  return joined([
    gamma(settings),
    adaptive ? draft({}) : draft({ keys: [key('lambd', lambda, 'lambda')] }),
    whiten(options.whiten === 'batch', ['whiten']),
    lambdaCritic === undefined || (!adaptive && lambdaCritic === lambda)
      ? draft({ same: ['lambdaCritic'] })
      : unsaid(['lambdaCritic'], 'lambd is the only λ: it serves advantages and returns.'),
    placed(settings),
    fixed(settings, 'truncation', ['terminal'], 'ROLL looks ahead to 0 after the last token.'),
    rewardCopies(settings, 'ROLL', 'sample'),
    whitening(settings),
  ])
}

/** Every position is a γ-step; rewards are multiplied by the mask. */
const returns = (settings: Settings): Draft =>
  joined([
    gamma(settings),
    // Its only reward stands on one token, so that dense and zero are one.
    fixed(settings, 'observations', ['zero', 'dense'], OBSERVATIONS),
    placed(settings),
    whitening(settings),
  ])

const OBSERVATIONS =
  'ROLL’s return takes a γ-step at every token and keeps no reward at observations; no key changes it.'

function gigpo({ options }: Settings): Draft {
  const { std, omega, gamma: step } = options
  return joined([
    named('gigpo'),
    draft({
      keys: [
        key('gamma', 1, [], 'inside a step'),
        key('step_reward_gamma', step, 'gamma'),
        key('episode_reward_weight', 1, []),
        key('step_reward_weight', omega, 'omega'),
        key(`${NORM}.grouping`, 'traj_group_id', []),
        key(
          `${NORM}.method`,
          std === 'none' ? 'mean' : 'mean_std',
          std === 'population' ? [] : ['std'],
          'steps are normalised by method only',
        ),
      ],
    }),
    ...(std === 'population'
      ? [unsaid(['std'], 'ROLL divides by the sample standard deviation, or not at all.')]
      : []),
  ])
}

function estimator(settings: Settings): Draft {
  const { std } = settings.options
  switch (settings.estimator.id) {
    case 'per-segment-gae':
      return joined([named('gae'), gae(settings)])
    case 'cross-segment-gae':
    case 'concat-gae':
      return joined([
        draft({ keys: [key('adv_estimator', 'gae', [], 'each sample alone')] }),
        unsaid(
          ['estimator'],
          'ROLL runs GAE on every sample alone, so nothing is carried over a cut, and it has no hook for another estimator.',
        ),
        gae(settings),
      ])
    case 'discounted-return':
      return joined([
        named('reinforce'),
        returns(settings),
        whiten(settings.options.whiten === 'batch', ['whiten']),
      ])
    case 'chunk-return':
      return joined([named('agentic_reinforce'), gamma(settings)])
    case 'grpo':
      return joined([
        named('grpo'),
        NO_DISCOUNT,
        normalised('group', std === 'none' ? null : 'group', isTheirs(std) ? ['std'] : []),
        isTheirs(std)
          ? draft({})
          : unsaid(
              ['std'],
              'ROLL divides by the sample standard deviation of the group, or not at all.',
            ),
        unit(settings),
        epsilon(settings),
      ])
    case 'rloo':
      return joined([
        draft({ keys: [key('adv_estimator', 'grpo', [])] }),
        NO_DISCOUNT,
        normalised('group', null, []),
        unsaid(
          ['estimator'],
          'ROLL has no RLOO; the group mean without a standard deviation is (n - 1)/n of it in a group of n.',
        ),
        unit(settings),
        fixed(settings, 'singleton', ['zero'], 'ROLL gives a group of one 0.'),
      ])
    case 'lite-ppo':
      return joined([
        named('grpo'),
        NO_DISCOUNT,
        normalised('group', 'batch', []),
        fixed(settings, 'ddof', [1], 'ROLL takes the standard deviation with ddof 1.'),
        epsilon(settings),
      ])
    case 'reinforce-pp':
      return joined([named('reinforce'), returns(settings), whiten(true, [])])
    case 'reinforce-pp-baseline':
      return joined([
        named('reinforce'),
        returns(settings),
        whiten(true, []),
        normalised('group', null, []),
      ])
    case 'gigpo':
      return joined([gigpo(settings), epsilon(settings)])
    default:
      return unsaid(['estimator'], NONE)
  }
}

const isTheirs = (std: unknown): boolean => std === 'none' || std === 'sample'

const filters = ({ options }: Settings): Draft =>
  options.groupFilter === 'off'
    ? draft({})
    : unsaid(
        ['groupFilter'],
        'train_env_manager.group_filter_cls names a class of yours whose filter() drops a group; ROLL ships only one that keeps all.',
      )

export const roll: Target = {
  id: 'roll',
  label: 'ROLL',
  file: 'roll.yaml',
  write: (settings) => {
    const own = joined([estimator(settings), filters(settings), rollLoss(settings)])
    const isOwn = own.keys.some(({ path }) => path === 'adv_estimator')
    const spoken = [
      ...own.keys.flatMap(({ says }) => says),
      ...own.same,
      ...own.unsaid.map(({ name }) => name),
    ]
    const known = behaviours(preset, settings, spoken)
    const trainer = { label: 'ROLL', preset, keys: yaml }
    return compose(trainer, settings, joined([own, known, faultsOf(preset, settings, isOwn)]))
  },
}

/**
 * verl as a YAML fragment. Keys and what they do were read in verl-project/verl at
 * 1dda039b9c6311889a9c9a26040677e1254814f9: verl/trainer/config/{ppo_trainer,actor/actor,
 * algorithm/rollout_correction}.yaml, verl/trainer/ppo/{core_algos,rollout_corr_helper}.py and
 * verl/trainer/ppo/v1/replay_buffer.py (filter_groups), verl/experimental/reward_loop/reward_manager/dapo.py.
 */
import { verlNew } from '../../conventions/verl-new.ts'
import type { Settings } from '../settings.ts'
import type { Target } from '../target.ts'
import { compose } from './compose.ts'
import { behaviours, faultsOf } from './conventions.ts'
import { type Draft, draft, fixed, joined, key, rewardCopies, unsaid } from './draft.ts'
import { yaml } from './render.ts'
import { verlLoss } from './verl-loss.ts'

const REGISTER =
  'verl has no such estimator; write it as a function and register it with @register_adv_est (verl.trainer.ppo.core_algos).'
const ROWS =
  'verl counts every row with the same uid in the statistics; it is the same while no rollout has more than one segment.'

const ESTIMATOR = 'algorithm.adv_estimator'
const gammaKey = ({ gamma }: Settings) => key('algorithm.gamma', gamma, 'gamma')

/** verl's one λ serves advantages and returns. */
function gae(settings: Settings): Draft {
  const { options, lambda, lambdaCritic } = settings
  const adaptive = options.lambdaRule === 'length-adaptive'
  return joined([
    draft({
      keys: [gammaKey(settings), ...(adaptive ? [] : [key('algorithm.lam', lambda, 'lambda')])],
    }),
    lambdaCritic === undefined || (!adaptive && lambdaCritic === lambda)
      ? draft({ same: ['lambdaCritic'] })
      : unsaid(['lambdaCritic'], 'algorithm.lam is the only λ: it serves advantages and returns.'),
    rewardCopies(settings, 'verl', 'row'),
  ])
}

const grpoStd = (settings: Settings): Draft => {
  const { std } = settings.options
  const by = key('algorithm.norm_adv_by_std_in_grpo', std !== 'none', 'std')
  return std === 'none' || std === 'sample'
    ? draft({ keys: [by] })
    : joined([
        draft({ keys: [{ ...by, says: [] }] }),
        unsaid(
          ['std'],
          'verl divides by the sample standard deviation of the group, or not at all.',
        ),
      ])
}

const unit = (settings: Settings): Draft => fixed(settings, 'unit', ['segment'], ROWS)

/** γ and observations have no effect on a score that is written on every token. */
const broadcastReturn = (settings: Settings): Draft =>
  joined([
    settings.gamma === 1
      ? draft({ same: ['gamma'] })
      : unsaid(['gamma'], 'verl writes outcome - group mean on every token without discount.'),
    fixed(settings, 'observations', ['skip', 'dense'], 'verl’s return does not start again.'),
    fixed(settings, 'rewardAt', ['last-action'], 'verl writes the centred outcome on every token.'),
    whitening(settings),
  ])

const whitening = (settings: Settings): Draft =>
  joined([
    fixed(settings, 'ddof', [1], 'verl whitens with ddof 1.'),
    fixed(settings, 'form', ['add'], 'verl divides by sqrt(var + ε).'),
    fixed(settings, 'eps', [1e-8], 'verl whitens with ε 1e-8.'),
  ])

function estimator(settings: Settings): Draft {
  const named = (name: string, ...says: string[]): Draft =>
    draft({ keys: [key(ESTIMATOR, name, ['estimator', ...says])] })
  switch (settings.estimator.id) {
    case 'per-segment-gae':
      return joined([named('gae'), gae(settings)])
    case 'cross-segment-gae':
    case 'concat-gae':
      return joined([
        draft({ keys: [key(ESTIMATOR, 'gae', [], 'each segment alone')] }),
        unsaid(
          ['estimator'],
          'verl runs GAE on every row alone, so nothing is carried over a cut; adv_estimator: gae is per-segment GAE. For the carry register your own with @register_adv_est.',
        ),
        gae(settings),
      ])
    case 'discounted-return':
      return joined([
        named('reinforce_plus_plus'),
        draft({ keys: [gammaKey(settings)] }),
        fixed(
          settings,
          'whiten',
          ['batch'],
          'reinforce_plus_plus is verl’s only discounted return, and it always whitens.',
        ),
        fixed(settings, 'observations', ['skip'], 'verl carries the return over observations.'),
        fixed(settings, 'rewardAt', ['last-position'], REWARD_AT),
        whitening(settings),
      ])
    case 'grpo':
      return joined([named('grpo'), grpoStd(settings), unit(settings)])
    case 'rloo':
      return joined([named('rloo'), unit(settings)])
    case 'reinforce-pp':
      return joined([
        named('reinforce_plus_plus'),
        draft({ keys: [gammaKey(settings)] }),
        fixed(settings, 'rewardAt', ['last-position'], REWARD_AT),
        whitening(settings),
      ])
    case 'reinforce-pp-baseline':
      return joined([named('reinforce_plus_plus_baseline'), broadcastReturn(settings)])
    default:
      return unsaid(['estimator'], REGISTER)
  }
}

const REWARD_AT =
  'verl writes the outcome on the last response position, and no key changes it; that is the same unless a tool result stands there.'

const filters = ({ options }: Settings): Draft =>
  options.groupFilter === 'dynamic-sampling'
    ? draft({
        keys: [
          key('algorithm.filter_groups.enable', true, 'groupFilter'),
          key('algorithm.filter_groups.metric', 'acc', [], 'a value in your reward_extra_info'),
        ],
        differs: [
          'filter_groups draws new prompts for the groups that it drops: those in which the metric is the same for all, which need not be all right or all wrong.',
        ],
      })
    : draft({})

const BUFFER = 'reward.reward_kwargs.overlong_buffer_cfg'

/** verl's DAPO reward manager. */
function penalty({ options: { overlong, lMax, lCache } }: Settings): Draft {
  if (overlong !== 'soft-penalty' && overlong !== 'linear-penalty') return draft({})
  const whole = (n: unknown) => ({ flow: String(n) })
  const linear = overlong === 'linear-penalty'
  return joined([
    draft({
      keys: [
        key('reward.reward_manager.name', 'dapo', linear ? 'overlong' : []),
        key(`${BUFFER}.enable`, true, []),
        key(`${BUFFER}.len`, whole(lCache), 'lCache'),
        key(`${BUFFER}.penalty_factor`, 1, []),
        key(`${BUFFER}.log`, false, []),
        key('reward.reward_kwargs.max_resp_len', whole(lMax), 'lMax'),
      ],
      differs: [
        'The overlong penalty counts every token of a row’s response, observations too; Segue counts the action tokens of the rollout.',
      ],
    }),
    ...(linear
      ? []
      : [unsaid(['overlong'], 'verl’s penalty falls on beyond L_max, where DAPO’s stays -1.')]),
  ])
}

export const verl: Target = {
  id: 'verl',
  label: 'verl',
  file: 'verl.yaml',
  write: (settings) => {
    const own = joined([
      estimator(settings),
      filters(settings),
      verlLoss(settings),
      penalty(settings),
    ])
    const isOwn = own.keys.some(({ path }) => path === ESTIMATOR)
    const spoken = [
      ...own.keys.flatMap(({ says }) => says),
      ...own.same,
      ...own.unsaid.map(({ name }) => name),
    ]
    const known = behaviours(verlNew, settings, spoken)
    const trainer = { label: 'verl', preset: verlNew, keys: yaml }
    return compose(trainer, settings, joined([own, known, faultsOf(verlNew, settings, isOwn)]))
  },
}

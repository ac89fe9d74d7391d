/**
 * slime as command-line flags. Flags and what they do were read in THUDM/slime at
 * 624b824a898ab0ec1fcb4d373004c7f3852bf515: slime/utils/{arguments,ppo_utils,distributed_utils}.py,
 * slime/backends/megatron_utils/{loss,cp_utils}.py, slime/ray/rollout.py,
 * slime/rollout/filter_hub/dynamic_sampling_filters.py.
 */
import { slime as preset } from '../../conventions/slime.ts'
import type { Settings } from '../settings.ts'
import type { Target } from '../target.ts'
import { compose } from './compose.ts'
import { behaviours, faultsOf } from './conventions.ts'
import { type Draft, draft, fixed, joined, key, rewardCopies, unsaid } from './draft.ts'
import { flags } from './render.ts'
import { slimeLoss } from './slime-loss.ts'

const CUSTOM =
  'slime has no such estimator; write it as a function of (args, rollout_data) and name it with --custom-advantage-function-path.'
const SAMPLES =
  'slime counts every sample in the statistics; it is the same while every rollout is one sample.'

const ESTIMATOR = 'advantage-estimator'
const gammaFlag = ({ gamma }: Settings) => key('gamma', gamma, 'gamma')
const WHITEN = (says: readonly string[]) => key('normalize-advantages', undefined, says)

function gae(settings: Settings): Draft {
  const { options, lambda, lambdaCritic } = settings
  const adaptive = options.lambdaRule === 'length-adaptive'
  const whitens = options.whiten === 'batch'
  return joined([
    draft({
      keys: [
        gammaFlag(settings),
        ...(adaptive ? [] : [key('lambd', lambda, 'lambda')]),
        ...(whitens ? [WHITEN(['whiten'])] : []),
      ],
    }),
    lambdaCritic === undefined || (!adaptive && lambdaCritic === lambda)
      ? draft({ same: ['lambdaCritic'] })
      : unsaid(['lambdaCritic'], '--lambd is the only λ: it serves advantages and returns.'),
    rewardCopies(settings, 'slime', 'sample'),
    whitening(settings),
  ])
}

const whitening = (settings: Settings): Draft =>
  joined([
    fixed(settings, 'ddof', [1], 'slime whitens with ddof 1.'),
    fixed(settings, 'form', ['add'], 'slime divides by sqrt(var + ε).'),
    fixed(settings, 'eps', [1e-8], 'slime adds 1e-8 to the variance, and no flag changes it.'),
  ])

/** The three estimators with GRPO's advantages differ in the loss. */
const grpoName = ({ ratio }: Settings): string =>
  ratio.id === 'gspo' || ratio.id === 'cispo' ? ratio.id : 'grpo'

function grpo(settings: Settings): Draft {
  const { std } = settings.options
  return joined([
    draft({
      keys: [
        key(ESTIMATOR, grpoName(settings), 'estimator'),
        ...(std === 'none' ? [key('disable-grpo-std-normalization', undefined, 'std')] : []),
      ],
    }),
    std === 'none' || std === 'sample'
      ? draft({ same: ['std'] })
      : unsaid(
          ['std'],
          'slime divides by the sample standard deviation of the group, or not at all.',
        ),
    fixed(settings, 'unit', ['segment'], SAMPLES),
  ])
}

function reinforce(settings: Settings): Draft {
  return joined([
    draft({
      keys: [
        key(ESTIMATOR, 'reinforce_plus_plus', 'estimator'),
        gammaFlag(settings),
        WHITEN(settings.options.whiten === 'batch' ? ['whiten'] : []),
      ],
    }),
    fixed(
      settings,
      'whiten',
      ['batch'],
      'slime asks for --normalize-advantages with this estimator.',
    ),
    fixed(
      settings,
      'observations',
      ['dense'],
      'slime counts observation tokens as γ-steps of the return.',
    ),
    fixed(
      settings,
      'rewardAt',
      ['last-action'],
      'slime writes the outcome on the last action token.',
    ),
    whitening(settings),
  ])
}

const baseline = (settings: Settings): Draft =>
  joined([
    draft({
      keys: [key(ESTIMATOR, 'reinforce_plus_plus_baseline', 'estimator'), WHITEN([])],
    }),
    settings.gamma === 1
      ? draft({ same: ['gamma'] })
      : unsaid(['gamma'], 'slime writes outcome - group mean on every token without discount.'),
    fixed(settings, 'observations', ['skip', 'dense'], 'slime’s return does not start again.'),
    fixed(
      settings,
      'rewardAt',
      ['last-action'],
      'slime writes the centred outcome on every token.',
    ),
    whitening(settings),
  ])

function estimator(settings: Settings): Draft {
  switch (settings.estimator.id) {
    case 'per-segment-gae':
      return joined([draft({ keys: [key(ESTIMATOR, 'ppo', 'estimator')] }), gae(settings)])
    case 'cross-segment-gae':
    case 'concat-gae':
      return joined([
        draft({ keys: [key(ESTIMATOR, 'ppo', [], 'each sample alone')] }),
        unsaid(
          ['estimator'],
          'slime runs GAE on every sample alone, so nothing is carried over a cut. For the carry name your own function with --custom-advantage-function-path.',
        ),
        gae(settings),
      ])
    case 'grpo':
      return grpo(settings)
    case 'rloo':
      return joined([
        draft({
          keys: [
            key(ESTIMATOR, grpoName(settings), []),
            key('disable-grpo-std-normalization', undefined, []),
          ],
        }),
        unsaid(
          ['estimator'],
          'slime has no RLOO; GRPO without the standard deviation is (n - 1)/n of it in a group of n.',
        ),
        fixed(settings, 'unit', ['segment'], SAMPLES),
        fixed(settings, 'singleton', ['zero'], 'slime gives a group of one 0.'),
      ])
    case 'discounted-return':
    case 'reinforce-pp':
      return reinforce(settings)
    case 'reinforce-pp-baseline':
      return baseline(settings)
    default:
      return unsaid(['estimator'], CUSTOM)
  }
}

const filters = ({ options }: Settings): Draft =>
  options.groupFilter === 'dynamic-sampling'
    ? draft({
        keys: [
          key(
            'dynamic-sampling-filter-path',
            'slime.rollout.filter_hub.dynamic_sampling_filters.check_reward_nonzero_std',
            'groupFilter',
          ),
        ],
        differs: [
          'The filter drops groups whose rewards have a standard deviation of at most 1e-6 and samples others instead; Segue drops those that are all right or all wrong.',
        ],
      })
    : draft({})

export const slime: Target = {
  id: 'slime',
  label: 'slime',
  file: 'slime-args.sh',
  write: (settings) => {
    const own = joined([estimator(settings), filters(settings), slimeLoss(settings)])
    const isOwn = own.keys.some(({ path }) => path === ESTIMATOR)
    const spoken = [
      ...own.keys.flatMap(({ says }) => says),
      ...own.same,
      ...own.unsaid.map(({ name }) => name),
    ]
    const known = behaviours(preset, settings, spoken)
    const trainer = {
      label: 'slime',
      preset,
      keys: (keys: Draft['keys']) => flags('SEGUE_ARGS', keys),
    }
    return compose(trainer, settings, joined([own, known, faultsOf(preset, settings, isOwn)]))
  },
}

/** verl's policy loss: ratio rules and aggregation. Sources: see verl.ts. */
import type { OptionValue } from '../../options.ts'
import type { Settings } from '../settings.ts'
import { type Draft, draft, joined, key, unsaid } from './draft.ts'

const ACTOR = 'actor_rollout_ref.actor'
const LOSS_MODE = `${ACTOR}.policy_loss.loss_mode`
const CORRECTION = 'algorithm.rollout_correction'

/** So large that dual clip never acts. */
const NEVER = 1e6

const clip = (low: OptionValue, high: OptionValue) => [
  key(`${ACTOR}.clip_ratio_low`, low, 'ratio.epsLow'),
  key(`${ACTOR}.clip_ratio_high`, high, 'ratio.epsHigh'),
]

function ppoClip({ ratioOptions }: Settings): Draft {
  const dual = Number(ratioOptions.dualClip)
  const off = !Number.isFinite(dual)
  return joined([
    draft({
      keys: [
        key(LOSS_MODE, 'vanilla', 'ratio'),
        ...clip(ratioOptions.epsLow, ratioOptions.epsHigh),
        ...(off
          ? [key(`${ACTOR}.clip_ratio_c`, NEVER, 'ratio.dualClip', 'dual clip off')]
          : dual > 1
            ? [key(`${ACTOR}.clip_ratio_c`, dual, 'ratio.dualClip')]
            : []),
      ],
    }),
    ...(off || dual > 1 ? [] : [unsaid(['ratio.dualClip'], 'clip_ratio_c must be larger than 1.')]),
  ])
}

const threshold = (low: number, high: number): string => `${low}_${high}`

const CLIPPED =
  'verl multiplies the weight π_old/π_rollout onto the PPO-clipped loss, so clip_ratio_low and clip_ratio_high act as well; while π_θ = π_old they change nothing.'

function icepop({ ratioOptions: { low, high } }: Settings): Draft {
  if (!(Number(low) > 0)) {
    return unsaid(
      ['ratio', 'ratio.low', 'ratio.high'],
      'verl’s lower IcePop bound must be above 0.',
    )
  }
  return draft({
    keys: [
      key(`${CORRECTION}.rollout_is`, 'token', 'ratio'),
      key(
        `${CORRECTION}.rollout_is_threshold`,
        threshold(Number(low), Number(high)),
        ['ratio.low', 'ratio.high'],
        'lower_upper: IcePop',
      ),
    ],
    differs: [CLIPPED],
  })
}

/** π_θ/π_rollout with hard bounds: IcePop weights in bypass mode. */
function dis({ ratioOptions }: Settings): Draft {
  const low = 1 - Number(ratioOptions.epsLow)
  const names = ['ratio', 'ratio.epsLow', 'ratio.epsHigh']
  if (!(low > 0)) return unsaid(names, 'verl’s lower bound 1 - ε_low must be above 0.')
  const bounds = threshold(round(low), round(1 + Number(ratioOptions.epsHigh)))
  return draft({
    keys: [
      key(`${CORRECTION}.bypass_mode`, true, 'ratio', 'π_old is π_rollout'),
      key(`${CORRECTION}.loss_type`, 'reinforce', []),
      key(`${CORRECTION}.rollout_is`, 'token', []),
      key(
        `${CORRECTION}.rollout_is_threshold`,
        bounds,
        ['ratio.epsLow', 'ratio.epsHigh'],
        '1 - ε_low, 1 + ε_high',
      ),
    ],
    differs: ['verl keeps a ratio that equals a bound, DIS does not.'],
  })
}

/** 1 − 0.3 is 0.7, without binary dust. */
const round = (x: number): number => Number(x.toPrecision(12))

function ratio(settings: Settings): Draft {
  const { ratioOptions, mode } = settings
  switch (settings.ratio.id) {
    case 'ppo-clip':
      return ppoClip(settings)
    case 'cispo':
      return draft({
        keys: [
          key(LOSS_MODE, 'cispo', 'ratio'),
          ...clip(ratioOptions.epsLow, ratioOptions.epsHigh),
        ],
      })
    case 'gspo':
      return draft({
        keys: [key(LOSS_MODE, 'gspo', 'ratio'), ...clip(ratioOptions.epsLow, ratioOptions.epsHigh)],
        differs: isRowMean(mode.id)
          ? []
          : ['loss_mode gspo always takes the mean of row means, whatever loss_agg_mode says.'],
      })
    case 'tis':
      return draft({
        keys: [
          key(`${CORRECTION}.rollout_is`, 'token', 'ratio'),
          key(`${CORRECTION}.rollout_is_threshold`, ratioOptions.cap, 'ratio.cap'),
        ],
        differs: [CLIPPED],
      })
    case 'icepop':
      return icepop(settings)
    case 'dis':
      return dis(settings)
    case 'none':
      return draft({ keys: [key(LOSS_MODE, 'gpg', 'ratio', '-log π · A, no ratio')] })
    default:
      return unsaid(['ratio'], 'verl has no ratio per chunk.')
  }
}

const isRowMean = (mode: string): boolean =>
  mode === 'seq-mean-token-mean' || mode === 'segment-mean'

const MODES = [
  'token-mean',
  'token-sum',
  'seq-mean-token-sum',
  'seq-mean-token-mean',
  'seq-mean-token-sum-norm',
]

function aggregate({ mode, lMax, denominator, emptyRows }: Settings): Draft {
  const theirs = mode.id === 'segment-mean' ? 'seq-mean-token-mean' : mode.id
  const path = `${ACTOR}.loss_agg_mode`
  return joined([
    MODES.includes(theirs)
      ? draft({
          keys: [
            key(path, theirs, 'aggregate'),
            ...(theirs === 'seq-mean-token-sum-norm'
              ? [key(`${ACTOR}.loss_scale_factor`, { flow: String(lMax) }, 'aggregate.lMax')]
              : []),
          ],
        })
      : unsaid(['aggregate'], 'verl averages over tokens or rows, not over rollouts or prompts.'),
    emptyRows === 'skip'
      ? draft({ same: ['aggregate.emptyRows'] })
      : unsaid(['aggregate.emptyRows'], 'verl leaves rows without action tokens out of row means.'),
    denominator === 'before'
      ? draft({ same: ['aggregate.denominator'] })
      : unsaid(
          ['aggregate.denominator'],
          'tokens that these keys drop keep their place in verl’s denominator; only rollout_rs takes tokens out of it.',
        ),
  ])
}

export const verlLoss = (settings: Settings): Draft => {
  const parts = joined([ratio(settings), aggregate(settings)])
  // Keys of one YAML block must stand together.
  const block = (path: string): number => (path.startsWith('algorithm') ? 0 : 1)
  const keys = [...parts.keys].sort((x, y) => block(x.path) - block(y.path))
  return { ...parts, keys }
}

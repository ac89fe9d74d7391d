/** slime's policy loss: ratio rules and aggregation. Sources: see slime.ts. */
import type { Settings } from '../settings.ts'
import { type Draft, draft, joined, key, unsaid } from './draft.ts'

const clip = ({ ratioOptions: { epsLow, epsHigh } }: Settings) => [
  key('eps-clip', epsLow, 'ratio.epsLow'),
  key('eps-clip-high', epsHigh, 'ratio.epsHigh'),
]

function ppoClip(settings: Settings): Draft {
  const dual = Number(settings.ratioOptions.dualClip)
  return joined([
    draft({
      same: ['ratio', ...(Number.isFinite(dual) ? [] : ['ratio.dualClip'])],
      keys: [
        ...clip(settings),
        ...(Number.isFinite(dual) && dual > 1 ? [key('eps-clip-c', dual, 'ratio.dualClip')] : []),
      ],
    }),
    ...(dual > 1 ? [] : [unsaid(['ratio.dualClip'], '--eps-clip-c must be larger than 1.')]),
  ])
}

/** GSPO and CISPO are chosen by the estimator's name, which must be GRPO's otherwise. */
const byEstimator = (settings: Settings): Draft =>
  ['grpo', 'rloo'].includes(settings.estimator.id)
    ? draft({ same: ['ratio'], keys: clip(settings) })
    : unsaid(
        ['ratio'],
        `slime chooses ${settings.ratio.label} by --advantage-estimator, where it comes with GRPO’s advantages.`,
      )

const CLIPPED =
  'slime multiplies the weight π_old/π_rollout onto the PPO-clipped loss, so --eps-clip and --eps-clip-high act as well; while π_θ = π_old they change nothing.'

const ICEPOP = 'slime.backends.megatron_utils.loss.icepop_function'

function ratio(settings: Settings): Draft {
  const { ratioOptions } = settings
  switch (settings.ratio.id) {
    case 'ppo-clip':
      return ppoClip(settings)
    case 'gspo':
    case 'cispo':
      return byEstimator(settings)
    case 'tis':
      return draft({
        keys: [key('use-tis', undefined, 'ratio'), key('tis-clip', ratioOptions.cap, 'ratio.cap')],
        differs: [CLIPPED],
      })
    case 'icepop':
      return draft({
        keys: [
          key('use-tis', undefined, 'ratio'),
          key('custom-tis-function-path', ICEPOP, []),
          key('tis-clip-low', ratioOptions.low, 'ratio.low'),
          key('tis-clip', ratioOptions.high, 'ratio.high'),
        ],
        differs: [CLIPPED],
      })
    case 'dis':
      return unsaid(
        ['ratio'],
        'slime clips π_θ/π_rollout (--use-rollout-logprobs) on one side only, by the sign of the advantage.',
      )
    case 'none':
      return unsaid(
        ['ratio'],
        'slime’s loss always has the ratio; it is 1 in the first update of a batch.',
      )
    default:
      return unsaid(['ratio'], 'slime has no ratio per chunk.')
  }
}

function aggregate({ mode, denominator }: Settings): Draft {
  const after =
    denominator === 'before'
      ? draft({ same: ['aggregate.denominator'] })
      : unsaid(
          ['aggregate.denominator'],
          'tokens that these flags drop keep their place in slime’s denominator.',
        )
  switch (mode.id) {
    case 'rollout-mean':
      return joined([draft({ same: ['aggregate'] }), after])
    case 'token-mean':
      return joined([
        draft({ keys: [key('calculate-per-token-loss', undefined, 'aggregate')] }),
        after,
      ])
    default:
      return joined([
        unsaid(
          ['aggregate', ...(mode.id === 'seq-mean-token-sum-norm' ? ['aggregate.lMax'] : [])],
          'slime takes the rollout mean, or the token mean with --calculate-per-token-loss; others need --custom-pg-loss-reducer-function-path.',
        ),
        after,
      ])
  }
}

export const slimeLoss = (settings: Settings): Draft =>
  joined([ratio(settings), aggregate(settings)])

/** ROLL's policy loss: ratio rules and aggregation. Sources: see roll.ts. */
import type { Settings } from '../settings.ts'
import { type Draft, draft, joined, key, unsaid } from './draft.ts'

const CORRECTION = 'train_infer_correction'
/** The worker that knows `pg_variant`. */
const PG_WORKER = [
  key('actor_train.worker_cls', 'roll.pipeline.agentic.agentic_actor_pg_worker.ActorWorker', []),
]

/** ROLL's dual clip constant is 1 + 2·pg_clip; with a clip range of its own pg_clip is free for it. */
function ppoClip({ ratioOptions: { epsLow, epsHigh, dualClip } }: Settings): Draft {
  const dual = Number(dualClip)
  const on = Number.isFinite(dual) && dual > 1
  return joined([
    draft({
      same: ['ratio'],
      keys: [
        key('use_pg_clip_range', true, []),
        key('pg_clip_low', epsLow, 'ratio.epsLow'),
        key('pg_clip_high', epsHigh, 'ratio.epsHigh'),
        ...(on
          ? [
              key('dual_clip_loss', true, []),
              key('pg_clip', (dual - 1) / 2, 'ratio.dualClip', 'dual clip at 1 + 2 · pg_clip'),
            ]
          : [key('dual_clip_loss', false, Number.isFinite(dual) ? [] : ['ratio.dualClip'])]),
      ],
    }),
    ...(on || !Number.isFinite(dual)
      ? []
      : [unsaid(['ratio.dualClip'], 'ROLL’s constant 1 + 2 · pg_clip is larger than 1.')]),
  ])
}

const filter = (aggregation: 'token' | 'segment', low: unknown, high: unknown): string =>
  `{enabled: true, agg_type: ${aggregation}, ratio_low: ${low}, ratio_high: ${high}}`

/** Tokens and mask runs that leave the loss by π_old/π_infer: of the ratio rule, and IPA's chunk mask. */
function filters({ ratio: rule, ratioOptions, options }: Settings): Draft {
  const { low, high, maskAbove } = ratioOptions
  const rules = [
    ...(rule.id === 'icepop' ? [filter('token', low, high)] : []),
    ...(rule.id === 'chunk-is' ? [filter('segment', 0, maskAbove)] : []),
    ...(options.chunkMask === 'ipa' ? [filter('segment', 0, options.maskAbove)] : []),
  ]
  if (rules.length === 0) return draft({})
  const says = [
    ...(rule.id === 'icepop' ? ['ratio.low', 'ratio.high'] : []),
    ...(rule.id === 'chunk-is' ? ['ratio.maskAbove'] : []),
    ...(options.chunkMask === 'ipa' ? ['chunkMask', 'maskAbove'] : []),
  ]
  return draft({ keys: [key(`${CORRECTION}.filters`, { flow: `[${rules.join(', ')}]` }, says)] })
}

const CLIPPED =
  'ROLL multiplies the weight π_old/π_infer onto the PPO-clipped loss, so pg_clip acts as well; while π_θ = π_old it changes nothing.'

function ratio({ ratio: rule, ratioOptions, ...settings }: Settings): Draft {
  switch (rule.id) {
    case 'ppo-clip':
      return ppoClip({ ratio: rule, ratioOptions, ...settings })
    case 'tis':
      return draft({
        keys: [
          key(`${CORRECTION}.is_weight.enabled`, true, 'ratio'),
          key(`${CORRECTION}.is_weight.weight_type`, 'token', []),
          key(`${CORRECTION}.is_weight.upper_bound`, ratioOptions.cap, 'ratio.cap'),
        ],
        differs: [CLIPPED],
      })
    case 'icepop':
      return draft({
        keys: [
          key(`${CORRECTION}.is_weight.enabled`, true, 'ratio'),
          key(`${CORRECTION}.is_weight.weight_type`, 'token', []),
          key(`${CORRECTION}.is_weight.upper_bound`, null, [], 'the filter bounds it'),
        ],
        differs: [CLIPPED],
      })
    case 'chunk-is':
      return draft({
        keys: [
          key('ratio_type', 'segment', 'ratio', 'one ratio per mask run'),
          ...PG_WORKER,
          key('actor_train.pg_variant', 'topr', []),
        ],
        differs: [
          'topr leaves out the ratio where the score of the episode is positive; Segue, as the paper, goes by the sign of the advantage.',
        ],
      })
    case 'cispo':
      return joined([
        draft({ keys: [...PG_WORKER, key('actor_train.pg_variant', 'cispo', 'ratio')] }),
        unsaid(
          ['ratio.epsLow', 'ratio.epsHigh'],
          'the worker reads cispo_epsilon_low and cispo_epsilon_high from actor_train, whose WorkerConfig has no such fields at this commit: 0.1 and 0.1 act.',
        ),
      ])
    case 'none':
      return draft({
        keys: [...PG_WORKER, key('actor_train.pg_variant', 'vanilla', 'ratio', '-log π · A')],
      })
    case 'gspo':
      return unsaid(
        ['ratio'],
        'ratio_type: segment is one ratio per mask run, not per row; they are the same while a row has one turn.',
      )
    default:
      return unsaid(['ratio'], 'ROLL’s filters compare π_old with π_infer, not π_θ.')
  }
}

const MODES = ['token-mean', 'seq-mean-token-sum', 'seq-mean-token-mean', 'seq-mean-token-sum-norm']

function aggregate({ mode, denominator, emptyRows }: Settings): Draft {
  const theirs = mode.id === 'segment-mean' ? 'seq-mean-token-mean' : mode.id
  return joined([
    MODES.includes(theirs)
      ? draft({ keys: [key('loss_agg_mode', theirs, 'aggregate')] })
      : unsaid(['aggregate'], 'ROLL averages over tokens or rows, not over rollouts or prompts.'),
    theirs === 'seq-mean-token-sum-norm'
      ? unsaid(
          ['aggregate.lMax'],
          'ROLL divides by the padded width of the batch, and not by the number of rows.',
        )
      : draft({}),
    emptyRows === 'count'
      ? draft({ same: ['aggregate.emptyRows'] })
      : unsaid(['aggregate.emptyRows'], 'ROLL counts rows without action tokens in row means.'),
    denominator === 'before'
      ? draft({ same: ['aggregate.denominator'] })
      : unsaid(
          ['aggregate.denominator'],
          'tokens that these keys drop keep their place in ROLL’s denominator.',
        ),
  ])
}

export const rollLoss = (settings: Settings): Draft =>
  joined([ratio(settings), filters(settings), aggregate(settings)])

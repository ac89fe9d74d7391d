/** Finds the conventions that give the advantages that the trace recorded. */

import { readsQuantity } from '../credit/estimator.ts'
import type { Batch, FloatColumn } from '../trace/batch.ts'
import { selectRollouts } from '../trace/select.ts'
import type { CreditSettings } from './api.ts'
import { withScans } from './float64.ts'
import { keeper } from './kept.ts'
import { closeness, factorOf, recordedOf } from './recorded.ts'
import type { ReproductionView, Trial } from './reproduction-view.ts'
import { type GraphTrials, type OptionSet, trialsOf } from './trials.ts'
import type { Pause, Viewer } from './viewing.ts'

/** Tried beside the page's own. */
const GAMMAS = [1] as const
const LAMBDAS = [0.95, 0.97, 0.99, 1] as const
/** Positions × passes over them: about half a second on one core. */
const BUDGET = 2e7
/** More positions say nothing new. */
const MAX_POSITIONS = 200_000
/** Longer lists would not be read. */
const MAX_BEST = 8

/** Keeps its answer while only the rollout on the screen changes. */
export function createReproductionViewer(): Viewer<'reproduction'> {
  const keep = keeper<ReproductionView>()
  return ({ request: { settings }, computed: { batch } }) => {
    const { a, b, gamma, lambda } = settings
    return {
      rest: (pause) => keep([batch, a, b, gamma, lambda], () => reproduce(batch, settings, pause)),
    }
  }
}

/** @param batch prepared */
async function reproduce(
  batch: Batch,
  settings: CreditSettings,
  pause: Pause,
): Promise<ReproductionView> {
  const all = recordedOf(batch)
  if (!all) return { kind: 'none' }
  if (all.largest === 0) return { kind: 'zero', tokens: all.tokens }
  const gammas = [...new Set([settings.gamma, ...GAMMAS])]
  const lambdas = [...new Set([settings.lambda, ...LAMBDAS])]
  const graphs = trialsOf(batch, settings)
  const passes = (some: readonly GraphTrials[]) => costOf(some, gammas.length, lambdas.length)
  const most = Math.min(MAX_POSITIONS, BUDGET / passes(graphs))
  const allGroups = new Set(batch.rollout.group).size
  const about = {
    kind: 'tried',
    allTokens: all.tokens,
    recordedRollouts: all.rollouts.length,
    withoutOutcome: all.rollouts.filter((r) => Number.isNaN(batch.rollout.outcome[r])).length,
    allGroups,
    gammas,
    lambdas,
  } as const
  if (batch.positionCount <= most) {
    const tried = await tryAll(batch, graphs, settings, { gammas, lambdas, whitens: true, pause })
    return { ...about, ...summary(tried), groups: allGroups, whitened: 'all' }
  }
  const { rollouts, groups } = groupsWithin(batch, all.numbers, most)
  if (rollouts.size === 0) return { kind: 'too-large', positions: Math.floor(most) }
  const indices = [...rollouts]
  const { text: _, tokenIds: __, ...numbers } = batch
  const part = selectRollouts(numbers, indices)
  const ofPart = await tryAll(part, graphs, settings, { gammas, lambdas, whitens: false, pause })
  const placed = (trial: Trial): Trial => ({
    ...trial,
    worst: { ...trial.worst, rollout: indices[trial.worst.rollout] },
  })
  const trials = ofPart.trials.map(placed)
  const scaled = ofPart.scaled.map(placed)
  // What always whitens reads no λ: few enough trials for the whole batch, whose statistics it needs.
  const always = graphs.filter(({ estimator }) => estimator.alwaysWhitens)
  const fits = passes(always) * batch.positionCount <= BUDGET
  if (fits) {
    const whole = await tryAll(batch, always, settings, { gammas, lambdas, whitens: true, pause })
    trials.push(...whole.trials)
    scaled.push(...whole.scaled)
  }
  return { ...about, ...summary({ trials, scaled }), groups, whitened: fits ? 'always' : 'none' }
}

/** Best first. Stable: the page's own and its γ and λ come before others that are as close. */
function summary({ trials, scaled }: Tried) {
  const best = [...trials].sort((x, y) => (isCloser(x, y) ? -1 : isCloser(y, x) ? 1 : 0))
  const whole = best[0]?.share === 1 ? [] : scaled.filter(({ share }) => share === 1)
  return {
    sets: best.length,
    reproducing: best.filter(({ share }) => share === 1).length,
    tied: best.filter((one) => one.share === 1 && errorOf(one) === errorOf(best[0])).length,
    best: best.slice(0, MAX_BEST),
    scaled: bestScaled(whole),
    scaledSets: new Set(whole.map((one) => JSON.stringify([one.estimator, one.options]))).size,
  }
}

/** The closest; of several the one with the plainest factor. */
function bestScaled(whole: readonly Trial[]): Trial | undefined {
  const plain = whole.filter(({ factor }) => isPlain(factor) || isPlain(1 / factor))
  return closestOf(plain.length > 0 ? plain : whole)
}

const closestOf = (trials: readonly Trial[]): Trial | undefined =>
  trials.reduce<Trial | undefined>(
    (best, trial) => (best && !isCloser(trial, best) ? best : trial),
    undefined,
  )

/** A whole number, up to rounding. */
const isPlain = (factor: number): boolean =>
  Math.abs(factor) > 0.5 && Math.abs(factor / Math.round(factor) - 1) < 1e-5

/** Passes over the positions: one per scan and one per set of options on it. */
function costOf(graphs: readonly GraphTrials[], gammas: number, lambdas: number): number {
  return graphs.reduce((sum, { estimator, sets }) => {
    const scans =
      (readsQuantity(estimator, 'gamma') ? gammas : 1) *
      (readsQuantity(estimator, 'lambda') ? lambdas : 1)
    return sum + scans * (1 + sets.length)
  }, 0)
}

/** Whole groups with recorded numbers, in file order, as many as fit; larger ones are passed over. */
function groupsWithin(batch: Batch, recorded: FloatColumn, most: number) {
  const { rollout, segment } = batch
  const members = new Map<number, number[]>()
  rollout.group.forEach((group, r) => {
    const own = members.get(group)
    if (own) own.push(r)
    else members.set(group, [r])
  })
  const rollouts = new Set<number>()
  let groups = 0
  let left = most
  for (const group of members.values()) {
    const bounds = group.map((r) => [
      segment.start[rollout.firstSegment[r]],
      segment.start[rollout.firstSegment[r + 1]],
    ])
    const positions = bounds.reduce((sum, [from, to]) => sum + to - from, 0)
    const has = bounds.some(([from, to]) => to > from && !Number.isNaN(recorded[from]))
    if (!has || positions > left) continue
    left -= positions
    groups++
    for (const r of group) rollouts.add(r)
  }
  return { rollouts: new Set([...rollouts].sort((x, y) => x - y)), groups }
}

interface Tried {
  readonly trials: readonly Trial[]
  /** Those that one factor brings near to the record. */
  readonly scaled: readonly Trial[]
}

interface Grid {
  readonly gammas: readonly number[]
  readonly lambdas: readonly number[]
  /** Whether sets that whiten are tried. */
  readonly whitens: boolean
  readonly pause: Pause
}

/** The closest γ and λ of every set of options. */
async function tryAll(
  batch: Batch,
  graphs: readonly GraphTrials[],
  settings: CreditSettings,
  grid: Grid,
): Promise<Tried> {
  const trials: Trial[] = []
  const scaled: Trial[] = []
  const recorded = recordedOf(batch)
  if (!recorded) return { trials, scaled }
  for (const { estimator, sets: all } of graphs) {
    const sets = all.filter((set) => grid.whitens || !set.whitens)
    if (sets.length === 0) continue
    const reads = {
      gamma: readsQuantity(estimator, 'gamma'),
      lambda:
        readsQuantity(estimator, 'lambda') && sets[0].options.lambdaRule !== 'length-adaptive',
    }
    const closest = new Map<OptionSet, Trial>()
    await withScans(batch, estimator.id, sets[0].options, grid.pause, async (scan) => {
      for (const gamma of reads.gamma ? grid.gammas : [settings.gamma]) {
        for (const lambda of reads.lambda ? grid.lambdas : [settings.lambda]) {
          const scanned = await scan({ gamma, lambda })
          for (const set of sets) {
            const got = scanned.advantages(set.options)
            const tried = {
              makers: set.makers,
              estimator: estimator.id,
              options: set.options,
              gamma: reads.gamma ? gamma : undefined,
              lambda: reads.lambda ? lambda : undefined,
            }
            const trial: Trial = { ...tried, factor: 1, ...closeness(recorded, got) }
            const factor = trial.share < 1 ? factorOf(recorded, got) : undefined
            if (factor !== undefined) {
              scaled.push({ ...tried, factor, ...closeness(recorded, got, factor) })
            }
            const best = closest.get(set)
            if (!best || isCloser(trial, best)) closest.set(set, trial)
            await grid.pause()
          }
        }
      }
    })
    trials.push(...closest.values())
  }
  return { trials, scaled }
}

/** float32 leaves about this much; below it no set is closer than another. */
const ROUNDING = 1e-6

const errorOf = ({ meanRelative }: Trial): number => Math.max(meanRelative, ROUNDING)

function isCloser(x: Trial, y: Trial): boolean {
  if (x.share !== y.share) return x.share > y.share
  const [one, other] = [errorOf(x), errorOf(y)]
  return one === other ? openOf(x) < openOf(y) : one < other
}

const FOREIGN = 100

/** What a preset leaves open is not its doing, and less so an estimator that it lacks: one that says more comes first. */
const openOf = ({ makers }: Trial): number =>
  Math.min(
    ...makers.map((maker) =>
      maker.kind === 'preset' ? maker.open.length + (maker.own ? 0 : FOREIGN) : 0,
    ),
  )

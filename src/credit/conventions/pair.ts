/** Two presets side by side under one estimator, or one aggregation: what is compared, and what is not known. */
import type { Options, OptionValue } from '../options.ts'
import { resolveOptions } from '../options.ts'
import { ESTIMATORS, estimatorOf, optionsOf } from '../registry.ts'
import { hasEstimator, presetSettings } from './apply.ts'
import { type Difference, differenceOf } from './differences.ts'
import type { Aspect, Preset } from './preset.ts'

/** An option known of one of the two only: both get it, because an unknown is no difference. */
export interface Evened {
  readonly option: string
  readonly knownIn: 'a' | 'b'
  readonly value: OptionValue
}

export interface Pair {
  /** Every option of the estimator has a value. */
  readonly a: Options
  readonly b: Options
  /** Options known of both in which they differ. */
  readonly differences: readonly Difference[]
  readonly evened: readonly Evened[]
  /** Options that both leave open: they have the page's values. */
  readonly open: readonly string[]
}

/** Who says something about an estimator of ours. */
export type Speakers = 'both' | 'a' | 'b' | 'neither'

export interface Offer {
  readonly estimator: string
  readonly speakers: Speakers
  /** Options in which the two are known to differ under it. */
  readonly differing: number
  /** Those of the two whose own estimator it is not. */
  readonly lacking: readonly ('a' | 'b')[]
}

/** Every estimator with who of the two says something about it, in the page's order. */
export function offers(a: Preset, b: Preset): readonly Offer[] {
  return ESTIMATORS.map(({ id }) => {
    const [one, other] = [presetSettings(a, id), presetSettings(b, id)]
    const speakers = one && other ? 'both' : one ? 'a' : other ? 'b' : 'neither'
    return {
      estimator: id,
      speakers,
      differing: speakers === 'both' ? (pairUnder(a, b, id, {})?.differences.length ?? 0) : 0,
      lacking: [
        ...(hasEstimator(a, id) ? [] : (['a'] as const)),
        ...(hasEstimator(b, id) ? [] : (['b'] as const)),
      ],
    }
  })
}

/**
 * The estimator to compare under: one that both trainers have before one that only one of them has. Among
 * these a wanted one wherever both have it, else any; one under which they are known to differ before one under
 * which they are not, then the order of `wanted`. Undefined: none is shared.
 * @param wanted ids of the page's own estimators, the most wanted first
 */
export function chooseEstimator(
  all: readonly Offer[],
  wanted: readonly string[],
): string | undefined {
  const known = all.filter(({ speakers }) => speakers === 'both')
  const fewest = Math.min(...known.map(({ lacking }) => lacking.length))
  const shared = known.filter(({ lacking }) => lacking.length === fewest)
  const own = wanted.flatMap((id) => shared.filter(({ estimator }) => estimator === id))
  const differs = ({ differing }: Offer): boolean => differing > 0
  // One that a trainer lacks is worth it only where something differs.
  const candidates = own.length > 0 && (fewest === 0 || own.some(differs)) ? own : shared
  return (candidates.find(differs) ?? candidates[0])?.estimator
}

/**
 * Both presets under an estimator; undefined where one of them says nothing about it.
 * @param page options of the page for this estimator, for what both leave open
 * @param asked options that both get whatever they do
 */
export function pairUnder(
  a: Preset,
  b: Preset,
  estimatorId: string,
  page: Options,
  asked: Options = {},
): Pair | undefined {
  const estimator = estimatorOf(estimatorId)
  const [one, other] = [presetSettings(a, estimatorId), presetSettings(b, estimatorId)]
  if (!estimator || !one || !other) return undefined
  const specs = optionsOf(estimator)
  const known = pairOf(
    a,
    b,
    specs.map(({ name }) => name).filter((name) => !(name in asked)),
    one,
    other,
  )
  return {
    ...known,
    a: resolveOptions(specs, { ...page, ...known.a, ...asked }),
    b: resolveOptions(specs, { ...page, ...known.b, ...asked }),
  }
}

/** Mode and denominators of both; `id`, `emptyRows` and `rejection` as options. */
export function aggregationPair(a: Preset, b: Preset, page: Options): Pair {
  const side = ({ aspects: { aggregation } }: Preset): Known => {
    const { id, options = {} } = aggregation ?? {}
    return { options: { ...(id === undefined ? {} : { id }), ...options }, from: {} }
  }
  const names = ['id', 'emptyRows', 'rejection']
  const known = pairOf(a, b, names, side(a), side(b), 'aggregation')
  return { ...known, a: { ...page, ...known.a }, b: { ...page, ...known.b } }
}

interface Known {
  readonly options: Options
  readonly from: Readonly<Partial<Record<string, Aspect>>>
}

/** `a` and `b` hold what at least one of the two knows. */
function pairOf(
  a: Preset,
  b: Preset,
  names: readonly string[],
  one: Known,
  other: Known,
  aspect?: Aspect,
): Pair {
  const differences: Difference[] = []
  const evened: Evened[] = []
  const open: string[] = []
  const left: Record<string, OptionValue> = {}
  const right: Record<string, OptionValue> = {}
  for (const name of names) {
    const [x, y] = [one.options[name], other.options[name]]
    if (x !== undefined) left[name] = x
    if (y !== undefined) right[name] = y
    if (x === undefined && y === undefined) open.push(name)
    else if (x === undefined && y !== undefined) {
      left[name] = y
      evened.push({ option: name, knownIn: 'b', value: y })
    } else if (y === undefined && x !== undefined) {
      right[name] = x
      evened.push({ option: name, knownIn: 'a', value: x })
    } else if (x !== undefined && y !== undefined && x !== y) {
      const where = aspect ?? other.from[name] ?? 'gae'
      differences.push(differenceOf(a, b, where, name, x, y))
    }
  }
  return { a: left, b: right, differences, evened, open }
}

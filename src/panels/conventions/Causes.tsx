/** Why two presets differ: one sentence per difference, with what it does alone. */
import { differences, unknownIn } from '../../credit/conventions/differences.ts'
import type { Preset } from '../../credit/conventions/preset.ts'
import { formatNumber } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { Cause, ConventionsView } from '../../worker/conventions-view.ts'
import { useTokenCounts } from '../useTokenCounts.ts'
import { usePresetText } from './presetText.ts'
import { aspectWords, whyWords } from './presetWords.ts'
import { words } from './text.ts'

interface CausesProps {
  readonly causes: readonly Cause[]
  /** Tokens that differ with all differences together. */
  readonly differing: number
  readonly presets: readonly [Preset, Preset]
  readonly measure: 'advantage' | 'weight'
}

/** The responsible difference first; those without effect say why. */
export function Causes({ causes, differing, presets: [a, b], measure }: CausesProps) {
  const t = useText(words)
  const { inBatch } = useTokenCounts()
  const why = useText(whyWords)
  const text = usePresetText()
  const [first] = causes.filter(({ tokens }) => tokens > 0)
  const others = causes.filter((cause) => cause !== first)
  const numbers = ({ largest, tokens }: Cause) => ({
    x: formatNumber(largest),
    n: inBatch(tokens),
  })
  const [alone, upTo] =
    measure === 'advantage'
      ? (['alone', 'upTo'] as const)
      : (['weightAlone', 'weightUpTo'] as const)
  return (
    <>
      {first && (
        <p>
          <span className="conventions-why">{t('why')}</span>
          {t('gap')}
          {text.difference(first.difference, a, b)}
          {t('gap')}
          {causes.length > 1 && (
            <span className="conventions-does">{t(alone, numbers(first))}</span>
          )}
        </p>
      )}
      {!first && differing > 0 && <p>{t('together')}</p>}
      {others.length > 0 && (
        <ul className="conventions-causes">
          {others.map((cause) => (
            <li
              key={`${cause.difference.aspect}.${cause.difference.option}`}
              className={cause.tokens > 0 ? '' : 'is-idle'}
            >
              {text.difference(cause.difference, a, b)}
              {t('gap')}
              <span className="conventions-does">
                {cause.tokens > 0
                  ? t(upTo, numbers(cause))
                  : t('nothing', { why: why(cause.why ?? 'no-effect') })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface OtherProps {
  readonly view: ConventionsView
  readonly presets: readonly [Preset, Preset]
}

/** Known differences that this comparison does not show, and aspects known of one of the two only. */
export function OtherDifferences({ view, presets: [a, b] }: OtherProps) {
  const t = useText(words)
  const aspect = useText(aspectWords)
  const text = usePresetText()
  const shown = [...(view.advantage?.causes ?? []), ...(view.weight?.causes ?? [])].map(
    ({ difference }) => `${difference.aspect}.${difference.option}`,
  )
  const left = differences(a, b).filter((one) => !shown.includes(`${one.aspect}.${one.option}`))
  const unknown = unknownIn(a, b)
  if (left.length === 0 && unknown.length === 0) return null
  const only = (preset: Preset): string =>
    unknown
      .filter(({ knownIn }) => knownIn === preset.id)
      .map((one) => aspect(one.aspect))
      .join(t('comma'))
  return (
    <details className="conventions-more">
      <summary title={t('notHereHelp')}>{t('notHere')}</summary>
      <ul className="conventions-causes">
        {left.map((one) => (
          <li key={`${one.aspect}.${one.option}`}>
            <span className="conventions-does">{aspect(one.aspect)}:</span>{' '}
            {text.difference(one, a, b)}
          </li>
        ))}
        {[a, b].map(
          (preset) =>
            only(preset) !== '' && (
              <li key={preset.id} className="is-idle">
                {t('onlyKnown', { trainer: text.label(preset), aspects: only(preset) })}
              </li>
            ),
        )}
      </ul>
    </details>
  )
}

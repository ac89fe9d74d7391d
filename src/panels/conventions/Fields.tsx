/** Under which estimator two presets are compared, and whether advantages are whitened. */
import { useId } from 'react'
import type { Preset } from '../../credit/conventions/preset.ts'
import { estimatorOf } from '../../credit/registry.ts'
import type { ConventionsChoice } from '../../store/document.ts'
import { Choice } from '../../ui/Choice.tsx'
import { unmarked } from '../../ui/Marked.tsx'
import { useText } from '../../ui/text.tsx'
import type { ConventionsView, OfferView } from '../../worker/conventions-view.ts'
import { useSpecText } from '../controls/specText.ts'
import { useActions, useStore } from '../useStore.ts'
import { usePresetText } from './presetText.ts'
import { words } from './text.ts'

interface FieldsProps {
  readonly view: ConventionsView
  readonly presets: readonly [Preset, Preset]
  readonly choice: ConventionsChoice
}

export function ComparisonFields({ view, presets, choice }: FieldsProps) {
  const t = useText(words)
  const spec = useSpecText()
  const { edit } = useActions()
  const id = useId()
  const { advantage, offers } = view
  const name = (estimator: string): string => {
    const own = estimatorOf(estimator)
    return own ? spec.estimator(own) : estimator
  }
  const estimator = estimatorOf(advantage?.estimator ?? '')
  const whitens = estimator?.options.some((one) => one.name === 'whiten') ?? false
  return (
    <>
      {advantage && (
        <div className="field">
          <label className="field-label" htmlFor={id} title={t('estimatorHelp')}>
            {t('estimator')}
          </label>
          <select
            id={id}
            className="select"
            value={choice.estimator === advantage.estimator ? choice.estimator : ''}
            onChange={({ target: { value } }) =>
              edit({ conventions: { ...choice, estimator: value === '' ? undefined : value } })
            }
          >
            <option value="">{t('automatic', { name: name(advantage.estimator) })}</option>
            {offers.map((offer) => (
              <EstimatorOption key={offer.estimator} offer={offer} presets={presets} />
            ))}
          </select>
        </div>
      )}
      {whitens && (
        <Choice
          label={t('whiten')}
          help={t('whitenHelp')}
          value={choice.whiten ?? ''}
          items={[
            { value: '', label: t('asTrainer') },
            { value: 'none', label: t('off') },
            { value: 'batch', label: t('batch') },
          ]}
          onChange={(value) =>
            edit({
              conventions: {
                ...choice,
                whiten: value === 'batch' || value === 'none' ? value : undefined,
              },
            })
          }
        />
      )}
      {whitens && choice.whiten === undefined && <Whitening presets={presets} />}
      {advantage && choice.estimator !== advantage.estimator && (
        <Neither estimator={advantage.estimator} />
      )}
      {advantage && <Lacking view={view} presets={presets} />}
    </>
  )
}

/** That what was chosen by itself is no estimator of the page. */
function Neither({ estimator: id }: { readonly estimator: string }) {
  const t = useText(words)
  const spec = useSpecText()
  const a = estimatorOf(useStore((state) => state.document.a.estimator))
  const b = estimatorOf(useStore((state) => state.document.b.estimator))
  const estimator = estimatorOf(id)
  if (!a || !b || !estimator || a.id === id || b.id === id) return null
  const [one, other, chosen] = [a, b, estimator].map(spec.estimator)
  return <p className="quiet">{t('neither', { a: one, b: other, estimator: chosen })}</p>
}

interface PairProps {
  readonly presets: readonly [Preset, Preset]
}

/** What each of the two does by itself, and what follows for the comparison. */
function Whitening({ presets: [a, b] }: PairProps) {
  const t = useText(words)
  const text = usePresetText()
  const does = ({ whitens }: Preset) =>
    (({ always: 'whitensAlways', setting: 'whitensSetting', unknown: 'whitensUnknown' }) as const)[
      whitens?.gae ?? 'unknown'
    ]
  const two = a.id === b.id ? [a] : [a, b]
  const always = two.filter(({ whitens }) => whitens?.gae === 'always').length
  return (
    <p className="quiet">
      {two.map((preset) => t(does(preset), { trainer: text.label(preset) })).join(t('gap'))}
      {t('gap')}
      {always < two.length && t(always > 0 ? 'whitensBoth' : 'whitensPage')}
    </p>
  )
}

/** That a trainer does not have the estimator under which it is shown. */
function Lacking({ view, presets }: PairProps & { readonly view: ConventionsView }) {
  const t = useText(words)
  const spec = useSpecText()
  const text = usePresetText()
  const estimator = estimatorOf(view.advantage?.estimator ?? '')
  const lacking = view.offers.find((one) => one.estimator === estimator?.id)?.lacking ?? []
  if (!estimator || lacking.length === 0) return null
  const names = lacking.map((slot) => text.label(presets[slot === 'a' ? 0 : 1]))
  const [a, b = a] = [...new Set(names)]
  const key = estimator.crossesCuts
    ? (['lackOneCut', 'lackBothCut'] as const)
    : (['lackOne', 'lackBoth'] as const)
  return (
    <p role="note">{t(key[a === b ? 0 : 1], { a, b, estimator: spec.estimator(estimator) })}</p>
  )
}

interface EstimatorOptionProps {
  readonly offer: OfferView
  readonly presets: readonly [Preset, Preset]
}

function EstimatorOption({ offer, presets: [a, b] }: EstimatorOptionProps) {
  const t = useText(words)
  const spec = useSpecText()
  const text = usePresetText()
  const own = estimatorOf(offer.estimator)
  const name = own ? spec.estimator(own) : offer.estimator
  const label = (): string => {
    switch (offer.speakers) {
      case 'neither':
        return t('unknownBoth', { name })
      case 'a':
        return t('unknown', { name, trainer: text.label(b) })
      case 'b':
        return t('unknown', { name, trainer: text.label(a) })
      case 'both':
        if (offer.unavailable !== undefined)
          return `${name}: ${unmarked(spec.reason(offer.unavailable))}`
        return offer.differing > 0 ? t('differs', { name }) : name
    }
  }
  const blocked = offer.speakers !== 'both' || offer.unavailable !== undefined
  return (
    <option value={offer.estimator} disabled={blocked}>
      {label()}
    </option>
  )
}

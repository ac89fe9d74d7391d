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
import { useActions } from '../useStore.ts'
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
  const isOn = (choice.whiten ?? advantage?.slots.a.options.whiten) === 'batch'
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
          value={isOn ? 'batch' : 'none'}
          items={[
            { value: 'none', label: t('off') },
            { value: 'batch', label: t('batch') },
          ]}
          onChange={(value) =>
            edit({ conventions: { ...choice, whiten: value === 'batch' ? 'batch' : 'none' } })
          }
        />
      )}
    </>
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

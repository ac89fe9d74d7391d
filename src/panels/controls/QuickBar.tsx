/**
 * A, B, γ and λ in one line that stays at the top of a window without room for the controls beside the
 * picture: turning γ and seeing what happens is what the page is for.
 */
import { useId } from 'react'
import { useText } from '../../ui/text.tsx'
import { EstimatorSelect } from './EstimatorSelect.tsx'
import { GammaSlider, LambdaSlider } from './ParameterSliders.tsx'
import { words } from './text.ts'
import './quick-bar.css'

export function QuickBar() {
  const t = useText(words)
  return (
    <section className="quick-bar" aria-label={t('quickBar')}>
      <QuickSelect which="a" />
      <QuickSelect which="b" />
      <GammaSlider />
      <LambdaSlider />
    </section>
  )
}

function QuickSelect({ which }: { readonly which: 'a' | 'b' }) {
  const t = useText(words)
  const id = useId()
  const name = which.toUpperCase()
  return (
    <div className="quick-select">
      <label htmlFor={id} className={`slot-letter slot-${which}`}>
        <span aria-hidden="true">{name}</span>
        <span className="hidden-visually">{t('estimator', { slot: name })}</span>
      </label>
      <EstimatorSelect which={which} id={id} />
    </div>
  )
}

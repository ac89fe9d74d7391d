/** One slot, A or B: estimator, what differs from its defaults, and its options from their specs. */

import { Fragment, useId, useState } from 'react'
import { isShown, type OptionSpec } from '../../credit/options.ts'
import { POST_OPTIONS } from '../../credit/post-registry.ts'
import { estimatorOf, optionsOf } from '../../credit/registry.ts'
import { Formula } from '../../ui/formula/Formula.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useText } from '../../ui/text.tsx'
import type { Slot } from '../../worker/api.ts'
import { AboutButton } from '../about/AboutButton.tsx'
import { useActions, useStore } from '../useStore.ts'
import { EstimatorSelect } from './EstimatorSelect.tsx'
import { GroupNote } from './GroupNote.tsx'
import { keepEffect } from './keepEffect.ts'
import { OptionControl } from './OptionControl.tsx'
import { PostAboutButton } from './PostAboutButton.tsx'
import { summaryOf, withOption } from './slot.ts'
import { useSpecText } from './specText.ts'
import { words } from './text.ts'
import { useRemoved } from './useRemoved.ts'
import { useUnavailable } from './useUnavailable.ts'

interface EstimatorSlotProps {
  readonly which: 'a' | 'b'
  /** The list stands in the bar above the picture; here only the name. */
  readonly withoutSelect: boolean
}

export function EstimatorSlot({ which, withoutSelect }: EstimatorSlotProps) {
  const t = useText(words)
  const spec = useSpecText()
  const { edit } = useActions()
  const slot = useStore((state) => state.document[which])
  const unavailable = useUnavailable()
  const removed = useRemoved(which)
  const [open, setOpen] = useState(false)
  const id = useId()

  const name = which.toUpperCase()
  const estimator = estimatorOf(slot.estimator)
  const specs = estimator ? optionsOf(estimator) : []
  const settings = estimator ? summaryOf(estimator, slot.options) : []
  const put = (next: Slot, coalesce?: string): void =>
    edit(which === 'a' ? { a: next } : { b: next }, coalesce)
  const reason = (key: string): string | undefined => {
    const text = unavailable?.[key]
    return text === undefined ? undefined : spec.reason(text)
  }

  const postChanged = settings.some(({ spec: one }) => POST_OPTIONS.includes(one))
  const controls = (of: readonly OptionSpec[]) =>
    of
      .filter((one) => isShown(one, specs, slot.options))
      .map((one) => (
        <OptionControl
          key={one.name}
          spec={one}
          options={slot.options}
          reasonOf={(value) => reason(`${slot.estimator}.${one.name}.${value}`)}
          effect={keepEffect(removed, one.name, t)}
          about={<PostAboutButton spec={one} options={slot.options} />}
          onChange={(value) => put(withOption(slot, one, value), `${which}.${one.name}`)}
        />
      ))

  return (
    <div className="slot" data-slot={which}>
      <div className="slot-head">
        {withoutSelect ? (
          <>
            <span className={`slot-letter slot-${which}`}>{name}</span>
            <span>{estimator ? spec.estimator(estimator) : slot.estimator}</span>
          </>
        ) : (
          <>
            <label htmlFor={`${id}select`} className={`slot-letter slot-${which}`}>
              <span aria-hidden="true">{name}</span>
              <span className="hidden-visually">{t('estimator', { slot: name })}</span>
            </label>
            <EstimatorSelect which={which} id={`${id}select`} describedBy={`${id}summary`} />
          </>
        )}
        {estimator && (
          <AboutButton
            subject={{ kind: 'estimator', method: estimator }}
            title={spec.estimator(estimator)}
            source={spec.source(estimator)}
          />
        )}
        <button
          type="button"
          className="button bare square"
          aria-label={t('options', { slot: name })}
          title={t('options', { slot: name })}
          aria-expanded={open}
          aria-controls={`${id}options`}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'down' : 'right'} size={12} />
        </button>
      </div>
      <p id={`${id}summary`} className="slot-summary">
        {!estimator
          ? t('unknownEstimator', { id: slot.estimator })
          : settings.length === 0
            ? t('defaults')
            : settings.map(({ spec: one, value, changed }, at) => (
                <Fragment key={one.name}>
                  {at > 0 && ' · '}
                  <span className={changed ? 'is-changed' : ''} title={spec.help(one)}>
                    {spec.setting(one, value)}
                  </span>
                </Fragment>
              ))}
      </p>
      <GroupNote which={which} />
      <div id={`${id}options`} className="slot-options" hidden={!open}>
        {open && estimator && (
          <Formula name={t('formulaOf', { name: spec.estimator(estimator) })} tex={estimator.tex} />
        )}
        {open && controls(specs.filter((one) => !POST_OPTIONS.includes(one)))}
        {open && (
          <details className="post" open={postChanged}>
            <summary>{t('post')}</summary>
            {controls(POST_OPTIONS)}
          </details>
        )}
        {open && Object.keys(slot.options).length > 0 && (
          <button
            type="button"
            className="button small"
            onClick={() => put({ ...slot, options: {} })}
          >
            {t('resetOptions')}
          </button>
        )}
      </div>
    </div>
  )
}

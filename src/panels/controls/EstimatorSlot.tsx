/** One slot, A or B: estimator, what differs from its defaults, and its options from their specs. */

import { Fragment, useId, useState } from 'react'
import { estimatorOf } from '../../credit/registry.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LaterWith, late, Quietly } from '../../ui/late.tsx'
import { useText } from '../../ui/text.tsx'
import { withMethods } from '../../ui/useBook.ts'
import { AboutButton } from '../about/AboutButton.tsx'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'
import { EstimatorSelect } from './EstimatorSelect.tsx'
import { summaryOf } from './slot.ts'
import { useSpecText } from './specText.ts'
import { words } from './text.ts'

const slotOptions = late(async () => (await withMethods(import('./SlotOptions.tsx'))).SlotOptions)

const groupNote = soon(({ GroupNote }) => GroupNote)

/** Loads the options' controls ahead. */
export const prepareOptions = slotOptions.fetch

interface EstimatorSlotProps {
  readonly which: 'a' | 'b'
  /** The list stands in the bar above the picture; here only the name. */
  readonly withoutSelect: boolean
}

export function EstimatorSlot({ which, withoutSelect }: EstimatorSlotProps) {
  const t = useText(words)
  const spec = useSpecText()
  const slot = useStore((state) => state.document[which])
  const [open, setOpen] = useState(false)
  const id = useId()

  const name = which.toUpperCase()
  const estimator = estimatorOf(slot.estimator)
  const settings = estimator ? summaryOf(estimator, slot.options) : []
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
      {estimator?.family === 'baseline' && <Quietly part={groupNote} props={{ which }} />}
      <div id={`${id}options`} className="slot-options" hidden={!open}>
        {open && estimator && <LaterWith part={slotOptions} props={{ which, estimator }} />}
      </div>
    </div>
  )
}

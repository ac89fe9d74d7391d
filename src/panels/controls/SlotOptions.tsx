/** The options of one slot from their specs, and the formula of its estimator. */
import { useEffect, useState } from 'react'
import type { Estimator } from '../../credit/estimator.ts'
import { isShown, type OptionSpec } from '../../credit/options.ts'
import { POST_OPTIONS } from '../../credit/post-registry.ts'
import { optionsOf } from '../../credit/registry.ts'
import { Formula } from '../../ui/formula/Formula.tsx'
import { useText } from '../../ui/text.tsx'
import type { Slot } from '../../worker/api.ts'
import { useActions, useStore } from '../useStore.ts'
import { useTokenCounts } from '../useTokenCounts.ts'
import { words as effectWords } from './effectText.ts'
import { keepEffect } from './keepEffect.ts'
import { OptionControl } from './OptionControl.tsx'
import { PostAboutButton } from './PostAboutButton.tsx'
import { summaryOf, withOption } from './slot.ts'
import { useSpecText } from './specText.ts'
import { useRemoved } from './useRemoved.ts'
import { useUnavailable } from './useUnavailable.ts'
import './options.css'

interface SlotOptionsProps {
  readonly which: 'a' | 'b'
  readonly estimator: Estimator
}

export function SlotOptions({ which, estimator }: SlotOptionsProps) {
  const effects = useText(effectWords)
  const spec = useSpecText()
  const { inBatch } = useTokenCounts()
  const { edit } = useActions()
  const slot = useStore((state) => state.document[which])
  const unavailable = useUnavailable()
  const removed = useRemoved(which)
  const specs = optionsOf(estimator)
  const settings = summaryOf(estimator, slot.options)
  const put = (next: Slot, coalesce?: string): void =>
    edit(which === 'a' ? { a: next } : { b: next }, coalesce)
  const reason = (key: string): string | undefined => {
    const text = unavailable?.[key]
    return text === undefined ? undefined : spec.reason(text)
  }

  const postChanged = settings.some(({ spec: one }) => POST_OPTIONS.includes(one))
  // What is set is shown; only the person folds it away.
  const [postOpen, setPostOpen] = useState(postChanged)
  useEffect(() => {
    if (postChanged) setPostOpen(true)
  }, [postChanged])
  const controls = (of: readonly OptionSpec[]) =>
    of
      .filter((one) => isShown(one, specs, slot.options))
      .map((one) => (
        <OptionControl
          key={one.name}
          spec={one}
          options={slot.options}
          reasonOf={(value) => reason(`${slot.estimator}.${one.name}.${value}`)}
          effect={keepEffect(removed, one.name, effects, inBatch)}
          about={<PostAboutButton spec={one} options={slot.options} />}
          onChange={(value) => put(withOption(slot, one, value), `${which}.${one.name}`)}
        />
      ))

  return (
    <>
      <Formula
        name={effects('formulaOf', { name: spec.estimator(estimator) })}
        tex={estimator.tex}
      />
      {controls(specs.filter((one) => !POST_OPTIONS.includes(one)))}
      <details
        className="post"
        open={postOpen}
        onToggle={(event) => setPostOpen(event.currentTarget.open)}
      >
        <summary>{effects('post')}</summary>
        {controls(POST_OPTIONS)}
      </details>
      {Object.keys(slot.options).length > 0 && (
        <button
          type="button"
          className="button small"
          onClick={() => put({ ...slot, options: {} })}
        >
          {effects('resetOptions')}
        </button>
      )}
    </>
  )
}

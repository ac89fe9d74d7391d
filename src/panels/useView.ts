/** Watches a view while the component is on the screen. */
import { useEffect, useState } from 'react'
import { same } from '../store/properties.ts'
import type { ViewAnswer, ViewKind, Views } from '../worker/views.ts'
import { useLasting } from './useLasting.ts'
import { useActions, useStore } from './useStore.ts'

export interface Viewed<K extends ViewKind> {
  readonly answer: ViewAnswer<K>
  /** It has belonged to other settings, another rollout or another question than the screen for a while. */
  readonly isOld: boolean
}

/** The latest answer, undefined until the first. `question` is compared by structure. */
export function useView<K extends ViewKind>(
  kind: K,
  question: Views[K]['question'],
): Viewed<K> | undefined {
  const { watch } = useActions()
  const asked = useKept(question)
  useEffect(() => watch(kind, asked), [watch, kind, asked])
  const answer = useStore((state) => state.data.views[kind])
  const isOld = useStore(({ data }) => {
    const shown = data.frame?.request
    if (!answer || !shown) return false
    const { request } = answer
    return (
      request.rollout !== shown.rollout ||
      !same(request.settings, shown.settings) ||
      !same(request.question, asked)
    )
  })
  const hasFrame = useStore((state) => state.data.frame !== undefined)
  const lasts = useLasting(isOld)
  return answer && hasFrame ? { answer, isOld: lasts } : undefined
}

/** The first of equal values, so that an effect runs only when the value changes. */
function useKept<T>(value: T): T {
  const [kept, keep] = useState(value)
  if (same(kept, value)) return kept
  keep(value)
  return value
}

/** Watches a view while the component is on the screen. */
import { useEffect, useState } from 'react'
import { same } from '../store/properties.ts'
import type { ViewAnswer, ViewKind, Views } from '../worker/views.ts'
import { useActions, useStore } from './useStore.ts'

export interface Viewed<K extends ViewKind> {
  readonly answer: ViewAnswer<K>
  /** It belongs to other settings, another rollout or another question than the screen; a newer one is on its way. */
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
  const shown = useStore((state) => state.data.frame?.request)
  if (!answer || !shown) return undefined
  const { request } = answer
  const isOld =
    request.rollout !== shown.rollout ||
    !same(request.settings, shown.settings) ||
    !same(request.question, asked)
  return { answer, isOld }
}

/** The first of equal values, so that an effect runs only when the value changes. */
function useKept<T>(value: T): T {
  const [kept, keep] = useState(value)
  if (same(kept, value)) return kept
  keep(value)
  return value
}

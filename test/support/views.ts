import type { ViewAnswer, ViewKind, Views } from '../../src/worker/views.ts'

/** The view of an answer that nothing newer took the place of. */
export function answered<K extends ViewKind>(
  answer: ViewAnswer<K> | 'superseded',
): Views[K]['view'] {
  if (answer === 'superseded') throw new Error('superseded')
  return answer.view
}

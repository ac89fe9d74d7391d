/**
 * What a panel asks for beside the frame, and only while it is open: one entry per kind. The frame
 * carries what every slider tick needs; a view is computed when the sliders rest.
 */
import type { CreditSettings } from './api.ts'
import type { ConventionsQuestion, ConventionsView } from './conventions-view.ts'
import type { GroupsQuestion, GroupsView } from './groups-view.ts'
import type { ReproductionQuestion, ReproductionView } from './reproduction-view.ts'

/** Question and answer of every kind. Both are plain data, structured-cloned. */
export interface Views {
  readonly groups: { readonly question: GroupsQuestion; readonly view: GroupsView }
  readonly conventions: { readonly question: ConventionsQuestion; readonly view: ConventionsView }
  readonly reproduction: {
    readonly question: ReproductionQuestion
    readonly view: ReproductionView
  }
}

export type ViewKind = keyof Views

export interface ViewRequest<K extends ViewKind = ViewKind> {
  readonly kind: K
  readonly settings: CreditSettings
  readonly rollout: number
  /** What the panel itself chose, beyond the document. */
  readonly question: Views[K]['question']
}

/** An answer with what it belongs to. */
export interface ViewAnswer<K extends ViewKind = ViewKind> {
  readonly request: ViewRequest<K>
  readonly view: Views[K]['view']
}

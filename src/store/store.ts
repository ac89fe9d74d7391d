/**
 * The page's state: document (link, undo), data (what the worker answered), tasks (progress, errors).
 * Panels read it with `useStore(selector)` and change it with the actions below, nothing else.
 */

import type { Refusal } from '../trace/diagnostics.ts'
import type { Mapping, MappingPreview, TableOutline } from '../trace/mapping.ts'
import type {
  Agreement,
  BatchStatistics,
  CreditSettings,
  Frame,
  OpenInput,
  Progress,
  RolloutDetail,
  RolloutTable,
  TokenView,
  TraceSummary,
} from '../worker/api.ts'
import type { LossTallies } from '../worker/loss-view.ts'
import type { TraceExport } from '../worker/share.ts'
import type { ViewAnswer, ViewKind, Views } from '../worker/views.ts'
import type { WeightsView } from '../worker/weights-view.ts'
import type { LinkDetails } from './decoded-link.ts'
import type { DocumentState } from './document.ts'

/** What is on the screen instead of what a link names. */
export type Instead = 'sample' | 'open-trace'

/** Sentence-producing notices; the UI owns the words. A newer one of a kind replaces the older. */
export type Notice =
  | { readonly kind: 'link-broken'; readonly detail: string; readonly instead: Instead }
  | { readonly kind: 'link-newer'; readonly version: string; readonly instead: Instead }
  /** The link was read, except for these parts, which have their defaults. */
  | { readonly kind: 'link-partly-read'; readonly details: LinkDetails }
  /** The link carries segments and masks but not the values and rewards its sender saw. */
  | { readonly kind: 'link-structure-only' }
  /** A link waits for the file that it names, beside what is open. */
  | { readonly kind: 'link-needs-file'; readonly document: DocumentState }
  | { readonly kind: 'engine-fell-back'; readonly message: string }
  /** `?engine=` names none. */
  | { readonly kind: 'engine-unknown'; readonly asked: string }
  /** The session worker died. */
  | { readonly kind: 'worker-failed'; readonly message: string }
  /** A worker that lives could not compute this one thing. */
  | { readonly kind: `${Computation}-not-computed`; readonly message: string }
  /** Undo passed a trace that can no longer be read. */
  | { readonly kind: 'step-skipped'; readonly name: string }
  | PageNotice

export type Computation = 'setting' | 'token' | 'comparison' | 'link' | 'view'

/** What a panel has to report itself. */
export type PageNotice =
  | { readonly kind: 'nothing-dropped' }
  | { readonly kind: 'keys-not-loaded' }
  | { readonly kind: 'drop-failed'; readonly message: string }

export interface Viewport {
  /** Pixel columns that the strips and the curve have room for. */
  readonly columns: number
  readonly curveColumns: number
  /** Segments [from, to) in sight; only long rollouts make use of it. */
  readonly segments: { readonly from: number; readonly to: number }
  /** Whether a person opened or folded the weights; undefined: neither. */
  readonly weights: boolean | undefined
}

/** A number of the batch that is shown, and whose it is. */
export interface Total<T> {
  /** Those of the frame, or older ones: while a slider moves totals come after the frame. */
  readonly settings: CreditSettings
  /** Of the rollout that was shown with it. */
  readonly detail: RolloutDetail
  readonly of: T
}

/** Latest totals of the batch; absent until the first. */
export interface ShownTotals {
  readonly statistics?: Total<BatchStatistics>
  readonly tallies?: Total<LossTallies>
  readonly weights?: Total<WeightsView>
}

export interface DataState {
  readonly summary: TraceSummary | undefined
  /** Rollouts of the batch: of the chosen training step, else of the whole trace. */
  readonly table: RolloutTable | undefined
  /** The table as loaded: unlike `table` without the outcomes that a person typed. */
  readonly recorded: RolloutTable | undefined
  /** Every rollout of the trace, as loaded. */
  readonly whole: RolloutTable | undefined
  /** Latest frame; `frame.request.settings` says which slider values it belongs to. */
  readonly frame: Frame | undefined
  readonly totals: ShownTotals
  /** The frame is still that of the beginning of the trace, whose whole is open. */
  readonly ofBeginning: boolean
  /** Exact numbers of the hovered token, else of the pinned one. */
  readonly token: TokenView | undefined
  readonly agreement: Agreement | undefined
  /** Latest answers to what open panels watch; each says what it belongs to. */
  readonly views: { readonly [K in ViewKind]?: ViewAnswer<K> }
}

/** A table whose columns are to be chosen. */
export interface MappingTask {
  readonly file: string
  readonly outline: TableOutline
  /** What the dialog starts with; undefined: a guess. */
  readonly start: Mapping | undefined
  /** What is wrong with a mapping that was tried already. */
  readonly why: string | undefined
  /** All files of the load; the mapping is for each of them that is such a table. */
  readonly inputs: readonly OpenInput[]
}

export interface Exporting {
  /** 0..1; undefined where nobody knows. */
  readonly share: number | undefined
  readonly cancel: () => void
}

export interface SavedFile {
  readonly name: string
  readonly blob: Blob
}

export interface TaskState {
  readonly opening:
    | {
        readonly names: readonly string[]
        readonly progress: Progress | undefined
        /** Rollouts of its beginning, where that is on the screen already. */
        readonly begun?: number
      }
    | undefined
  /**
   * Whether `data.frame` is what the document asks for; `computing` once a newer one is overdue. A frame
   * that is not current must not look as if it were.
   */
  readonly picture: 'current' | 'computing' | 'failed'
  /** A file is being written. */
  readonly exporting: Exporting | undefined
  readonly comparing: boolean
  readonly refusals: readonly Refusal[]
  /** A table whose columns a person is to choose. */
  readonly mapping: MappingTask | undefined
  readonly notices: readonly Notice[]
  /** The share link for the current state, and whether it carries the trace. */
  readonly link: string
  readonly canUndo: boolean
  readonly canRedo: boolean
}

export interface Actions {
  /**
   * Changes document properties. `coalesce`: edits with the same key within a second of each other are
   * one undo step. Another rollout resets range and token unless the change sets them too.
   */
  edit(change: Partial<Omit<DocumentState, 'source'>>, coalesce?: string): void
  /** Asks again for the picture, after it could not be computed. */
  retry(): void
  undo(): void
  redo(): void
  openFiles(inputs: readonly OpenInput[]): void
  openSample(id: string): void
  /** Opens what a share link says (`#v=1&…`, or a whole address). */
  openLink(link: string): void
  cancelOpen(): void
  /** Asks for the columns of a table that was refused. */
  mapColumns(refusal: Refusal): void
  /** Asks again for the columns of the trace that is open. */
  changeColumns(): void
  /** What a mapping would give; a newer call takes the place of an older one. */
  previewMapping(mapping: Mapping): Promise<MappingPreview | 'superseded'>
  openMapped(mapping: Mapping): void
  dismissMapping(): void
  /** What the panels can show, each its own part; triggers a frame where that changes the picture. */
  setViewport(part: Partial<Viewport>): void
  /** Hovered token or undefined; exact numbers arrive in `data.token`. */
  hover(token: { readonly segment: number; readonly position: number } | undefined): void
  /**
   * Keeps `data.views[kind]` in step with the frame while a panel shows it; one question per kind, the
   * latest counts. Returns a function that ends it.
   */
  watch<K extends ViewKind>(kind: K, question: Views[K]['question']): () => void
  /** Moves the pinned token by action tokens (keyboard). */
  step(tokens: number): void
  compareWithReference(): void
  /** Resolves to a file to download, undefined where it was cancelled. */
  exportAdvantages(format: 'csv' | 'json'): Promise<SavedFile | undefined>
  /** The whole trace as a canonical file. Rejects with a sentence where the container cannot hold it. */
  exportTrace(what: TraceExport): Promise<SavedFile | undefined>
  /** Builds a link; `texts` puts token texts and ids in. */
  shareLink(options: { readonly texts: boolean }): Promise<{
    readonly url: string
    readonly characters: number
    readonly carriesTrace: boolean
    readonly numbers: boolean
    readonly creditOnly?: boolean
  }>
  /** The same as a file: document and trace structure as JSON, which the page opens again. */
  shareFile(options: {
    readonly texts: boolean
  }): Promise<{ readonly name: string; readonly blob: Blob }>
  /** The trace as canonical rows, one per line, texts included: what a copied snippet reads. */
  exportRows(): Promise<{ readonly name: string; readonly blob: Blob }>
  /** Shows a notice. */
  tell(notice: PageNotice): void
  dismissRefusals(): void
  dismissNotice(index: number): void
}

export interface SegueState {
  readonly document: DocumentState
  readonly data: DataState
  readonly tasks: TaskState
  readonly hovered: { readonly segment: number; readonly position: number } | undefined
  readonly actions: Actions
}

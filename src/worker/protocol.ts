/** The comlink endpoints of the two workers, as the page sees them. */
import type { EngineId, Speeds } from '../engine/engine.ts'
import type { LoadedTrace } from '../formats/read.ts'
import type { LinePiece, ReadPiece } from '../formats/types.ts'
import type { Refusal } from '../trace/diagnostics.ts'
import type { Mapping, MappingPreview } from '../trace/mapping.ts'
import type { Result } from '../trace/result.ts'
import type {
  Agreement,
  CreditSettings,
  Frame,
  FrameRequest,
  Opened,
  OpenInput,
  OpenSource,
  Progress,
  TokenRequest,
  TokenView,
  Totals,
  TotalsRequest,
} from './api.ts'
import type { PayloadOptions, RowsOptions, SharePayload, TraceExport } from './share.ts'
import type { ViewAnswer, ViewKind, ViewRequest } from './views.ts'

/** What the page knows about engines before a session chooses one. */
export interface EngineWish {
  /** `?engine=` */
  readonly forced?: EngineId
  /** An earlier trial on this machine. */
  readonly speeds?: Speeds
}

export type ExportFormat = 'csv' | 'json'

/** What travels from the loader to the session worker. */
export interface TracePackage {
  readonly trace: LoadedTrace
  /** The sender of a link had numbers that did not fit into it. */
  readonly structureOnly: boolean
}

/** What of a frame stays while rollout and estimators do. */
export type StillPart = Pick<Frame, 'detail' | 'unavailable' | 'lacks' | 'weights'>

/**
 * A frame on its way to the page. The static picture of a rollout of 5,000 segments is 25,000 objects, so
 * it travels only when it changed: `still` is what changed since the one that the page holds. The request is the
 * page's own.
 */
export interface SentFrame extends Omit<Frame, keyof StillPart | 'request'> {
  readonly still: Partial<StillPart>
  readonly stillKey: number
}

/** What one loaded trace offers inside the session worker (class Session implements it). */
export interface SessionSide {
  frame(request: FrameRequest): Promise<Frame>
  totals(request: TotalsRequest): Promise<Totals | 'superseded'>
  token(request: TokenRequest): Promise<TokenView>
  view<K extends ViewKind>(request: ViewRequest<K>): Promise<ViewAnswer<K> | 'superseded'>
  compare(settings: CreditSettings): Promise<Agreement>
  /** Rejects once something comes in on `port`, on which goes the share that is written. */
  exportRows(settings: CreditSettings, format: ExportFormat, port?: MessagePort): Promise<Blob>
  /** Rejects with a sentence where the container cannot hold the trace. */
  exportTrace(settings: CreditSettings, what: TraceExport): Promise<Blob>
  /** Releases engine buffers; the session is not used afterwards. */
  dispose(): void
}

/** What the loader tells on the way; `begun`: the beginning was posted. */
export type LoadNews = Progress | { readonly phase: 'begun' }

/** Lives for one load, see spares.ts. */
export interface LoaderEndpoint {
  /** Loads the code that files and links need. */
  prepare(): Promise<void>
  /**
   * Reads the source and posts the trace on `trace` (every buffer transferred). Progress goes out on
   * `progress` as `LoadNews` messages. On `beginning`, where it is given, the first rollouts of a large load
   * may be posted before.
   */
  load(
    source: OpenSource,
    trace: MessagePort,
    progress: MessagePort,
    beginning?: MessagePort,
  ): Promise<Result<undefined, { readonly refusals: readonly Refusal[] }>>
  /** What a mapping of columns makes of the beginning of the files. */
  preview(inputs: readonly OpenInput[], mapping: Mapping): Promise<MappingPreview>
}

/** Lives for one load, as a worker of the loader. */
export interface ParserEndpoint {
  /**
   * As `LineParsers.parse`; every buffer of the answer is transferred.
   *
   * @param spare memory to use for it
   * @param follows the piece stands behind the last one, in the same stretch of the same text
   */
  parse(
    piece: LinePiece,
    reader: string,
    spare: readonly ArrayBuffer[],
    follows: boolean,
  ): Promise<ReadPiece | undefined>
}

/** Lives as long as the page. A new trace is adopted beside the old one, then swapped in. */
export interface SessionEndpoint {
  /** Answers at once, unless a computation keeps the worker from listening. */
  listens(): Promise<void>
  /** Loads the code that only some calls need. */
  prepare(): Promise<void>
  /** A large trace may come: finds out before it does which engine will compute it. Never rejects. */
  expect(wish: EngineWish): Promise<Speeds | undefined>
  /** Takes the trace that the loader posted on the port; the old trace stays current. */
  adopt(trace: MessagePort, wish?: EngineWish): Promise<Opened>
  /** Makes the adopted trace current and forgets the old one, and what was put aside. */
  commit(): Promise<void>
  /** Makes the adopted trace, a beginning, current and puts the old one aside. */
  begin(): Promise<void>
  /** Forgets an adopted trace that was cancelled, and a beginning: what was put aside is current again. */
  discard(): Promise<void>
  /** @param known `stillKey` of the part that the page holds */
  frame(request: FrameRequest, known?: number): Promise<SentFrame>
  /** Of all rollouts; `superseded`: a frame with other settings was asked for meanwhile. */
  totals(request: TotalsRequest): Promise<Totals | 'superseded'>
  token(request: TokenRequest): Promise<TokenView>
  view(request: ViewRequest): Promise<ViewAnswer | 'superseded'>
  compare(settings: CreditSettings): Promise<Agreement>
  /** As `exportRows`. */
  exportAdvantages(
    settings: CreditSettings,
    format: ExportFormat,
    port?: MessagePort,
  ): Promise<Blob>
  exportTrace(settings: CreditSettings, what: TraceExport): Promise<Blob>
  payload(options: PayloadOptions, limit: number): Promise<SharePayload>
  /** Canonical rows. */
  shareRows(options: RowsOptions): Promise<Blob>
}

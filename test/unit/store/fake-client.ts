/** A client whose answers tests give by hand; opens and frames are answered with real shapes. */
import type { LoadedTrace } from '../../../src/formats/types.ts'
import * as beginning from '../../../src/store/beginning.ts'
import * as columns from '../../../src/store/columns-task.ts'
import * as comparing from '../../../src/store/comparing.ts'
import { createSegueStore } from '../../../src/store/create.ts'
import type { DocumentState } from '../../../src/store/document.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import * as leaving from '../../../src/store/leaving.ts'
import * as codec from '../../../src/store/link.ts'
import type { Links } from '../../../src/store/links.ts'
import * as openLink from '../../../src/store/open-link.ts'
import * as steps from '../../../src/store/steps.ts'
import type { LateTools } from '../../../src/store/tools.ts'
import * as travel from '../../../src/store/travel.ts'
import { ok } from '../../../src/trace/result.ts'
import type {
  BatchStatistics,
  CreditSettings,
  Frame,
  FrameRequest,
  Opened,
  OpenOutcome,
  OpenSource,
  Progress,
  RolloutDetail,
  TokenRequest,
  TokenView,
} from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import type { Client, ClientFailure } from '../../../src/worker/client.ts'
import { describeTrace, rolloutTable } from '../../../src/worker/describe.ts'
import type { SharePayload } from '../../../src/worker/share.ts'
import { type Deferred, deferred, settle, smallTrace } from '../worker/fakes.ts'

/** What reads and writes links is here from the start. */
export const LINKS: Links = { here: () => codec, fetch: async () => codec }

const tools = {
  ...beginning,
  ...columns,
  ...comparing,
  ...leaving,
  ...openLink,
  ...steps,
  ...travel,
}
export const TOOLS: LateTools = { here: () => tools, fetch: async () => tools }

export const openedOf = (trace: LoadedTrace, more: Partial<Opened> = {}): Opened => ({
  summary: describeTrace(trace, trace.batch),
  table: rolloutTable(trace.batch, trace.steps),
  refusals: [],
  link: undefined,
  structureOnly: false,
  ...more,
})

/** Two rollouts, without values, the first without an outcome. */
export const plainTrace = () =>
  traceOfRows(
    [
      { rollout_id: 'x', response_mask: [1, 0, 1, 1] },
      { rollout_id: 'y', response_mask: [1], reward: 0.5 },
    ],
    { name: 'plain.jsonl', format: 'verl-jsonl', bytes: 1 },
  )

export const file = (name: string) => ({ name, data: new Blob([name]) })

/** Two segments: actions at 0, 1 of the first and at 1 of the second. */
export const detail = {
  segments: [
    { length: 2, actionTokens: 2, maskRuns: Uint32Array.from([0, 2]) },
    { length: 3, actionTokens: 1, maskRuns: Uint32Array.from([1, 2]) },
  ],
} as unknown as RolloutDetail

interface OpenCall {
  readonly source: OpenSource
  readonly progress: (progress: Progress) => void
  readonly begin: ((beginning: Opened) => void) | undefined
  readonly outcome: Deferred<OpenOutcome | 'cancelled'>
}

export function fakeClient() {
  const opens: OpenCall[] = []
  const frames: {
    readonly request: FrameRequest
    readonly answer: Deferred<Frame | 'superseded'>
  }[] = []
  const statistics: {
    readonly settings: CreditSettings
    readonly answer: Deferred<BatchStatistics | 'superseded'>
  }[] = []
  const tokens: {
    readonly request: TokenRequest
    readonly answer: Deferred<TokenView | 'superseded'>
  }[] = []
  const payloads: { readonly texts: boolean; readonly limit: number }[] = []
  const failures: ((failure: ClientFailure) => void)[] = []
  let payload: SharePayload = { payload: 'PAYLOAD', characters: 7, numbers: true }
  const client: Client = {
    open: (source, progress, wanted) => {
      const outcome = deferred<OpenOutcome | 'cancelled'>()
      const begin = wanted && ((opened: Opened) => wanted()?.(opened))
      opens.push({ source, progress, begin, outcome })
      return { outcome: outcome.promise, cancel: () => outcome.resolve('cancelled') }
    },
    preview: async () => 'superseded',
    frame: (request) => {
      const answer = deferred<Frame | 'superseded'>()
      frames.push({ request, answer })
      return answer.promise
    },
    statistics: (settings) => {
      const answer = deferred<BatchStatistics | 'superseded'>()
      statistics.push({ settings, answer })
      return answer.promise
    },
    token: (request) => {
      const answer = deferred<TokenView | 'superseded'>()
      tokens.push({ request, answer })
      return answer.promise
    },
    view: async () => 'superseded',
    compare: async () => ({
      engine: 'cpu',
      tokens: 3,
      maxAbsolute: 0,
      maxRelative: 0,
      worst: undefined,
    }),
    exportAdvantages: async (_settings, format) => new Blob([format]),
    exportTrace: async (_settings, { kind }) => new Blob([kind]),
    payload: async ({ texts }, limit) => {
      payloads.push({ texts, limit })
      return payload
    },
    shareRows: async ({ lines }) => new Blob([lines ? '' : '[]']),
    onEngineChange: () => () => {},
    onFailure: (listener) => {
      failures.push(listener)
      return () => {}
    },
    prepare: async () => {},
    dispose: () => {},
  }
  return {
    client,
    opens,
    frames,
    statistics,
    tokens,
    payloads,
    fail: (failure: ClientFailure) => {
      for (const listener of failures) listener(failure)
    },
    setPayload: (next: SharePayload) => {
      payload = next
    },
  }
}

/** A store on a fake client; `tick` runs the next animation frame. */
export function setUpStore(initial: Partial<DocumentState> = {}, links: Links = LINKS) {
  const fake = fakeClient()
  const callbacks: (() => void)[] = []
  const painted: (() => void)[] = []
  let time = 0
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const store = createSegueStore(
    fake.client,
    { ...DEFAULT_DOCUMENT, ...initial },
    {
      environment: {
        base: 'https://example.org/segue/',
        links,
        onNextFrame: (callback) => {
          callbacks.push(callback)
        },
        afterPainting: (callback) => {
          painted.push(callback)
        },
        now: () => time,
        after: (ms, callback) => {
          const timer = { at: time + ms, callback }
          timers.add(timer)
          return () => timers.delete(timer)
        },
      },
      tools: TOOLS,
    },
  )
  const tick = async () => {
    for (const callback of callbacks.splice(0)) callback()
    await settle()
  }
  /** Answers the latest open, then the frame that follows. */
  const arrive = async (opened: Opened = openedOf(smallTrace())) => {
    fake.opens.at(-1)?.outcome.resolve(ok(opened))
    await settle()
    await answerFrame()
  }
  const answerFrame = async () => {
    await tick()
    const frame = fake.frames.at(-1)
    frame?.answer.resolve({ request: frame.request, detail } as Frame)
    await settle()
  }
  return {
    ...fake,
    store,
    get: () => store.getState(),
    actions: store.getState().actions,
    tick,
    arrive,
    answerFrame,
    /** What was on its way to the screen is there. */
    paint: async () => {
      for (const callback of painted.splice(0)) callback()
      await settle()
    },
    wait: (ms: number) => {
      time += ms
      for (const timer of [...timers]) {
        if (timer.at > time) continue
        timers.delete(timer)
        timer.callback()
      }
    },
  }
}

/** Everything a page test stands on: the built page under a sub-path, Chromium, and what it must not do. */
import { fileURLToPath } from 'node:url'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium, WEBGPU_FLAGS } from '../../scripts/chromium.ts'
import { type Served, serve } from '../../scripts/static-server.ts'
import { SeguePage } from './page.ts'

/** SEGUE_DIST points the page tests at another build. */
export const distFolder =
  process.env.SEGUE_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))

export const SUB_PATH = '/some/sub/path/'

/** `none`: no adapter at all, as in a browser without WebGPU. `software`: Chromium's own adapter. */
export type Gpu = 'none' | 'software'

export interface Watch {
  /** Errors of the console, of the page and of its policy. */
  readonly problems: string[]
  /** Every request that left the page or its workers, by URL. */
  readonly requests: string[]
}

export interface Visit {
  readonly page: Page
  readonly segue: SeguePage
  readonly watch: Watch
  readonly context: BrowserContext
}

export interface VisitOptions {
  /** Query string with its `?`, e.g. `?engine=webgpu`. */
  readonly query?: string
  /** With its `#`, or a whole link of an earlier visit's page. */
  readonly hash?: string
  readonly context?: BrowserContextOptions
  /** Runs in the page before anything of it. */
  readonly before?: () => void
  /** Wait for numbers on the screen (default), or return at once. */
  readonly settle?: boolean
}

function watchPage(page: Page, watch: Watch): void {
  page.on('console', (message) => {
    if (message.type() === 'error') watch.problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => watch.problems.push(`page: ${error.message}`))
}

const VIEWPORT = { width: 1440, height: 900 }
const PERSON: BrowserContextOptions = {
  viewport: VIEWPORT,
  reducedMotion: 'reduce',
  locale: 'en-GB',
}

/** One server and one browser for a test file. */
export class Harness {
  private readonly contexts: BrowserContext[] = []
  private readonly served: Served
  private readonly browser: Browser
  private readonly log: string[]
  private readonly loadsAhead: boolean
  #shared: BrowserContext | undefined
  /** A visit is open in the shared context. */
  #isShown = false

  private constructor(served: Served, browser: Browser, log: string[], loadsAhead: boolean) {
    this.loadsAhead = loadsAhead
    this.served = served
    this.browser = browser
    this.log = log
  }

  /**
   * @param ahead `ahead`: idle pages load what a click may need, as they do outside tests; most tests have
   *   no use for that, and two cores have no time to spare
   */
  static async start(gpu: Gpu, ahead: 'ahead' | 'on demand' = 'on demand'): Promise<Harness> {
    const log: string[] = []
    const served = await serve({
      folder: distFolder,
      base: SUB_PATH,
      port: 0,
      host: '127.0.0.1',
      onRequest: (path) => log.push(path),
    })
    const browser = await chromium.launch({
      executablePath: ensureChromium(),
      args: [...CHROMIUM_FLAGS, ...(gpu === 'software' ? WEBGPU_FLAGS : [])],
    })
    return new Harness(served, browser, log, ahead === 'ahead')
  }

  get url(): string {
    return this.served.url
  }

  /** Paths the server was asked for so far; sees the workers' requests too. */
  get serverLog(): readonly string[] {
    return this.log
  }

  /**
   * Opens the page as at a first visit: no storage, no other page. Where the visit asks for nothing else, its
   * context, and with it the process and the compiled code, is the one that the visit before has left.
   */
  async visit(options: VisitOptions = {}): Promise<Visit> {
    const { viewport = VIEWPORT, colorScheme, ...special } = options.context ?? {}
    const shares = !this.loadsAhead && Object.keys(special).length === 0 && !this.#isShown
    const context = shares ? await this.#sharedContext() : await this.#ownContext(special)
    if (shares) this.#isShown = true
    const watch: Watch = { problems: [], requests: [] }
    const note = (request: Request): void => {
      if (/^(https?|wss?):/.test(request.url())) watch.requests.push(request.url())
    }
    context.on('request', note)
    const page = await context.newPage()
    if (viewport) await page.setViewportSize(viewport)
    if (colorScheme) await page.emulateMedia({ colorScheme })
    if (options.before) await page.addInitScript(options.before)
    watchPage(page, watch)
    await page.goto(`${this.url}${options.query ?? ''}${options.hash ?? ''}`)
    const segue = new SeguePage(page)
    if (options.settle !== false) await segue.ready()
    return { page, segue, watch, context }
  }

  async #ownContext(special: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.browser.newContext({ ...PERSON, ...special })
    this.contexts.push(context)
    if (!this.loadsAhead) {
      await context.addInitScript(() => Reflect.set(globalThis, 'requestIdleCallback', () => 0))
    }
    return context
  }

  async #sharedContext(): Promise<BrowserContext> {
    if (this.#shared) return this.#shared
    const context = await this.browser.newContext(PERSON)
    await context.addInitScript(() => Reflect.set(globalThis, 'requestIdleCallback', () => 0))
    // Keeps the process alive between visits.
    await context.newPage()
    this.#shared = context
    return context
  }

  /** Ends the browser's GPU process, as a driver crash would. */
  async crashGpu(): Promise<void> {
    const session = await this.browser.newBrowserCDPSession()
    await session.send('Browser.crashGpuProcess')
    await session.detach()
  }

  /** Process ids of the browser's renderers. */
  async rendererIds(): Promise<readonly number[]> {
    const session = await this.browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    await session.detach()
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  }

  /** Ends all visits; nothing of them is left for the next. */
  async closeContexts(): Promise<void> {
    await Promise.all([
      ...this.contexts.splice(0).map((context) => context.close()),
      this.#isShown ? this.#leaveShared() : undefined,
    ])
  }

  async #leaveShared(): Promise<void> {
    const [keeper, ...visits] = this.#shared?.pages() ?? []
    await Promise.all(visits.map((page) => page.close()))
    this.#shared?.removeAllListeners('request')
    // Storage belongs to an origin, so it is emptied through a page of ours, without the page's code.
    if (keeper) await this.#emptyStorage(keeper)
    this.#isShown = false
  }

  async #emptyStorage(keeper: Page): Promise<void> {
    const session = await keeper.context().newCDPSession(keeper)
    const { origin } = new URL(this.url)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await session.detach()
  }

  async stop(): Promise<void> {
    await this.closeContexts()
    await this.#shared?.close()
    await this.browser.close()
    await this.served.close()
  }
}

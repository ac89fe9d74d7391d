/**
 * Works through one load. The trace goes straight to the session worker, never through the page. Workers of
 * its own, ending with the load, parse pieces of large files.
 */
import { expose } from 'comlink'
import { startWorker } from '../engine/start-worker.ts'
import { err, ok } from '../trace/result.ts'
import { connectWorker } from './connection.ts'
import { loadSource, prepareToLoad } from './load.ts'
import { createParsers, type Parsers, parserCount } from './parsers.ts'
import { previewMapping } from './preview.ts'
import type { LoaderEndpoint, LoadNews, ParserEndpoint } from './protocol.ts'
import { throttled } from './throttle.ts'
import { transferables } from './transferables.ts'

const connectParser = () =>
  connectWorker<ParserEndpoint>(
    startWorker(new URL('./parser.worker.ts', import.meta.url), 'segue-parser'),
  )

/** To start a thread takes a tenth of a second; more than these wait for a load that needs them. */
const READY = 2

const newParsers = () => createParsers(connectParser, parserCount(navigator.hardwareConcurrency))
/** For the next load. */
const ready: Parsers[] = []

const endpoint: LoaderEndpoint = {
  prepare: async () => {
    await prepareToLoad()
    const parsers = newParsers()
    parsers.prepare(READY)
    ready.push(parsers)
  },
  load: async (source, trace, progress, beginning) => {
    const parsers = ready.pop() ?? newParsers()
    const loaded = await loadSource(
      source,
      throttled(
        (state) => progress.postMessage(state),
        () => performance.now(),
      ),
      {
        parsers,
        ...(beginning && {
          onBeginning: (first) => {
            beginning.postMessage(first, transferables(first))
            progress.postMessage({ phase: 'begun' } satisfies LoadNews)
          },
        }),
      },
    )
    parsers.close()
    if (!loaded.ok) return err(loaded.error)
    trace.postMessage(loaded.value, transferables(loaded.value))
    return ok(undefined)
  },
  preview: previewMapping,
}

expose(endpoint)

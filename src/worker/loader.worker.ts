/**
 * One load, then terminated. The trace goes straight to the session worker, never through the page.
 * Copies of this worker, started by it and ending with it, parse pieces of large files.
 */
import { expose, transfer } from 'comlink'
import { err, ok } from '../trace/result.ts'
import { connectWorker } from './connection.ts'
import { loadSource } from './load.ts'
import { createPieceParser } from './parse.ts'
import { createParsers, parserCount } from './parsers.ts'
import type { LoaderEndpoint, ParserEndpoint } from './protocol.ts'
import { throttled } from './throttle.ts'
import { transferables } from './transferables.ts'

const connectParser = () =>
  connectWorker<ParserEndpoint>(
    new Worker(import.meta.url, { type: 'module', name: 'segue-parser' }),
  )

const parse = createPieceParser()

const endpoint: LoaderEndpoint & ParserEndpoint = {
  load: async (source, trace, progress) => {
    const parsers = createParsers(connectParser, parserCount(navigator.hardwareConcurrency))
    const loaded = await loadSource(
      source,
      throttled(
        (state) => progress.postMessage(state),
        () => performance.now(),
      ),
      parsers,
    )
    parsers.close()
    URL.revokeObjectURL(import.meta.url)
    if (!loaded.ok) return err(loaded.error)
    trace.postMessage(loaded.value, transferables(loaded.value))
    return ok(undefined)
  },
  parse: async (piece) => {
    const parsed = await parse(piece)
    return parsed && transfer(parsed, transferables(parsed))
  },
}

expose(endpoint)

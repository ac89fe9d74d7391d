/** Works through one load. The trace goes straight to the session worker, never through the page. */
import { expose } from 'comlink'
import { err, ok } from '../trace/result.ts'
import { loadSource, prepareToLoad } from './load.ts'
import type { LoaderEndpoint } from './protocol.ts'
import { throttled } from './throttle.ts'
import { transferables } from './transferables.ts'

const endpoint: LoaderEndpoint = {
  prepare: prepareToLoad,
  load: async (source, trace, progress) => {
    const loaded = await loadSource(
      source,
      throttled(
        (state) => progress.postMessage(state),
        () => performance.now(),
      ),
    )
    if (!loaded.ok) return err(loaded.error)
    trace.postMessage(loaded.value, transferables(loaded.value))
    return ok(undefined)
  },
}

expose(endpoint)

/** What a mapping would make of files, by a loader of its own. */
import type { Mapping, MappingPreview } from '../trace/mapping.ts'
import type { OpenInput } from './api.ts'
import type { Connection } from './connection.ts'
import type { LoaderEndpoint } from './protocol.ts'

export interface Previews {
  /** A newer preview takes the place of one in progress. Rejects where the reader crashed. */
  preview(inputs: readonly OpenInput[], mapping: Mapping): Promise<MappingPreview | 'superseded'>
  close(): void
}

export function createPreviews(connect: () => Connection<LoaderEndpoint>): Previews {
  let running: Connection<LoaderEndpoint> | undefined
  return {
    preview: async (inputs, mapping) => {
      running?.close()
      const loader = connect()
      running = loader
      try {
        return await loader.call((l) => l.preview(inputs, mapping))
      } catch (reason) {
        if (running !== loader) return 'superseded'
        throw reason
      } finally {
        if (running === loader) running = undefined
        loader.close()
      }
    },
    close: () => running?.close(),
  }
}

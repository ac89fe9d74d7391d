/** Both ends of a frame's way to the page: what stands still between two frames travels once. */
import type { Frame, FrameRequest } from './api.ts'
import type { SentFrame, StillPart } from './protocol.ts'

/** The worker's end. Keys go up, so that none can stand for another trace's picture; a detail is of one batch. */
export function createStill() {
  let told: { readonly key: number; readonly still: StillPart } | undefined
  /** @param known key of the part that the page holds */
  return (frame: Frame, known: number | undefined): SentFrame => {
    const { request, detail, unavailable, lacks, weights, ...rest } = frame
    const still = { detail, unavailable, lacks, weights }
    if (!told || told.still.detail !== detail || told.still.weights !== weights)
      told = { key: (told?.key ?? 0) + 1, still }
    return { ...rest, stillKey: told.key, ...(known !== told.key && { still }) }
  }
}

/** The page's end. */
export function keepStill() {
  let seen: { readonly key: number; readonly still: StillPart } | undefined
  return {
    /** @param send asks for the frame; given is the key of the part that is here */
    whole: async (
      request: FrameRequest,
      send: (known: number | undefined) => Promise<SentFrame>,
    ): Promise<Frame> => {
      const known = seen
      const { still, stillKey, ...sent } = await send(known?.key)
      if (still) seen = { key: stillKey, still }
      const here = still ?? known?.still
      if (!here) throw new Error('A frame came without its rollout.')
      // The page's own objects: what hangs on a setting sees that it is the same.
      const { settings } = request
      const statistics = sent.statistics && { ...sent.statistics, settings }
      return { ...sent, ...here, request, statistics }
    },
    forget: (): void => {
      seen = undefined
    },
  }
}

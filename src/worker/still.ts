/** Both ends of a frame's way to the page: what stands still between two frames travels once. */
import type { Frame, FrameRequest } from './api.ts'
import type { SentFrame, StillPart } from './protocol.ts'

/** What of `still` is another object than before. */
const changesOf = (before: StillPart, still: StillPart): Partial<StillPart> =>
  Object.fromEntries(
    Object.entries(still).filter(([key, part]) => before[key as keyof StillPart] !== part),
  )

/** The worker's end. Keys go up, so that none can stand for another trace's picture; a detail is of one batch. */
export function createStill() {
  let told: { readonly key: number; readonly still: StillPart } | undefined
  /** @param known key of the part that the page holds */
  return (frame: Frame, known: number | undefined): SentFrame => {
    const { request, detail, unavailable, lacks, weights, ...rest } = frame
    const still = { detail, unavailable, lacks, weights }
    const changes = told && told.key === known ? changesOf(told.still, still) : still
    if (!told || Object.keys(changes).length > 0) told = { key: (told?.key ?? 0) + 1, still }
    return { ...rest, stillKey: told.key, still: changes }
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
      seen = { key: stillKey, still: { ...known?.still, ...still } as StillPart }
      // The page's own request: what hangs on a setting sees that it is the same.
      return { ...sent, ...seen.still, request }
    },
    forget: (): void => {
      seen = undefined
    },
  }
}

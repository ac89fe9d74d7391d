/** What the trace cannot serve, with the outcomes typed so far: the frame knows them, the load did not. */
import { useStore } from '../useStore.ts'

export const useUnavailable = (): Readonly<Record<string, string>> | undefined =>
  useStore((state) => state.data.frame?.unavailable ?? state.data.summary?.unavailable)

/** What a slot's keeping rules took out, as long as the frame is of the slot as it stands. */
import { same } from '../../store/properties.ts'
import type { Removed } from '../../worker/api.ts'
import { useStore } from '../useStore.ts'

export const useRemoved = (which: 'a' | 'b'): Removed | undefined =>
  useStore(({ data: { frame }, document }) =>
    frame && same(frame.request.settings[which], document[which])
      ? which === 'a'
        ? frame.removedA
        : frame.removedB
      : undefined,
  )

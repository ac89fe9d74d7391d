/** Names of places of the trace, and the edit that shows one in the picture. */
import { useText } from '../../ui/text.tsx'
import { useName } from '../shownName.ts'
import { useActions, useStore } from '../useStore.ts'
import { words } from './text.ts'

export interface ShownPlace {
  /** Index of the rollout. */
  readonly rollout: number
  readonly segment: number
  readonly position: number
  /** Last position, where several tokens are alike. */
  readonly last?: number
}

export interface Places {
  /** Id of a rollout, to be shown. */
  rollout(index: number): string
  name(place: ShownPlace): string
  show(place: ShownPlace): void
}

export function usePlaces(): Places {
  const t = useText(words)
  const { edit } = useActions()
  const ids = useStore((state) => state.data.table?.id)
  const shown = useName()
  const idOf = (index: number): string => ids?.[index] ?? String(index)
  const rollout = (index: number): string => shown(idOf(index))
  return {
    rollout,
    name: (place) => {
      const { segment, position, last = position } = place
      const key = last === position ? 'place' : 'placeRun'
      return t(key, { rollout: rollout(place.rollout), segment, position, last })
    },
    show: ({ rollout: index, segment, position }) =>
      edit({ rollout: idOf(index), token: { segment, position } }),
  }
}

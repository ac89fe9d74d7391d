/** Selecting a rollout from a list of the panel. */
import { useName } from '../shownName.ts'
import { useActions, useStore } from '../useStore.ts'

/** A range and a pinned token belong to the rollout they were made in. */
export function useChooseRollout(): (rollout: number) => void {
  const { edit } = useActions()
  const ids = useStore((state) => state.data.table?.id)
  return (rollout) => {
    const id = ids?.[rollout]
    if (id !== undefined) edit({ rollout: id, range: undefined, token: undefined }, 'rollout')
  }
}

/** Ids to be shown. */
export function useRolloutIds(): (rollout: number) => string {
  const ids = useStore((state) => state.data.table?.id)
  const name = useName()
  return (rollout) => name(ids?.[rollout] ?? String(rollout))
}

/** A rollout's id that selects it; a long id shows its end, in which the members of a group differ. */
import { useChooseRollout, useRolloutIds } from './useChooseRollout.ts'

interface RolloutButtonProps {
  readonly rollout: number
  readonly isSelected: boolean
}

export function RolloutButton({ rollout, isSelected }: RolloutButtonProps) {
  const choose = useChooseRollout()
  const id = useRolloutIds()(rollout)
  return (
    <button
      type="button"
      className="groups-name is-rollout"
      title={id}
      aria-pressed={isSelected}
      onClick={() => choose(rollout)}
    >
      <bdi dir="ltr">{id}</bdi>
    </button>
  )
}

/** Computes the group panel's view. */
import type { GroupsView } from './groups-view.ts'
import type { Viewing } from './viewing.ts'

export function groupsView({ computed, request }: Viewing<'groups'>): GroupsView {
  const { rollout } = computed.batch
  const group = rollout.group[request.rollout]
  const members = [...rollout.group.keys()].filter((r) => rollout.group[r] === group)
  return {
    group,
    members: members.map((r) => ({
      rollout: r,
      segments: rollout.firstSegment[r + 1] - rollout.firstSegment[r],
      outcome: rollout.outcome[r],
    })),
  }
}

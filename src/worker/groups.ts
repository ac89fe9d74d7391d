/** Computes the group panel's view. */
import { groupSamples, type Sample } from '../credit/baselines/samples.ts'
import { comparesGroups, groupDetail, listedOf } from './group-detail.ts'
import { groupList } from './group-list.ts'
import { statesView } from './group-states.ts'
import type { GroupsView } from './groups-view.ts'
import { bring, type Computed } from './slots.ts'
import type { Viewing } from './viewing.ts'

export async function groupsView({ computed, request }: Viewing<'groups'>): Promise<GroupsView> {
  const { batch } = computed
  const { rollout, question } = request
  // B before A: it is the one that is looked at.
  const countedAs = (['b', 'a'] as const).find((slot) => comparesGroups(computed[slot]))
  const samples = samplesOf(computed, countedAs)
  const members = listedOf(samples[batch.rollout.group[rollout]], rollout)
  await bring(computed, rollout, ...members.map((member) => member.rollout))
  return {
    list: groupList(batch, samples, batch.rollout.group[rollout], question),
    detail: groupDetail(computed, samples, rollout, countedAs),
    states: statesView(computed, rollout, question.state),
  }
}

/** Rollouts by group, with the outcomes that the slot sees, and counted as its options say. */
function samplesOf(
  computed: Computed,
  slot: 'a' | 'b' | undefined,
): readonly (readonly Sample[])[] {
  if (!slot) return groupSamples(computed.batch, 'rollout', {})
  const { shaped, options } = computed[slot].evaluation
  return groupSamples(shaped, 'rollout', options)
}

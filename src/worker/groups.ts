/** Computes the group panel's view. */
import { conventionOf } from '../credit/baselines/group-conventions.ts'
import { groupSamples, type Sample } from '../credit/baselines/samples.ts'
import type { Options } from '../credit/options.ts'
import { groupDetail } from './group-detail.ts'
import { groupList } from './group-list.ts'
import { statesView } from './group-states.ts'
import type { GroupsView } from './groups-view.ts'
import type { Computed } from './slots.ts'
import type { Viewing } from './viewing.ts'

export function groupsView({ computed, request }: Viewing<'groups'>): GroupsView {
  const { batch } = computed
  const { rollout, question } = request
  const countedAs = countingSlot(computed)
  const samples = samplesOf(computed, countedAs && computed[countedAs].evaluation.options)
  const list = groupList(batch, samples, batch.rollout.group[rollout], question)
  return {
    list,
    detail: groupDetail(computed, samples, rollout, countedAs),
    states: statesView(computed, rollout, question.state),
  }
}

/** Rollouts by group, as `options` count them. */
const samplesOf = (
  { batch }: Computed,
  options: Options | undefined,
): readonly (readonly Sample[])[] =>
  groupSamples(batch, 'rollout', options?.overlong === 'mask-and-drop-from-statistics')

/** The slot that says what counts: B before A, of those whose statistics leave rollouts out when asked to. */
const countingSlot = ({ a, b }: Computed): 'a' | 'b' | undefined =>
  (['b', 'a'] as const).find((slot) => {
    const { estimator, options } = (slot === 'a' ? a : b).evaluation
    return estimator.id === 'reinforce-pp-baseline' || conventionOf(estimator.id, options)
  })

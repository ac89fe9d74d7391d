import { type Batch, FLAG } from '../../trace/batch.ts'
import type { GroupRule } from '../post-rule.ts'

/** ROLL's GroupFilterTB: drops a flagged group only while at most half of all groups seen are dropped. */
export const groupFilterTb: GroupRule = {
  kind: 'keeping',
  unit: 'groups',
  id: 'tb',
  label: 'GroupFilterTB',
  tex: [
    String.raw`m_t \leftarrow m_t \cdot \mathbf{1}[g \notin D]`,
    String.raw`D = \Big\{ g \in F : \frac{|D_{<g}| + 1}{g} \le \frac{1}{2} \Big\}`,
  ],
  symbols: ['lossMask', 'groupInOrder', 'flaggedGroups', 'droppedGroups'],
  source: 'GroupFilterTB in agent_native_env_manager.py, ROLL 8eb27cc2',
  pitfalls: [
    'Above one half it stops filtering: of eight flagged groups four are dropped, and the first and every other one are trained on.',
    'One flagged row drops its whole group, the good rollouts of that prompt too.',
    'ROLL counts over the whole run; here it counts over the groups of the open trace, in their order.',
  ],
  needs: ['dropFlag'],
  options: [],
  masks: (batch) => {
    const dropped = new Set<number>()
    flaggedGroups(batch).forEach((flag, g) => {
      const total = g + 1
      if (flag === 1 && (dropped.size + 1) / total <= 0.5) dropped.add(g)
    })
    return dropped
  },
}

/** 1 for every group with a row flagged `drop`. */
function flaggedGroups({ segment, segmentCount, rollout, groupIds }: Batch): Uint8Array {
  const flagged = new Uint8Array(groupIds.length)
  for (let s = 0; s < segmentCount; s++) {
    if (segment.flags[s] & FLAG.drop) flagged[rollout.group[segment.rollout[s]]] = 1
  }
  return flagged
}

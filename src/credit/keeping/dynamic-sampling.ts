import type { GroupRule } from '../post-rule.ts'

/** DAPO: keep groups with 0 < correct < G; correct = outcome > 0. */
export const dynamicSampling: GroupRule = {
  kind: 'keeping',
  unit: 'groups',
  id: 'dynamic-sampling',
  label: 'dynamic sampling',
  tex: [String.raw`m_t \leftarrow m_t \cdot \mathbf{1}\big[0 < |\{i \in g : R_i > 0\}| < |g|\big]`],
  symbols: ['lossMask', 'rolloutOfGroup', 'group', 'outcome', 'groupCount'],
  source: 'DAPO, arXiv:2503.14476, eq 11',
  pitfalls: [
    'Right means R > 0: a group with outcomes 0.2 and 0.9 counts as all right and is dropped, though GRPO gives it −1 and +1.',
    'A group of one is always all right or all wrong: a trace without groups loses every token.',
    'Nothing is sampled in place of what is dropped here: under a token mean the groups that stay weigh more.',
  ],
  needs: ['outcome', 'group'],
  options: [],
  masks: ({ groupIds, rolloutCount, rollout }) => {
    const size = new Uint32Array(groupIds.length)
    const correct = new Uint32Array(groupIds.length)
    for (let r = 0; r < rolloutCount; r++) {
      size[rollout.group[r]]++
      if (rollout.outcome[r] > 0) correct[rollout.group[r]]++
    }
    const dropped = new Set<number>()
    size.forEach((n, g) => {
      if (correct[g] === 0 || correct[g] === n) dropped.add(g)
    })
    return dropped
  },
}

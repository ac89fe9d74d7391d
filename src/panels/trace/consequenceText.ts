import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    exact: 'exact',
    assumed: 'on assumptions',
    without: 'runs, but',
    impossible: 'not possible',
    said: '{what}: {sentence}',
    onlySome: 'in {n} of {of} rollouts only.',
    gap: ' ',
    onEstimates: 'Tokens or mask are estimates here; “exact” is meant of them as they are.',
    onSomeEstimates:
      'Tokens or mask of some rollouts are estimates; “exact” is meant of them as they are.',
  },
  {
    exact: '准确',
    assumed: '基于假定',
    without: '可运行，但',
    impossible: '无法计算',
    said: '{what}：{sentence}',
    onlySome: '只有 {n} / {of} 条 rollout 有。',
    gap: '',
    onEstimates: '这里的 token 或掩码是估计的；“准确”是就它们而言。',
    onSomeEstimates: '部分 rollout 的 token 或掩码是估计的；“准确”是就它们而言。',
  },
)

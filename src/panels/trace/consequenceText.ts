import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    exact: 'nothing missing',
    assumed: 'on assumptions',
    without: 'runs, but',
    impossible: 'not possible',
    said: '{what}: {sentence}',
    onlySome: 'in {n} of {of} rollouts only.',
    gap: ' ',
    onEstimates: 'Tokens or mask are estimates here; what follows takes them as they are.',
    onSomeEstimates:
      'Tokens or mask of some rollouts are estimates; what follows takes them as they are.',
  },
  {
    exact: '不缺数据',
    assumed: '基于假定',
    without: '可运行，但',
    impossible: '无法计算',
    said: '{what}：{sentence}',
    onlySome: '只有 {n} / {of} 条 rollout 有。',
    gap: '',
    onEstimates: '这里的 token 或掩码是估计的；以下按其现状而论。',
    onSomeEstimates: '部分 rollout 的 token 或掩码是估计的；以下按其现状而论。',
  },
)

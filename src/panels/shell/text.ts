import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    skip: 'Skip to the picture',
    rollouts: 'Rollouts and trace',
    picture: 'Credit along the rollout',
    settings: 'Controls and numbers',
    loading: 'Opening the sample…',
    help: 'What this page shows',
    share: 'Share',
    ratio: 'Ratio and loss',
    weights: 'Weights',
    groups: 'Groups',
    oneGroup: '1 group',
    countGroups: '{n} groups',
    conventions: 'Where trainers differ',
  },
  {
    skip: '跳到主图',
    rollouts: 'rollout 与轨迹',
    picture: '沿 rollout 的信用',
    settings: '参数与数值',
    loading: '正在打开示例…',
    help: '本页展示什么',
    share: '分享',
    ratio: '比率与损失',
    weights: '权重',
    groups: '组',
    oneGroup: '1 组',
    countGroups: '{n} 组',
    conventions: '训练器差异',
  },
)

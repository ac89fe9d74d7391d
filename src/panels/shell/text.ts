import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    skip: 'Skip to the picture',
    rollouts: 'Rollouts and trace',
    picture: 'Credit along the rollout',
    settings: 'Controls and numbers',
    loading: 'Opening the sample…',
  },
  {
    skip: '跳到主图',
    rollouts: 'rollout 与轨迹',
    picture: '沿 rollout 的信用',
    settings: '参数与数值',
    loading: '正在打开示例…',
  },
)

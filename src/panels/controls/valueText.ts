import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    value: 'value',
    from: 'from',
    ridge: 'ridge λ',
    mean: 'mean',
    amplitude: 'amplitude',
    seed: 'seed',
  },
  {
    value: '值',
    from: '起点',
    ridge: '岭参数 λ',
    mean: '均值',
    amplitude: '幅度',
    seed: '种子',
  },
)

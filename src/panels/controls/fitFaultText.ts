import { dictionary } from '../../ui/text.tsx'

/** Why there is nothing to fit, by `FitFault`. */
export const fitFaultWords = dictionary(
  {
    'no-outcome': 'no rollout has an outcome',
    'one-rollout': 'only one rollout has an outcome',
    'equal-outcomes': 'all outcomes are equal',
  },
  {
    'no-outcome': '没有一条 rollout 有结果',
    'one-rollout': '只有一条 rollout 有结果',
    'equal-outcomes': '所有结果都相同',
  },
)

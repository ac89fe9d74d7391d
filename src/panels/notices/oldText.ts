import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    computing: 'Computing…',
    old: 'The picture and numbers still belong to {what}.',
    slot: '{slot} = {estimator}',
    slotWith: '{slot} = {estimator} ({options})',
    defaults: 'default options',
    followsLambda: 'λ critic = λ',
    number: '{name} {value}',
    values: 'values: {what}',
    outcomes: 'the outcomes before the change',
    rollout: 'rollout “{id}”',
  },
  {
    computing: '正在计算…',
    old: '图与数值仍属于 {what}。',
    slot: '{slot} = {estimator}',
    slotWith: '{slot} = {estimator}（{options}）',
    defaults: '默认选项',
    followsLambda: 'λ critic = λ',
    number: '{name} {value}',
    values: '价值：{what}',
    outcomes: '更改前的结果',
    rollout: 'rollout“{id}”',
  },
)
export type OldWord = keyof typeof words.en

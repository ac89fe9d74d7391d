import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    single_zero: 'Group of 1: advantage 0.',
    single_option: 'Group of 1: advantage 0 (option singleton).',
    single_turns: 'Group of 1: the outcome’s part of the advantage is 0.',
    single_whitened: 'Group of 1: outcome − group mean is 0; whitening over the batch moves it.',
    groupOfOneRaw: 'Group of 1: the advantage is the outcome itself (option singleton).',
    equal_zero: 'All {n} outcomes of this group are equal: no signal.',
    equal_option: 'All {n} outcomes of this group are equal: no signal.',
    equal_turns: 'All {n} outcomes of this group are equal: only rewards of turns can tell.',
    equal_whitened:
      'All {n} outcomes of this group are equal: 0 each; whitening over the batch moves them.',
    withoutStates: 'The trace has no state keys: the step advantage is 0.',
  },
  {
    single_zero: '组内只有 1 条：优势为 0。',
    single_option: '组内只有 1 条：优势为 0（选项“单成员组”）。',
    single_turns: '组内只有 1 条：优势中来自结果的部分为 0。',
    single_whitened: '组内只有 1 条：结果减组均值为 0；整批白化会使其偏移。',
    groupOfOneRaw: '组内只有 1 条：优势即结果本身（选项“单成员组”）。',
    equal_zero: '该组的 {n} 个结果全部相同：没有信号。',
    equal_option: '该组的 {n} 个结果全部相同：没有信号。',
    equal_turns: '该组的 {n} 个结果全部相同：只有各轮的奖励能区分。',
    equal_whitened: '该组的 {n} 个结果全部相同：均为 0；整批白化会使其偏移。',
    withoutStates: '轨迹没有状态键：步骤优势为 0。',
  },
)

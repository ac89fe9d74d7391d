import { dictionary } from '../../ui/text.tsx'

export const fitWords = dictionary(
  {
    fitLine: 'R² {r2} on the {n} rollouts it was fitted to,',
    fitLeftOut: '{r2} on each one left out.',
    fitLeftOutTitle:
      'Every rollout by a fit to all the others, against their mean. At or below 0 the position says nothing about a rollout that was not seen.',
    fitTerms: 'What V rests on',
    fitMean: 'mean outcome',
    fitPerStd:
      'Change of V per standard deviation; V is the mean outcome where all four are at their mean.',
    fit_turn: 'turns begun',
    fit_budget: 'budget left',
    fit_segment: 'segments begun',
    fit_actions: 'action tokens so far',
    fitBudgetHelp: '1 − tokens so far / those of the longest rollout, observations too',
    fitSame: 'the same everywhere',
  },
  {
    fitLine: '在用于拟合的 {n} 条 rollout 上 R² 为 {r2}，',
    fitLeftOut: '逐条留出时为 {r2}。',
    fitLeftOutTitle:
      '每条 rollout 用其余各条拟合，与其余的均值比较。小于等于 0 说明位置对未见过的 rollout 没有任何预测力。',
    fitTerms: 'V 的依据',
    fitMean: '平均结果',
    fitPerStd: '每个标准差引起的 V 变化；四项都取均值时，V 为平均结果。',
    fit_turn: '已开始的轮数',
    fit_budget: '剩余预算',
    fit_segment: '已开始的段数',
    fit_actions: '已产生的动作 token',
    fitBudgetHelp: '1 − 已有 token / 最长 rollout 的 token，包括观察',
    fitSame: '处处相同',
  },
)

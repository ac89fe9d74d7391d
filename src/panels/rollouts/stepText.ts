import { dictionary } from '../../ui/text.tsx'

export const stepWords = dictionary(
  {
    step: 'Step',
    stepHelp:
      'The training step whose rollouts are the batch: groups, whitening and weights are of it alone, as in a trainer.',
    together:
      'Whitening and batch baselines mix the steps; a trainer takes them within one: choose it.',
    allSteps: 'all {steps} steps, {n} rollouts',
    stepsAndRest: 'all {steps} steps; rollouts without a step: {rest}',
    stepAndRest: 'step {step}; rollouts without a step: {rest}',
    rollout: '{step}: 1 rollout',
    rollouts: '{step}: {n} rollouts',
    mean: '{row}, mean {mean}',
    meanOutcome: 'mean outcome',
    stepMeans: 'Mean outcome: {from} at step {first}, {to} at step {last}.',
  },
  {
    step: '训练步',
    stepHelp: '以哪个训练步的 rollout 为一批：组、白化与权重只由它们计算，与训练器一样。',
    together: '白化与整批基线混合了各步；训练器只在一步之内计算：请选择一步。',
    allSteps: '全部 {steps} 步，{n} 条',
    stepsAndRest: '全部 {steps} 步及没有步号的 {rest} 条',
    stepAndRest: '第 {step} 步及没有步号的 {rest} 条',
    rollout: '{step}：1 条',
    rollouts: '{step}：{n} 条',
    mean: '{row}，均值 {mean}',
    meanOutcome: '平均结果',
    stepMeans: '平均结果：第 {first} 步 {from}，第 {last} 步 {to}。',
  },
)

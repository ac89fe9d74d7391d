import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    unread: 'not read',
    holdsStep: 'What training step {step} holds',
    wholeFile: 'In all steps together:',
    unknownColumns: 'Columns that Segue does not know; nothing is computed from them:',
    unknownMore: 'and {n} more',
    near: '({name}: is {column} meant?)',
    prefixRule: '{n} of {of} by the prefix rule.',
    prefixRuleHelp:
      'The file marks no cut there: a call’s prompt does not continue the prompt and answer before it.',
    removed: 'Post-processing of {slot} masks {n} of {all} action tokens; they do not count here.',
    allSteps:
      'All {n} training steps are one batch here, so whitening and means mix them. Choose a step under Rollouts for what a trainer computes.',
    allStepsAndRest:
      'All {n} training steps, and the rollouts without a step number ({rest}), are one batch here, so whitening and means mix them. Choose a step under Rollouts for what a trainer computes.',
    stepAndRest:
      'Training step {step} and the rollouts without a step number ({rest}) are one batch here, so whitening and means mix them. Choose the step under Rollouts for what a trainer computes.',
    oneStep: 'The batch is training step {step}: {n} of {of} rollouts.',
    oneStepOfRest:
      'The batch is training step {step}: {n} of {of} rollouts. Rollouts without a step number, in no step: {rest}.',
  },
  {
    unread: '未读取',
    holdsStep: '训练步 {step} 包含什么',
    wholeFile: '所有步合计：',
    unknownColumns: 'Segue 不认识的列，不参与任何计算：',
    unknownMore: '，另有 {n} 列',
    near: '（{name}：是否指 {column}？）',
    prefixRule: '其中 {n} / {of} 由前缀规则得出。',
    prefixRuleHelp: '文件没有在那里标明切口：某次调用的提示不是此前提示与回答的延续。',
    removed: '{slot} 的后处理掩蔽了 {all} 个动作 token 中的 {n} 个；此处不计它们。',
    allSteps:
      '这里把全部 {n} 个训练步当作一批，白化与均值会把它们混在一起。在“Rollout 列表”中选一步，即可得到训练器的算法。',
    allStepsAndRest:
      '这里把全部 {n} 个训练步与没有步号的 {rest} 条 rollout 当作一批，白化与均值会把它们混在一起。在“Rollout 列表”中选一步，即可得到训练器的算法。',
    stepAndRest:
      '这里把训练步 {step} 与没有步号的 {rest} 条 rollout 当作一批，白化与均值会把它们混在一起。在“Rollout 列表”中选该步，即可得到训练器的算法。',
    oneStep: '当前批为训练步 {step}：{n} / {of} 条 rollout。',
    oneStepOfRest:
      '当前批为训练步 {step}：{n} / {of} 条 rollout。没有步号、不属于任何一步的：{rest} 条。',
  },
)

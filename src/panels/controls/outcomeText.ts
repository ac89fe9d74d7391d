import { dictionary } from '../../ui/text.tsx'

export const outcomeWords = dictionary(
  {
    outcomes: 'Outcome',
    outcomesHelp:
      'The file records no outcome for {n} of {total} rollouts. What should they count as?',
    forAll: 'all without one',
    forThis: 'this rollout',
    outcomeNone: 'none',
    outcomeAsAbove: 'as above',
    outcomeOther: 'number',
    ask: 'No outcome recorded for {n} rollouts.',
    askOne: 'No outcome recorded for one rollout.',
    near: 'The file has a column {name}: is {column} meant?',
    countThemAs: 'Count them as',
    countItAs: 'Count it as',
    outcomeAbsent: 'Without an outcome the terminal reward counts as 0.',
  },
  {
    outcomes: '结果',
    outcomesHelp: '文件没有记录 {total} 条 rollout 中 {n} 条的结果。应当按多少计？',
    forAll: '所有缺失的',
    forThis: '当前 rollout',
    outcomeNone: '无',
    outcomeAsAbove: '同上',
    outcomeOther: '数值',
    ask: '{n} 条 rollout 没有记录结果。',
    askOne: '有一条 rollout 没有记录结果。',
    near: '文件中有一列 {name}：是否指 {column}？',
    countThemAs: '按多少计',
    countItAs: '按多少计',
    outcomeAbsent: '没有结果时，终局奖励按 0 计。',
  },
)

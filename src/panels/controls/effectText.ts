import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    masksNothing: 'Masks nothing in this trace.',
    masksRollouts:
      'Masks {rollouts} of {ofRollouts} rollouts, {tokens} of {ofTokens} action tokens.',
    masksTokens:
      'Masks {tokens} of {ofTokens} action tokens, in {rollouts} of {ofRollouts} rollouts.',
    withChoice: 'With {setting}:',
    resetOptions: 'Back to the defaults',
    formulaOf: 'Formula of {name}',
    post: 'Post-processing',
  },
  {
    masksNothing: '在本轨迹中不掩蔽任何 token。',
    masksRollouts:
      '掩蔽 {ofRollouts} 条 rollout 中的 {rollouts} 条，{ofTokens} 个动作 token 中的 {tokens} 个。',
    masksTokens:
      '掩蔽 {ofTokens} 个动作 token 中的 {tokens} 个，涉及 {ofRollouts} 条 rollout 中的 {rollouts} 条。',
    withChoice: '选“{setting}”时：',
    resetOptions: '恢复默认值',
    formulaOf: '“{name}”的公式',
    post: '后处理',
  },
)

import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    promptTitle: '{label}: {n} of {all} prompt tokens',
    promptUnlabelled: 'prompt',
    cutDrop: 'prompt after dropped context',
    cutRewrite: 'prompt with rewritten context',
    cutRetokenisation: 'prompt encoded anew',
  },
  {
    promptTitle: '{label}：{n} / {all} 个提示 token',
    promptUnlabelled: '提示',
    cutDrop: '丢弃上文后的提示',
    cutRewrite: '改写上文后的提示',
    cutRetokenisation: '重新编码的提示',
  },
)

export type PromptWord = keyof (typeof words)['en']

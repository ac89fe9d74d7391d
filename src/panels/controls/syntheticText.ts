import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    synthetic: 'synthetic',
    syntheticTitle: 'Made up on this page, not read from the file.',
    fitted: 'fitted in the page',
    fittedTitle:
      'A regression of the outcome on the position, made on this page from the open rollouts; not a critic.',
  },
  {
    synthetic: '合成',
    syntheticTitle: '由本页生成，不是从文件读取的。',
    fitted: '本页拟合',
    fittedTitle: '本页用已打开的 rollout 做的“结果对位置”的回归，不是评论家。',
  },
)

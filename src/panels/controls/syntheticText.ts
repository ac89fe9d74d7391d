import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    synthetic: 'synthetic',
    syntheticTitle: 'Made up on this page, not read from the file.',
    part: 'synthetic in {n} of {of}',
    partTitle:
      'Rollouts whose values are missing in the file, all or in part: {n} of {of}. What is missing counts as 0.',
    none: 'none: counts as 0',
    noneTitle: 'The file has no value here.',
    fitted: 'fitted in the page',
    fittedTitle:
      'A regression of the outcome on the position, made on this page from the open rollouts; not a critic.',
  },
  {
    synthetic: '合成',
    syntheticTitle: '由本页生成，不是从文件读取的。',
    part: '{n} / {of} 条为合成',
    partTitle: '{n} / {of} 条 rollout 的价值在文件中缺失或部分缺失；缺失处按 0 计。',
    none: '无：按 0 计',
    noneTitle: '文件在此没有价值。',
    fitted: '本页拟合',
    fittedTitle: '本页用已打开的 rollout 做的“结果对位置”的回归，不是评论家。',
  },
)

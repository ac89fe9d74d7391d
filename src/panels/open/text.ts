import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    open: 'Open trace files',
    openHint: 'Or drop files or folders anywhere, or paste (o)',
  },
  {
    open: '打开轨迹文件',
    openHint: '也可把文件或文件夹拖到页面任意处，或直接粘贴（o）',
  },
)

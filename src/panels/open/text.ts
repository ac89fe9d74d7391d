import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    open: 'Open trace files',
    openHint: 'Or drop files or folders anywhere, or paste (o)',
    drop: 'Drop trace files or folders',
    dropDetail: 'They are read in this page and go nowhere.',
    changeColumns: 'Change columns…',
  },
  {
    open: '打开轨迹文件',
    openHint: '也可把文件或文件夹拖到页面任意处，或直接粘贴（o）',
    drop: '松开以打开轨迹文件或文件夹',
    dropDetail: '文件只在本页中读取，不会发送到任何地方。',
    changeColumns: '更改各列…',
  },
)

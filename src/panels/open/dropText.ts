import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    drop: 'Drop trace files or folders',
    dropDetail: 'They are read in this page and go nowhere.',
  },
  {
    drop: '松开以打开轨迹文件或文件夹',
    dropDetail: '文件只在本页中读取，不会发送到任何地方。',
  },
)

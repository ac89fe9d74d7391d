import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    open: 'Open trace files',
    openHint: 'Or drop files or folders anywhere, or paste (o)',
    drop: 'Drop trace files or folders',
    dropDetail: 'They are read in this page and go nowhere.',
    changeColumns: 'Change columns…',
    problems: '{n} problems',
    problem: '1 problem',
    problemsTitle: 'Problems in the files',
    failedTitle: 'The worker that computes stopped',
    failedText:
      'Reload the page; the address bar holds your settings. Files from disk must be opened again.',
  },
  {
    open: '打开轨迹文件',
    openHint: '也可把文件或文件夹拖到页面任意处，或直接粘贴（o）',
    drop: '松开以打开轨迹文件或文件夹',
    dropDetail: '文件只在本页中读取，不会发送到任何地方。',
    changeColumns: '更改各列…',
    problems: '{n} 个问题',
    problem: '1 个问题',
    problemsTitle: '文件中的问题',
    failedTitle: '负责计算的 worker 已停止',
    failedText: '请重新加载页面；地址栏保存了你的设置。磁盘上的文件需要重新打开。',
  },
)

import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    open: 'Open trace files',
    openHint: 'Or drop files or folders anywhere, or paste (o)',
    drop: 'Drop trace files or folders',
    dropDetail: 'They are read in this page and go nowhere.',
    reading: 'Reading {file}',
    several: '{n} files',
    building: 'Building the columns',
    starting: 'Starting to read {file}',
    bytes: '{done} of {total}',
    rows: '{done} of {total} rows',
    cancel: 'Cancel',
    changeColumns: 'Change columns…',
    progress: 'Opening {file}',
    oldStays: 'The open trace stays until the new one is ready.',
    begun:
      'What you see is its beginning: the first {n} rollouts. Statistics are theirs; exports and links wait for the rest.',
    begunOne:
      'What you see is its beginning: the first rollout. Statistics are of it alone; exports and links wait for the rest.',
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
    reading: '正在读取 {file}',
    several: '{n} 个文件',
    building: '正在建立数据列',
    starting: '开始读取 {file}',
    bytes: '{done} / {total}',
    rows: '第 {done} / {total} 行',
    cancel: '取消',
    changeColumns: '更改各列…',
    progress: '正在打开 {file}',
    oldStays: '新轨迹就绪之前，原轨迹保持不变。',
    begun:
      '目前显示的是文件开头：前 {n} 个 rollout，统计也只针对它们；导出与链接等全部读完后再进行。',
    begunOne:
      '目前显示的是文件开头：第 1 个 rollout，统计也只针对它；导出与链接等全部读完后再进行。',
    problems: '{n} 个问题',
    problem: '1 个问题',
    problemsTitle: '文件中的问题',
    failedTitle: '负责计算的 worker 已停止',
    failedText: '请重新加载页面；地址栏保存了你的设置。磁盘上的文件需要重新打开。',
  },
)

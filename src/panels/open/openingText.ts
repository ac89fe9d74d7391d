import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    reading: 'Reading {file}',
    several: '{n} files',
    building: 'Building the columns',
    starting: 'Starting to read {file}',
    bytes: '{done} of {total}',
    rows: '{done} of {total} rows',
    changeColumns: 'Change columns…',
    cancel: 'Cancel',
    progress: 'Opening {file}',
    oldStays: 'The open trace stays until the new one is ready.',
    begun:
      'What you see is its beginning: the first {n} rollouts. Statistics are theirs; exports and links wait for the rest.',
    begunOne:
      'What you see is its beginning: the first rollout. Statistics are of it alone; exports and links wait for the rest.',
  },
  {
    reading: '正在读取 {file}',
    several: '{n} 个文件',
    building: '正在建立数据列',
    starting: '开始读取 {file}',
    bytes: '{done} / {total}',
    rows: '第 {done} / {total} 行',
    changeColumns: '更改各列…',
    cancel: '取消',
    progress: '正在打开 {file}',
    oldStays: '新轨迹就绪之前，原轨迹保持不变。',
    begun:
      '目前显示的是文件开头：前 {n} 个 rollout，统计也只针对它们；导出与链接等全部读完后再进行。',
    begunOne:
      '目前显示的是文件开头：第 1 个 rollout，统计也只针对它；导出与链接等全部读完后再进行。',
  },
)

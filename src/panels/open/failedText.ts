import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    failedTitle: 'The worker that computes stopped',
    failedText:
      'Reload the page; the address bar holds your settings. Files from disk must be opened again.',
  },
  {
    failedTitle: '负责计算的 worker 已停止',
    failedText: '请重新加载页面；地址栏保存了你的设置。磁盘上的文件需要重新打开。',
  },
)

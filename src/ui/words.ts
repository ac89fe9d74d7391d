/** Words of the widgets themselves. */
import { dictionary } from './text.tsx'

export const widgetWords = dictionary(
  {
    close: 'Close',
    reset: 'Double-click: back to {value}',
    explain: 'What is this?',
    explainAbout: 'Explain {label}',
    coming: 'Loading…',
    notLoaded:
      'This part of the page could not be loaded: no connection, or the page has a new version (reload it).',
    tryAgain: 'Try again',
  },
  {
    close: '关闭',
    reset: '双击恢复为 {value}',
    explain: '这是什么？',
    explainAbout: '解释“{label}”',
    coming: '正在载入…',
    notLoaded: '页面的这一部分未能载入：没有网络连接，或页面已有新版本（请重新载入）。',
    tryAgain: '重试',
  },
)

/** Words of the widgets themselves. */
import { dictionary } from './text.tsx'

export const widgetWords = dictionary(
  {
    close: 'Close',
    reset: 'Double-click: back to {value}',
    between: '{label} lies between {min} and {max}',
    atLeast: '{label} is at least {min}',
    atMost: '{label} is at most {max}',
    whole: '{label} is a whole number',
    stays: '{label} needs a number; it stays {value}',
    noNumber: '{label} needs a number',
    explain: 'What is this?',
    explainAbout: 'Explain {label}',
    coming: 'Loading…',
    notLoaded:
      'This part of the page could not be loaded: there is no connection, or the page has a new version (reload it). Everything else works on.',
    tryAgain: 'Try again',
  },
  {
    close: '关闭',
    reset: '双击恢复为 {value}',
    between: '{label} 在 {min} 与 {max} 之间',
    atLeast: '{label} 不小于 {min}',
    atMost: '{label} 不大于 {max}',
    whole: '{label} 是整数',
    stays: '{label} 须为数字，仍为 {value}',
    noNumber: '{label} 须为数字',
    explain: '这是什么？',
    explainAbout: '解释“{label}”',
    coming: '正在载入…',
    notLoaded:
      '页面的这一部分未能载入：没有网络连接，或页面已有新版本（请重新载入）。其余部分照常可用。',
    tryAgain: '重试',
  },
)

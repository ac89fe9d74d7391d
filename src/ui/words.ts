/** Words of the widgets themselves. */
import { dictionary } from './text.tsx'

export const widgetWords = dictionary(
  {
    close: 'Close',
    reset: 'Double-click: back to {value}',
    explain: 'What is this?',
    explainAbout: 'Explain {label}',
  },
  {
    close: '关闭',
    reset: '双击恢复为 {value}',
    explain: '这是什么？',
    explainAbout: '解释“{label}”',
  },
)

import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    region: 'Notices',
    dismiss: 'Dismiss',
    hintName: 'First steps',
    hint_search: 'Sample: under A the early segments do not see the final reward, under B they do.',
    hintMore: 'Drop your own trace anywhere; ?\u00a0explains words and keys.',
  },
  {
    region: '通知',
    dismiss: '关闭',
    hintName: '入门',
    hint_search: '示例：在 A 之下，较早的段看不到最终奖励；在 B 之下则能看到。',
    hintMore: '把你自己的轨迹拖到页面任意处即可打开；按 ? 查看术语与快捷键。',
  },
)

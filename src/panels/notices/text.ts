import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    region: 'Notices',
    dismiss: 'Dismiss',
    hintName: 'First steps',
    hint_search: 'Sample: under A the early segments do not see the final reward, under B they do.',
    hint_bug:
      'Sample: four attempts at one bug. Under B (GRPO) all action tokens of an attempt share one number, its outcome against the group.',
    hint_batch:
      'Sample: 256 rollouts in 32 groups, here one that was condensed three times. Keys [ and ] go to the next one.',
    hintMore: 'Drop your own trace anywhere; ? explains words and keys.',
    'link-broken': 'The link could not be read: {detail} A sample is shown instead.',
    'link-newer':
      'The link was made by a newer Segue (version {version} of the link format). Reload the page to get it; a sample is shown until then.',
    'link-partly-read': 'Parts of the link could not be read and have their defaults: {details}',
    'link-structure-only':
      'This link carries segments and masks, but not the values and rewards its sender saw: the numbers here differ from theirs.',
    'link-needs-file':
      'The link was made from the file “{name}”, which it does not carry. Open it to see the same numbers.',
    'engine-fell-back': 'The engine was changed: {message}',
    'clipboard-failed': 'The browser did not allow copying.',
    openFile: 'Open it…',
  },
  {
    region: '通知',
    dismiss: '关闭',
    hintName: '入门',
    hint_search: '示例：在 A 之下，较早的段看不到最终奖励；在 B 之下则能看到。',
    hint_bug:
      '示例：对同一缺陷的四次尝试。在 B（GRPO）之下，一次尝试的所有动作 token 共用一个数：其结果与全组相比。',
    hint_batch: '示例：32 组共 256 条 rollout，此处一条被压缩了三次。用 [ 与 ] 换到下一条。',
    hintMore: '把你自己的轨迹拖到页面任意处即可打开；按 ? 查看术语与快捷键。',
    'link-broken': '无法读取链接：{detail} 现显示一个示例。',
    'link-newer':
      '链接由更新的 Segue 生成（链接格式版本 {version}）。请重新加载页面以更新；在此之前显示一个示例。',
    'link-partly-read': '链接的部分内容无法读取，已用默认值：{details}',
    'link-structure-only': '此链接带有段与掩码，但没有发送者所见的价值与奖励：这里的数值与其不同。',
    'link-needs-file': '链接由文件“{name}”生成，但不包含该文件。打开它即可看到相同的数值。',
    'engine-fell-back': '引擎已更换：{message}',
    'clipboard-failed': '浏览器不允许复制。',
    openFile: '打开文件…',
  },
)

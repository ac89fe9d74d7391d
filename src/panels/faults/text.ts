import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    pageTitle: 'The page could not be drawn',
    pageText:
      'This is a fault of Segue, not of your trace. Reload the page; the address holds your settings, files from disk must be opened again. If it happens again, the link may be the cause: open the sample without it.',
    panelText: 'This part of the page could not be drawn; the rest works.',
    reload: 'Reload',
    sample: 'Open the sample',
    retry: 'Try again',
    detail: 'Detail',
    copy: 'Copy detail',
    copied: 'Copied',
    copyFailed: 'The browser did not allow copying; the text is selected.',
  },
  {
    pageTitle: '页面无法绘制',
    pageText:
      '这是 Segue 的错误，不是轨迹的问题。请重新加载页面；地址栏保存了你的设置，磁盘上的文件需要重新打开。若再次出现，原因可能在链接：请不带链接打开示例。',
    panelText: '页面的这一部分无法绘制，其余部分照常工作。',
    reload: '重新加载',
    sample: '打开示例',
    retry: '重试',
    detail: '详情',
    copy: '复制详情',
    copied: '已复制',
    copyFailed: '浏览器不允许复制；文本已选中。',
  },
)

import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    title: 'Share',
    intro:
      'A link holds the settings in its # part. Nothing is uploaded: it never reaches a server, and whoever opens it computes the numbers again.',
    link: 'Link',
    making: 'Making the link…',
    copy: 'Copy link',
    copied: 'Copied',
    copyFailed: 'The browser did not allow copying. Select the link and copy it.',
    size: '{n} characters',
    sampleInside: 'The link names the sample; its numbers are the same everywhere.',
    traceInside: 'The link carries the trace’s structure and masks, with values and rewards.',
    structureInside:
      'The link carries the trace’s structure and masks, but no values or rewards: those would make it too long. The file below holds them.',
    notInside:
      'The trace is too large for a link: it holds the settings only, and whoever opens it needs the file.',
    texts: 'Include token texts and ids',
    textsWarning: 'Whoever has the link can read every prompt, tool result and answer in it.',
    textsOff: 'Texts and token ids stay out.',
    long: 'Links above {limit} characters break in chats and mail. A file has no such limit.',
    file: 'Download as a file instead',
    fileHint: 'Opens in Segue like any trace, with these settings.',
    failed: 'The link could not be made: {message}',
  },
  {
    title: '分享',
    intro: '链接把设置放在 # 之后。不会上传任何内容：它到不了服务器，打开者会重新计算数值。',
    link: '链接',
    making: '正在生成链接…',
    copy: '复制链接',
    copied: '已复制',
    copyFailed: '浏览器不允许复制。请选中链接后自行复制。',
    size: '{n} 个字符',
    sampleInside: '链接只写明示例；其数值处处相同。',
    traceInside: '链接带有轨迹的结构与掩码，以及价值与奖励。',
    structureInside:
      '链接带有轨迹的结构与掩码，但没有价值与奖励：否则链接过长。下面的文件包含它们。',
    notInside: '轨迹太大，放不进链接：链接只含设置，打开者还需要原文件。',
    texts: '包含 token 文本与 id',
    textsWarning: '拿到链接的人能读到其中全部提示词、工具结果与回答。',
    textsOff: '文本与 token id 不会放入。',
    long: '超过 {limit} 个字符的链接在聊天与邮件中容易断裂。文件没有此限制。',
    file: '改为下载文件',
    fileHint: '可像其他轨迹一样在 Segue 中打开，并带有当前设置。',
    failed: '无法生成链接：{message}',
  },
)

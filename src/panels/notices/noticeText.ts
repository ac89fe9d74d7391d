import { dictionary } from '../../ui/text.tsx'

export const noticeWords = dictionary(
  {
    sampleInstead: 'A sample is shown instead.',
    openStays: 'What was open stays.',
    more: 'and {n} more',
    notLoaded:
      'the code for it could not be loaded, because there is no connection or the page has a new version (reload it).',
    'link-broken': 'The link could not be read. {detail} {instead}',
    'link-newer':
      'The link was made by a newer Segue (version {version} of the link format). Reload the page to get it. {instead}',
    'link-partly-read': 'Parts of the link could not be used:',
    'link-structure-only':
      'This link carries segments and masks, but not the values and rewards its sender saw: the numbers here differ from theirs. Drop the file that it was made of to see those.',
    'engine-fell-back': 'The engine was changed: {message}',
    'engine-unknown':
      '“{asked}” is no engine, so ?engine= was left out of account; there are reference, cpu and webgpu.',
    'setting-not-computed':
      'This setting could not be computed: {message} What was computed last stays, marked as old.',
    'setting-not-loaded':
      'The code for this setting could not be loaded: there is no connection, or the page has a new version (reload it). What was computed last stays, marked as old.',
    'token-not-computed': 'The numbers of this token could not be computed: {message}',
    'comparison-not-computed': 'The comparison with float64 could not be computed: {message}',
    'view-not-computed': 'What an open panel shows could not be computed: {message}',
    'link-not-computed': 'The trace could not be put into the link: {message}',
    'step-skipped':
      '“{name}” can no longer be read (was it moved or deleted?). Undo and redo pass over it from now on.',
    'nothing-dropped': 'What was dropped holds no file; drop trace files, or a folder with some.',
    'keys-not-loaded':
      'What the key does could not be loaded: there is no connection, or the page has a new version. Press it again when there is a connection, or reload the page.',
    'drop-failed': 'The files could not be read: {message}',
    'drop-not-loaded':
      'The files were not read, because the code for it could not be loaded: there is no connection, or the page has a new version. Reload the page once there is a connection, then open them again.',
  },
  {
    sampleInstead: '现显示一个示例。',
    openStays: '已打开的内容保持不变。',
    more: '另有 {n} 处',
    notLoaded: '所需的代码未能载入，因为没有网络连接，或页面已有新版本（请重新载入）。',
    'link-broken': '无法读取链接。{detail} {instead}',
    'link-newer':
      '链接由更新的 Segue 生成（链接格式版本 {version}）。请重新加载页面以更新。{instead}',
    'link-partly-read': '链接的部分内容未能使用：',
    'link-structure-only':
      '此链接带有段与掩码，但没有发送者所见的价值与奖励：这里的数值与其不同。拖入制作此链接的文件即可看到那些数值。',
    'engine-fell-back': '引擎已更换：{message}',
    'engine-unknown': '没有名为“{asked}”的引擎，已忽略 ?engine=；可用 reference、cpu 与 webgpu。',
    'setting-not-computed': '此设置无法计算：{message} 上次的结果保留，并标为旧值。',
    'setting-not-loaded':
      '此设置所需的代码未能载入：没有网络连接，或页面已有新版本（请重新载入）。上次的结果保留，并标为旧值。',
    'token-not-computed': '此 token 的数值无法计算：{message}',
    'comparison-not-computed': '与 float64 的比较无法计算：{message}',
    'view-not-computed': '打开的面板的内容无法计算：{message}',
    'link-not-computed': '无法把轨迹放进链接：{message}',
    'step-skipped': '“{name}”已无法读取（是否被移动或删除？）。此后撤销与重做将跳过它。',
    'nothing-dropped': '拖入的内容中没有文件；请拖入轨迹文件，或含有轨迹文件的文件夹。',
    'keys-not-loaded':
      '按键的功能未能载入：没有网络连接，或页面已有新版本。连接恢复后请再按一次，或重新载入页面。',
    'drop-failed': '无法读取文件：{message}',
    'drop-not-loaded':
      '文件未被读取，因为所需的代码未能载入：没有网络连接，或页面已有新版本。请在有网络时重新载入页面，再打开文件。',
  },
)

import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    tokens:
      'Approximate tokens: the file has no token ids, so tokens are estimated from the text and every count is marked ≈.',
    tokensPart:
      'Approximate tokens in {n} of {of} rollouts, from {files}: no token ids there, so tokens are estimated from the text. Their counts, and totals with them, are marked ≈.',
    mask: 'No loss mask is recorded: {how}.',
    maskPart: 'The loss mask of {n} of {of} rollouts is not recorded.',
    maskOf: '{files}: {how}.',
    roles: 'it was derived from the roles',
    marks:
      'every token of a response counts as sampled, except where marks in the text show a tool or another speaker',
    response: 'every token of a response counts as sampled',
    file: 'the file itself says that it was derived',
    tokensShort: 'approximate tokens',
    tokensShortPart: 'approximate: {n} of {of}',
    moreFile: '{file} and 1 more file',
    moreFiles: '{file} and {n} more files',
  },
  {
    tokens: '近似 token：文件没有 token id，因此由文本估算，所有计数都标有 ≈。',
    tokensPart:
      '{n} / {of} 条 rollout（来自 {files}）的 token 是近似的：那里没有 token id，因此由文本估算。它们的计数以及包含它们的合计都标有 ≈。',
    mask: '没有记录损失掩码：{how}。',
    maskPart: '{n} / {of} 条 rollout 没有记录损失掩码。',
    maskOf: '{files}：{how}。',
    roles: '由角色推得',
    marks: '回复的每个 token 都算作采样，文本标记表明是工具或其他说话者的部分除外',
    response: '回复的每个 token 都算作采样',
    file: '文件自己说明掩码是推得的',
    tokensShort: '近似 token',
    tokensShortPart: '近似：{n} / {of}',
    moreFile: '{file} 及另外 1 个文件',
    moreFiles: '{file} 及另外 {n} 个文件',
  },
)

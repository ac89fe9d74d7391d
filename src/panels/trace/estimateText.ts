import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    tokens:
      'Approximate tokens: the file has no token ids, so tokens are estimated from the text and every count is marked ≈.',
    tokensPart:
      'Approximate tokens in {n} of {of} rollouts, from {files}: no token ids there, so tokens are estimated from the text. Their counts, and totals with them, are marked ≈.',
    mask: 'The loss mask was derived from the roles; the file records none.',
    maskPart:
      'The loss mask of {n} of {of} rollouts was derived from the roles: {files} records none.',
    maskPartMany:
      'The loss mask of {n} of {of} rollouts was derived from the roles: {files} record none.',
    tokensShort: 'approximate tokens',
    tokensShortPart: 'approximate: {n} of {of}',
    moreFile: '{file} and 1 more file',
    moreFiles: '{file} and {n} more files',
  },
  {
    tokens: '近似 token：文件没有 token id，因此由文本估算，所有计数都标有 ≈。',
    tokensPart:
      '{n} / {of} 条 rollout（来自 {files}）的 token 是近似的：那里没有 token id，因此由文本估算。它们的计数以及包含它们的合计都标有 ≈。',
    mask: '损失掩码由角色推得；文件没有记录。',
    maskPart: '{n} / {of} 条 rollout 的损失掩码由角色推得：{files} 没有记录。',
    maskPartMany: '{n} / {of} 条 rollout 的损失掩码由角色推得：{files} 没有记录。',
    tokensShort: '近似 token',
    tokensShortPart: '近似：{n} / {of}',
    moreFile: '{file} 及另外 1 个文件',
    moreFiles: '{file} 及另外 {n} 个文件',
  },
)

/** ShareGPT conversations, `{"conversations": [{from, value}]}`; a de-facto shape without a writer. */
import { ChatReader, isChat } from './chat-rows.ts'
import type { Format } from './types.ts'

const LABEL = 'ShareGPT conversations (JSON Lines or JSON)'

export const sharegpt: Format = {
  id: 'sharegpt',
  label: LABEL,
  inOrder: true,

  sniff(head) {
    if (head.kind !== 'text') return undefined
    return head.records.some((r) => isChat(r, 'conversations', 'from')) ? 0.4 : undefined
  },

  open: () => new ChatReader('conversations', LABEL),
}

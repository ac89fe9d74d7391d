/** OpenAI chat rows, `{"messages": [{role, content, tool_calls}]}`, as fine-tuning and many exports write them. */
import { ChatReader, isChat } from './chat-rows.ts'
import type { Format } from './types.ts'

const LABEL = 'chat messages (JSON Lines)'

export const openaiChat: Format = {
  id: 'openai-chat',
  label: LABEL,
  inOrder: true,

  sniff(head) {
    if (head.kind !== 'text') return undefined
    return head.records.some((r) => isChat(r, 'messages', 'role')) ? 0.3 : undefined
  },

  open: () => new ChatReader('messages', LABEL),
}

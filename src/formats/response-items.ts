/** Lists in which OpenAI's responses API writes items: calls, their outputs and reasoning beside messages. */
import { isObject } from './canonical-row.ts'
import { contentText } from './harness-text.ts'
import { type Message, messageOf } from './messages.ts'

/** Messages of such a list, or of a plain one. A call joins what the model wrote before it. */
export function messagesOfItems(list: readonly unknown[]): readonly Message[] {
  const messages: Message[] = []
  let open = false
  for (const item of list) {
    const call = callOf(item)
    const message = call ?? outputOf(item) ?? messageOf(item)
    if (!message || message.role === 'reasoning') continue
    const last = messages.at(-1)
    const answers = message.role === 'assistant' && last?.role === 'assistant'
    if (answers && (open || call)) messages[messages.length - 1] = together(last, message)
    else messages.push(message)
    // Behind a call, more of the same answer may follow; two plain messages are two answers.
    open = call !== undefined || (open && message.role === 'assistant')
  }
  return messages
}

function callOf(item: unknown): Message | undefined {
  if (!isObject(item) || !/^(?:function|custom_tool)_call$/.test(String(item.type)))
    return undefined
  const name = typeof item.name === 'string' ? item.name : ''
  const given = item.arguments ?? item.input
  const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
  return { role: 'assistant', text: '', calls: [`${name}(${text})`], tools: name ? [name] : [] }
}

/** What a tool gave back. */
export function outputOf(item: unknown): Message | undefined {
  if (!isObject(item) || !/^(?:function|custom_tool)_call_output$/.test(String(item.type))) {
    return undefined
  }
  const text = contentText(item.output ?? item.content).trim()
  return { role: 'tool', text, calls: [], tools: [] }
}

const together = (a: Message, b: Message): Message => ({
  role: a.role,
  text: [a.text, b.text].filter((text) => text !== '').join('\n'),
  calls: [...a.calls, ...b.calls],
  tools: Array.from(new Set([...a.tools, ...b.tools])),
})

/** A shard in a worker of its own: holds parts, scans them, hands results out when asked. */
import type { LocalPart } from './part.ts'
import { type FromShard, type Line, resultBuffers, type ToShard, tickBuffers } from './protocol.ts'
import { createValues, type LocalValues } from './values.ts'

/** Answers on `line` until it is closed. */
export function serveShard(line: Line<FromShard, ToShard>): void {
  const held = new Map<number, LocalValues>()
  const parts = new Map<number, LocalPart>()
  let kernel: WebAssembly.Module | undefined

  const partOf = (index: number): LocalPart => {
    const part = parts.get(index)
    if (!part) throw new Error(`This shard has no part ${index}.`)
    return part
  }

  const valuesOf = (index: number): LocalValues => {
    const values = held.get(index)
    if (!values) throw new Error(`This shard has no values ${index}.`)
    return values
  }

  const answer = (message: ToShard): FromShard => {
    switch (message.type) {
      case 'start':
        kernel = message.kernel
        return { type: 'done' }
      case 'values': {
        if (!kernel) throw new Error('This shard was not started.')
        held.set(message.values, createValues(kernel, message.nodes))
        return { type: 'done' }
      }
      case 'fill': {
        const { values, at, column } = message
        valuesOf(values).column().set(column, at)
        return { type: 'filled', column }
      }
      case 'weigh':
        return { type: 'weighed', largest: valuesOf(message.values).largest() }
      case 'load':
        parts.set(message.part, valuesOf(message.values).createPart(message.columns))
        return { type: 'done' }
      case 'scan': {
        const { part, tick } = message
        return { type: 'scanned', outgoing: partOf(part).scan(tick), tick }
      }
      case 'flow':
        partOf(message.part).flow(message.incoming)
        return { type: 'done' }
      case 'measure': {
        const { part, tick, near, edge } = message
        return { type: 'measured', measured: partOf(part).measure(tick, near, edge), tick }
      }
      case 'measure edge': {
        const { part, incoming, near, edge } = message
        return { type: 'moments', moments: partOf(part).measureEdge(incoming, near, edge) }
      }
      case 'moments':
        return { type: 'moments', moments: partOf(message.part).moments() }
      case 'read': {
        const { part, into } = message
        const { advantage, critic } = partOf(part).read()
        into.advantage.set(advantage)
        if (critic) into.critic?.set(critic)
        return { type: 'read', results: into }
      }
      case 'copy': {
        const { part, at, column } = message
        const { advantage } = partOf(part).read()
        column.set(advantage.subarray(at, at + column.length))
        return { type: 'copied', column }
      }
      case 'release':
        parts.get(message.part)?.release()
        parts.delete(message.part)
        return { type: 'done' }
      case 'forget':
        held.delete(message.values)
        return { type: 'done' }
    }
  }

  line.receive((message) => {
    let reply: FromShard
    try {
      reply = answer(message)
    } catch (error) {
      // Memory that cannot be had, above all; the engine takes its work elsewhere.
      reply = { type: 'failed', message: error instanceof Error ? error.message : String(error) }
    }
    line.send(reply, travelling(reply))
  })
}

function travelling(reply: FromShard): readonly ArrayBufferLike[] {
  if (reply.type === 'filled' || reply.type === 'copied') return [reply.column.buffer]
  if (reply.type === 'scanned' || reply.type === 'measured') return tickBuffers(reply.tick)
  return reply.type === 'read' ? resultBuffers(reply.results) : []
}

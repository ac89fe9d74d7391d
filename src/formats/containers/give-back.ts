/**
 * Memory that is not needed any more, given back at once. Without this it stays until garbage is collected,
 * which nothing hurries where no objects are allocated.
 */
export type GiveBack = (buffer: ArrayBufferLike) => void

export function giverBack(): GiveBack {
  if ('transfer' in ArrayBuffer.prototype) {
    return (buffer) => {
      const { transfer }: { transfer?: (length: number) => unknown } = buffer as never
      transfer?.call(buffer, 0)
    }
  }
  // Node 20 and older browsers: what is sent from a closed port leaves this thread and arrives nowhere.
  const { port1 } = new MessageChannel()
  port1.close()
  return (buffer) => {
    if (buffer instanceof ArrayBuffer) port1.postMessage(undefined, [buffer])
  }
}

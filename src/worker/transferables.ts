/** Every distinct ArrayBuffer inside plain data, so that a message moves it instead of copying it. */
export function transferables(data: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer)
    } else if (value instanceof ArrayBuffer) {
      buffers.add(value)
    } else if (Array.isArray(value)) {
      // Lists of 100,000 ids hold no buffers: they are of one kind. A pair of a name and a column ends with it.
      if (typeof value[0] === 'object' || typeof value.at(-1) === 'object') value.forEach(visit)
    } else {
      Object.values(value).forEach(visit)
    }
  }
  visit(data)
  return [...buffers]
}

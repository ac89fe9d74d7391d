/** Times compute passes on a device: by its own timestamps where it has them, else by the clock. */

export interface PassTimer {
  /** Milliseconds of one `encode`, which is repeated inside one pass. */
  readonly time: (encode: (pass: GPUComputePassEncoder) => void) => Promise<number>
  readonly description: string
}

/** @param repeats dispatch sequences in a pass; more than one evens out a fast device's short passes */
export function createTimer(device: GPUDevice, repeats: number): PassTimer {
  const stamped = device.features.has('timestamp-query')
  const many = (
    pass: GPUComputePassEncoder,
    encode: (pass: GPUComputePassEncoder) => void,
  ): void => {
    for (let i = 0; i < repeats; i++) encode(pass)
    pass.end()
  }
  if (!stamped) {
    return {
      description: `clock, ${repeats} a submission`,
      time: async (encode) => {
        const encoder = device.createCommandEncoder()
        many(encoder.beginComputePass(), encode)
        const begin = performance.now()
        device.queue.submit([encoder.finish()])
        await device.queue.onSubmittedWorkDone()
        return (performance.now() - begin) / repeats
      },
    }
  }
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 })
  const resolved = device.createBuffer({
    size: 16,
    usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
  })
  const staging = device.createBuffer({
    size: 16,
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  })
  return {
    description: `timestamps, ${repeats} a pair`,
    time: async (encode) => {
      const encoder = device.createCommandEncoder()
      const timestampWrites = { querySet, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 }
      many(encoder.beginComputePass({ timestampWrites }), encode)
      encoder.resolveQuerySet(querySet, 0, 2, resolved, 0)
      encoder.copyBufferToBuffer(resolved, 0, staging, 0, 16)
      device.queue.submit([encoder.finish()])
      await staging.mapAsync(GPUMapMode.READ)
      const [begin, end] = new BigUint64Array(staging.getMappedRange())
      staging.unmap()
      return Number(end - begin) / 1e6 / repeats
    },
  }
}

/** A GPU device whose losses and validation errors become exceptions at the place that caused them. */
import { EngineLost } from '../engine.ts'

export interface GuardedDevice {
  readonly device: GPUDevice
  /** Throws EngineLost if the device is gone, or the first error that no scope caught. */
  check(): void
  /**
   * Runs GPU calls at once; `judged` settles when the device has judged them, and rejects with EngineLost
   * if the device was lost or lacks the memory, with Error on a validation error.
   */
  scoped<T>(calls: () => T): { readonly result: T; readonly judged: Promise<void> }
  /** `work`, or EngineLost as soon as the device is lost: some promises of a lost device never settle. */
  untilLost<T>(work: Promise<T>): Promise<T>
  /** Destroys the device; whatever is pending rejects. */
  destroy(): void
}

/** Takes the device over: from here on only `destroy` ends it. */
export function guardDevice(device: GPUDevice): GuardedDevice {
  let lost: EngineLost | undefined
  let uncaught: string | undefined
  const pending = new Set<(reason: EngineLost) => void>()

  const lose = (message: string): EngineLost => {
    lost ??= new EngineLost(message)
    for (const reject of pending) reject(lost)
    pending.clear()
    return lost
  }
  // `destroyed` without our doing is a loss too: another script, or the browser's GPU process panel.
  void device.lost.then(({ reason, message }) =>
    lose(message === '' ? `The GPU device was lost (${reason}).` : message),
  )
  device.addEventListener('uncapturederror', (event) => {
    event.preventDefault()
    uncaught ??= event.error.message
  })

  const check = (): void => {
    if (lost !== undefined) throw lost
    if (uncaught !== undefined) throw new Error(`WebGPU: ${uncaught}`)
  }

  const untilLost = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (lost !== undefined) return reject(lost)
      pending.add(reject)
      work.then(resolve, reject).finally(() => pending.delete(reject))
    })

  const judge = async (scopes: Promise<readonly (GPUError | null)[]>): Promise<void> => {
    const [memory, validation] = await untilLost(scopes)
    // A GPU that cannot hold the trace is of no more use for it than one that is gone.
    if (memory) throw new EngineLost(`Out of GPU memory: ${memory.message}`)
    if (validation) throw new Error(`WebGPU: ${validation.message}`)
    check()
  }

  const popBoth = () => Promise.all([device.popErrorScope(), device.popErrorScope()])

  const scoped = <T>(calls: () => T): { readonly result: T; readonly judged: Promise<void> } => {
    device.pushErrorScope('validation')
    device.pushErrorScope('out-of-memory')
    try {
      const result = calls()
      return { result, judged: judge(popBoth()) }
    } catch (error) {
      // The exception says more than what the device may add.
      popBoth().catch(() => undefined)
      throw error
    }
  }

  return {
    device,
    check,
    scoped,
    untilLost,
    destroy: () => {
      lose('The engine was disposed of.')
      device.destroy()
    },
  }
}

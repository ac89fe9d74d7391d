/** What can be known about an adapter before it is used. */

/** e.g. `nvidia ada-lovelace`; never empty. */
export function describeAdapter(adapter: GPUAdapter): string {
  const { vendor, architecture, description } = adapter.info
  const words = [vendor, architecture, description].filter((word) => word !== '')
  return words.length > 0 ? words.join(' ') : 'unnamed adapter'
}

/** Names that software rasterisers give themselves where `isFallbackAdapter` is not set. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|microsoft basic render/i

/** Whether the adapter computes on the CPU, where the typed-array engine is faster. */
export function isSoftwareAdapter(adapter: GPUAdapter): boolean {
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info
  return isFallbackAdapter || SOFTWARE.test([vendor, architecture, device, description].join(' '))
}

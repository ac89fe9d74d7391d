/** The only door to the browser's GPU; all that a visit without large traces needs of it. */

/** The browser's WebGPU entry, in a page or in a worker; undefined where there is none (also Node). */
export function availableGpu(): GPU | undefined {
  // The DOM types promise `navigator.gpu`; browsers without WebGPU do not keep that promise.
  const scope: { readonly navigator?: { readonly gpu?: GPU } } = globalThis
  return scope.navigator?.gpu
}

/**
 * How every worker of the page starts. A worker with an address of its own would have no Content-Security-
 * Policy, as a static host sends no headers; one that starts from a Blob inherits the page's, and with it
 * the promise that nothing can be sent anywhere. The Blob holds one line: the code is a chunk of the page.
 */
export function startWorker(script: URL, name: string): Worker {
  const line = `import ${JSON.stringify(script.href)}\nURL.revokeObjectURL(import.meta.url)`
  const address = URL.createObjectURL(new Blob([line], { type: 'text/javascript' }))
  return new Worker(address, { type: 'module', name })
}

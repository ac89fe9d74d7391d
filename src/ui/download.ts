/** Hands a file to the browser's download; nothing leaves the machine. */
export function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  // Firefox reads the URL after the click has returned; a minute is ample and frees the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

import { zipSync } from 'fflate'

const text = (s: string) => Uint8Array.from(s, (c) => c.charCodeAt(0))

/** A torch archive around a pickle. */
export const archive = (pickle: string, byteorder = 'little') =>
  new Uint8Array(
    zipSync({ 'a/data.pkl': text(pickle), 'a/byteorder': text(byteorder) }, { level: 0 }),
  )

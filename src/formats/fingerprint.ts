/** Texts told apart without keeping them. */

/** 64 bits of a text (FNV-1a twice) and its length, for what may be as long as a dump's prompts. */
export function fingerprint(text: string): string {
  let a = 0x811c9dc5
  let b = 0xc2b2ae35
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  return `${text.length} ${a >>> 0} ${b >>> 0}`
}

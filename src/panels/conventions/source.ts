/** Address of a preset's source. Pure. */
import type { Preset } from '../../credit/conventions/preset.ts'

/** Undefined: none that could be opened. */
export function sourceHref({ at, commit }: Preset['source']): string | undefined {
  if (at.startsWith('arXiv:')) return `https://arxiv.org/abs/${at.slice('arXiv:'.length)}`
  if (!/^[\w.-]+\/[\w.-]+$/.test(at)) return undefined
  return `https://github.com/${at}${commit === undefined ? '' : `/tree/${commit}`}`
}

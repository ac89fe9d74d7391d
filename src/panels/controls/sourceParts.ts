/** Splits a source text at its arXiv ids. */
export interface SourcePart {
  readonly text: string
  /** Address of the paper's page; undefined = plain text. */
  readonly href: string | undefined
}

/** `arXiv:1506.02438` becomes a link to arxiv.org/abs; everything else stays text. */
export const sourceParts = (text: string): readonly SourcePart[] =>
  text
    .split(/(arXiv:\d{4}\.\d{5})/)
    .filter((part) => part !== '')
    .map((part) => ({
      text: part,
      href: part.startsWith('arXiv:') ? `https://arxiv.org/abs/${part.slice(6)}` : undefined,
    }))

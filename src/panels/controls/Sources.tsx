/** A method's source with every arXiv id as a link. */
import { Marked } from '../../ui/Marked.tsx'
import { type SourcePart, sourceParts } from './sourceParts.ts'

export function Sources({ text }: { readonly text: string }) {
  return (
    <p>
      {sourceParts(text).map((part: SourcePart) =>
        part.href === undefined ? (
          <Marked key={part.text} text={part.text} />
        ) : (
          // A page of its own: the open trace stays where it is.
          <a key={part.href} href={part.href} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        ),
      )}
    </p>
  )
}

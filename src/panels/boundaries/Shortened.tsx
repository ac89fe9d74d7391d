/** Says that a table holds the first rows only, and where the others are. */
import { formatCount } from '../../ui/format.ts'
import { Quietly } from '../../ui/late.tsx'
import { soon } from '../soonPart.ts'

/** A rollout of 5,000 segments would make 110,000 elements, five seconds of standstill. */
export const MAX_ROWS = 100

export const boundaryNote = soon(({ BoundaryNote }) => BoundaryNote)

export function Shortened({ shown, of }: { readonly shown: number; readonly of: number }) {
  const values = { shown: formatCount(shown), all: formatCount(of) }
  return (
    <p className="boundaries-intro">
      <Quietly part={boundaryNote} props={{ says: 'shortened', values }} />
    </p>
  )
}

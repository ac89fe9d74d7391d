/** An error in one part of the page leaves the others as they are. */
import type { ReactNode } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { LaterWith } from '../../ui/late.tsx'
import { LanguageContext } from '../../ui/text.tsx'
import { soon } from '../soonPart.ts'
import { languageOf, useStore } from '../useStore.ts'

const note = soon(({ FaultNote }) => FaultNote)

interface GuardProps {
  readonly children: ReactNode
}

/** One panel: the others stay. Another trace, setting or frame is another try. */
export const Guard = ({ children }: GuardProps) => (
  <Boundary fallback={(fault, retry) => <LaterWith part={note} props={{ fault, retry }} />}>
    {children}
  </Boundary>
)

/** The whole page; must stand inside the store's context and needs nothing else. */
export function PageGuard({ children }: GuardProps) {
  const language = useStore(languageOf)
  return (
    <Boundary
      fallback={(fault) => (
        <LanguageContext value={language}>
          <LaterWith part={note} props={{ fault, retry: undefined }} />
        </LanguageContext>
      )}
    >
      {children}
    </Boundary>
  )
}

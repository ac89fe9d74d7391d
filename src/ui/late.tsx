/** A part of the page whose code comes when the page is idle (`prepare`), or with its first use. */
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useText } from './text.tsx'
import { widgetWords } from './words.ts'

export type Late<P extends object> = LateModule<ComponentType<P>>

interface LateModule<M> {
  /** Undefined until it was loaded. */
  readonly known: () => M | undefined
  /** Loads it; another call is another try. */
  readonly prepare: () => Promise<void>
}

/** @param load an `import()` */
export function lateModule<M>(load: () => Promise<M>): LateModule<M> {
  let known: M | undefined
  // One for all who wait, so that they go on in the order in which they came.
  let coming: Promise<void> | undefined
  return {
    known: () => known,
    prepare: () => {
      coming ??= load().then(
        (module) => {
          known = module
        },
        (reason) => {
          coming = undefined
          throw reason
        },
      )
      return coming
    },
  }
}

/** @param load an `import()`, and what of it is drawn */
export const late = <P extends object>(load: () => Promise<ComponentType<P>>): Late<P> =>
  lateModule(load)

interface LaterProps<P extends object> {
  readonly part: Late<P>
  readonly props: P
}

interface Part<P extends object> {
  /** Undefined until it is here. */
  readonly Body: ComponentType<P> | undefined
  readonly failed: boolean
  readonly retry: () => void
}

/** Draws the caller again when the part is here, or could not be loaded. */
export function usePart<P extends object>(part: Late<P>, onFailed?: () => void): Part<P> {
  const [state, setState] = useState<'coming' | 'failed' | 'here'>('coming')
  const told = useRef(onFailed)
  useEffect(() => {
    told.current = onFailed
  })
  useEffect(() => {
    if (state !== 'coming' || part.known()) return
    let left = false
    part.prepare().then(
      () => left || setState('here'),
      () => {
        if (left) return
        setState('failed')
        told.current?.()
      },
    )
    return () => {
      left = true
    }
  }, [part, state])
  return { Body: part.known(), failed: state === 'failed', retry: () => setState('coming') }
}

/** At once where it is here. Says that it is loading, and where it cannot be loaded, offers to try again. */
export function LaterWith<P extends object>({ part, props }: LaterProps<P>) {
  const { Body, failed, retry } = usePart(part)
  if (Body) return <Body {...props} />
  return failed ? <NotLoaded retry={retry} /> : <Coming />
}

const NO_PROPS = {}

export const Later = ({ part }: { readonly part: Late<object> }) => (
  <LaterWith part={part} props={NO_PROPS} />
)

/** Nothing until it is here: for what is small and may come a moment later. */
export function Quietly<P extends object>({ part, props }: LaterProps<P>) {
  const { Body } = usePart(part)
  return Body && <Body {...props} />
}

function Coming() {
  const t = useText(widgetWords)
  return (
    <p className="quiet coming" aria-busy="true">
      {t('coming')}
    </p>
  )
}

export function NotLoaded({ retry }: { readonly retry: () => void }) {
  const t = useText(widgetWords)
  return (
    <p className="notice" role="alert">
      {t('notLoaded')}{' '}
      <button type="button" className="button small" onClick={retry}>
        {t('tryAgain')}
      </button>
    </p>
  )
}

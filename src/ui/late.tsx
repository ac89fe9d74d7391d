/** A part of the page whose code comes when the page is idle (`prepare`), or with its first use. */
import { type ComponentType, useEffect, useState } from 'react'
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
  return {
    known: () => known,
    prepare: async () => {
      known ??= await load()
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

/** At once where it is here. Says that it is loading, and where it cannot be loaded, offers to try again. */
export function LaterWith<P extends object>({ part, props }: LaterProps<P>) {
  const [state, setState] = useState<'coming' | 'failed' | 'here'>('coming')
  useEffect(() => {
    if (state !== 'coming' || part.known()) return
    let left = false
    const show = (next: 'failed' | 'here'): void => {
      if (!left) setState(next)
    }
    part.prepare().then(
      () => show('here'),
      () => show('failed'),
    )
    return () => {
      left = true
    }
  }, [part, state])
  const Body = part.known()
  if (Body) return <Body {...props} />
  return state === 'failed' ? <NotLoaded retry={() => setState('coming')} /> : <Coming />
}

const NO_PROPS = {}

export const Later = ({ part }: { readonly part: Late<object> }) => (
  <LaterWith part={part} props={NO_PROPS} />
)

/** Nothing until it is here: for what is small and may come a moment later. */
export function Quietly<P extends object>({ part, props }: LaterProps<P>) {
  const [, setHere] = useState(false)
  useEffect(() => {
    if (part.known()) return
    let left = false
    part.prepare().then(
      () => left || setHere(true),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [part])
  const Body = part.known()
  return Body && <Body {...props} />
}

function Coming() {
  const t = useText(widgetWords)
  return (
    <p className="quiet" aria-busy="true">
      {t('coming')}
    </p>
  )
}

function NotLoaded({ retry }: { readonly retry: () => void }) {
  const t = useText(widgetWords)
  return (
    <p role="alert">
      {t('notLoaded')}{' '}
      <button type="button" className="button small" onClick={retry}>
        {t('tryAgain')}
      </button>
    </p>
  )
}

/** A part of the page whose code comes with its first use. */
import { type ComponentType, useEffect, useState } from 'react'
import { useText } from './text.tsx'
import { widgetWords } from './words.ts'

type Part =
  | { readonly kind: 'coming' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'here'; readonly Body: ComponentType }

interface LaterProps {
  /** An `import()`; the same function at every render. */
  readonly load: () => Promise<ComponentType>
}

/** Says that it is loading, and where it cannot be loaded, offers to try again. */
export function Later({ load }: LaterProps) {
  const t = useText(widgetWords)
  const [part, setPart] = useState<Part>({ kind: 'coming' })
  useEffect(() => {
    if (part.kind !== 'coming') return
    let left = false
    const show = (next: Part): void => {
      if (!left) setPart(next)
    }
    load().then(
      (Body) => show({ kind: 'here', Body }),
      () => show({ kind: 'failed' }),
    )
    return () => {
      left = true
    }
  }, [load, part])
  switch (part.kind) {
    case 'here':
      return <part.Body />
    case 'coming':
      return (
        <p className="quiet" aria-busy="true">
          {t('coming')}
        </p>
      )
    case 'failed':
      return (
        <p role="alert">
          {t('notLoaded')}{' '}
          <button
            type="button"
            className="button small"
            onClick={() => setPart({ kind: 'coming' })}
          >
            {t('tryAgain')}
          </button>
        </p>
      )
  }
}

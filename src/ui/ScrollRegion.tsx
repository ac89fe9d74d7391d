/** A part that scrolls by itself, reachable by keyboard and named for screen readers. */
import type { ReactNode } from 'react'

interface ScrollRegionProps {
  readonly name: string
  readonly className?: string
  readonly children: ReactNode
}

export function ScrollRegion({ name, className = 'table-scroll', children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it only a mouse could scroll
    <section className={className} aria-label={name} tabIndex={0}>
      {children}
    </section>
  )
}

/** A table that may be wider than its panel: then a button beside it says so, and leads to the other columns. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useText } from '../../ui/text.tsx'
import { words } from './text.ts'

interface SideScrollProps {
  readonly name: string
  readonly children: ReactNode
}

export function SideScroll({ name, children }: SideScrollProps) {
  const t = useText(words)
  const root = useRef<HTMLDivElement>(null)
  const [shows, setShows] = useState<'all' | 'first' | 'last'>('all')
  useEffect(() => {
    const around = root.current
    const scroller = around?.firstElementChild
    const table = scroller?.firstElementChild
    if (!scroller || !table) return
    const look = (): void => {
      const { scrollLeft, clientWidth, scrollWidth } = scroller
      const isWide = scrollWidth > around.clientWidth
      setShows(!isWide ? 'all' : scrollLeft + clientWidth < scrollWidth - 2 ? 'first' : 'last')
    }
    const observer = new ResizeObserver(look)
    observer.observe(around)
    observer.observe(table)
    scroller.addEventListener('scroll', look)
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [])
  const label = t(shows === 'first' ? 'moreColumns' : 'firstColumns')
  const turn = (): void => {
    const scroller = root.current?.firstElementChild
    if (!scroller) return
    if (shows === 'first') scroller.scrollLeft += scroller.clientWidth / 2
    else scroller.scrollLeft = 0
  }
  return (
    <div ref={root} className={`side-scroll ${shows === 'all' ? '' : 'is-wide'}`}>
      <ScrollRegion name={name}>{children}</ScrollRegion>
      {shows !== 'all' && (
        <button
          type="button"
          className={`button side-scroll-turn is-${shows}`}
          aria-label={label}
          title={label}
          onClick={turn}
        >
          <Icon name="right" size={12} />
        </button>
      )}
    </div>
  )
}

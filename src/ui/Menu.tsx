/** Menu button after the ARIA pattern: arrows, Home, End and first letters move, Escape gives focus back. */
import type { ReactNode } from 'react'
import { LaterWith, late } from './late.tsx'
import type { MenuItem } from './MenuList.tsx'
import { Popover } from './Popover.tsx'

const list = late(async () => (await import('./MenuList.tsx')).MenuList)

/** Loads what a menu opens ahead. */
export const prepareMenu = list.fetch

interface MenuProps {
  readonly label: ReactNode
  readonly name?: string
  readonly title?: string
  readonly className?: string
  readonly align?: 'start' | 'end'
  readonly items: readonly MenuItem[]
}

export function Menu({ items, ...button }: MenuProps) {
  return (
    <Popover kind="menu" {...button}>
      {(close) => <LaterWith part={list} props={{ items, close }} />}
    </Popover>
  )
}

/** Opens a section that may be folded, brings it into view and puts the focus on its title. */
export function reveal(section: Element | null): void {
  const title = section?.querySelector<HTMLButtonElement>('.section-title')
  if (!section || !title) return
  if (title.getAttribute('aria-expanded') === 'false') title.click()
  title.focus({ preventScroll: true })
  const column = scrollerOf(section)
  // A column that scrolls by itself: scrollIntoView would move the page around it, too.
  if (column) {
    column.scrollTop += section.getBoundingClientRect().top - column.getBoundingClientRect().top
  } else {
    section.scrollIntoView({ block: 'start' })
  }
}

/** Undefined: the page itself scrolls. */
function scrollerOf(element: Element): Element | undefined {
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return undefined
}

/** Opens a section that may be folded, brings it into view and puts the focus on its title. */
export function reveal(section: Element | null): void {
  const title = section?.querySelector<HTMLButtonElement>('.section-title')
  if (!section || !title) return
  if (title.getAttribute('aria-expanded') === 'false') title.click()
  title.focus({ preventScroll: true })
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' })
}

/** Ways out of a page that cannot be drawn. */
import { baseAddress, type Page } from './url.ts'

export const reloadPage = (page: Page): void => page.location.reload()

/** Starts the page anew without its link, which may be what breaks it. */
export const startWithoutLink = (page: Page): void =>
  page.location.assign(baseAddress(page) + page.location.search)

/**
 * Words that come after the first picture. A build moves them into a chunk for each book and puts another
 * module in the place of this one (`scripts/books.ts`); here every word stands where it is written.
 */

/** `chinese`: all Chinese of the first load. `methods`: what `credit` says of its methods and options. */
export type Book = 'chinese' | 'methods'

export const isHere = (_book: Book): boolean => true

/** Once somebody has opened it. */
export const whenHere = (_book: Book): Promise<void> => Promise.resolve()

/** Rejects where its chunk cannot be loaded; another call is another try. */
export const openBook = (_book: Book): Promise<void> => Promise.resolve()

/** A method's `help` or `source`, which is empty until `methods` is here. */
export const textOf = (sentence: string): string => sentence

import { useEffect, useState } from 'react'
import { type Book, isHere, openBook, whenHere } from './books.ts'

/** Whether a book is here. `asked`: open it where nobody has. */
export function useBook(book: Book, asked: boolean): boolean {
  const [here, setHere] = useState(isHere(book))
  useEffect(() => {
    if (here) return
    let left = false
    void whenHere(book).then(() => {
      if (!left) setHere(true)
    })
    const ask = (): void => void openBook(book).catch(() => undefined)
    if (asked) ask()
    // What could not be loaded without the network comes with it.
    if (asked) window.addEventListener('online', ask)
    return () => {
      left = true
      window.removeEventListener('online', ask)
    }
  }, [book, asked, here])
  return here || isHere(book)
}

/** What shows methods comes with what they say of themselves. */
export async function withMethods<T>(module: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([module, openBook('methods')])
  return loaded
}

/** React's style type knows no custom properties; these are the ones the widgets set. */
import 'react'

declare module 'react' {
  interface CSSProperties {
    '--filled'?: string
    '--share'?: string
  }
}

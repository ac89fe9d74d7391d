/** What stands where a part of the page, or all of it, could not be drawn. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { reloadPage, startWithoutLink } from '../../store/reload.ts'
import { clipMiddle } from '../../trace/clip.ts'
import type { Fault } from '../../ui/Boundary.tsx'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { words } from './text.ts'
import './faults.css'

interface FaultNoteProps {
  readonly fault: Fault
  /** Of a panel; undefined: it is the whole page. */
  readonly retry: (() => void) | undefined
}

export const FaultNote = ({ fault, retry }: FaultNoteProps) =>
  retry ? <PanelFault fault={fault} retry={retry} /> : <PageFault fault={fault} />

function PanelFault({ fault, retry }: { readonly fault: Fault; readonly retry: () => void }) {
  const t = useText(words)
  useRetry(retry)
  return (
    <section className="fault" role="alert">
      <p>{t('panelText')}</p>
      <Actions>
        <button type="button" className="button small" onClick={retry}>
          {t('retry')}
        </button>
      </Actions>
      <Detail fault={fault} />
    </section>
  )
}

/** What cannot be drawn may be gone with another trace, setting or frame. Only a fault watches for them. */
function useRetry(retry: () => void): void {
  const document = useStore((state) => state.document)
  const summary = useStore((state) => state.data.summary)
  const frame = useStore((state) => state.data.frame)
  const tried = useRef<readonly unknown[]>([document, summary, frame])
  useEffect(() => {
    const now = [document, summary, frame]
    if (now.every((one, at) => one === tried.current[at])) return
    tried.current = now
    retry()
  }, [document, summary, frame, retry])
}

function PageFault({ fault }: { readonly fault: Fault }) {
  const t = useText(words)
  return (
    <main className="fault fault-page" role="alert">
      <h1>{t('pageTitle')}</h1>
      <p>{t('pageText')}</p>
      <Actions />
      <Detail fault={fault} />
    </main>
  )
}

function Actions({ children }: { readonly children?: ReactNode }) {
  const t = useText(words)
  const size = children === undefined ? '' : 'small'
  return (
    <p className="fault-actions">
      {children}
      <button
        type="button"
        className={`button ${size} ${children === undefined ? 'primary' : ''}`}
        onClick={() => reloadPage(window)}
      >
        {t('reload')}
      </button>
      <button type="button" className={`button ${size}`} onClick={() => startWithoutLink(window)}>
        {t('sample')}
      </button>
    </p>
  )
}

/** The address stays out of it: a link can carry a person's trace. */
const detailOf = ({ error, where = '' }: Fault): string =>
  clipMiddle(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n${where}\n${navigator.userAgent}`,
    6000,
  )

function Detail({ fault }: { readonly fault: Fault }) {
  const t = useText(words)
  const text = useRef<HTMLPreElement>(null)
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const detail = detailOf(fault)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(detail)
      setCopied('yes')
    } catch {
      // Denied, or no secure context: the person can still copy by hand.
      if (text.current) getSelection()?.selectAllChildren(text.current)
      setCopied('failed')
    }
  }
  return (
    <details>
      <summary>{t('detail')}</summary>
      <pre ref={text}>{detail}</pre>
      <button type="button" className="button small" onClick={() => void copy()}>
        {t(copied === 'yes' ? 'copied' : 'copy')}
      </button>
      <span role="status"> {copied === 'failed' && t('copyFailed')}</span>
    </details>
  )
}

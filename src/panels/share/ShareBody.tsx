/** The link to what is on the screen, what is inside it, and the file for when it is too long. */
import { useContext, useEffect, useRef, useState } from 'react'
import { sourceName } from '../../store/sources.ts'
import { clipMiddle } from '../../trace/clip.ts'
import { download } from '../../ui/download.ts'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LanguageContext, useText } from '../../ui/text.tsx'
import { useActions, useStore } from '../useStore.ts'
import { contentsOf, type Link, type Of, type Part, SHARE_LIMIT } from './link.ts'
import { words } from './text.ts'
import './share.css'

type ShareText = ReturnType<typeof useText<keyof typeof words.en>>

type LinkState =
  | { readonly kind: 'making' }
  | { readonly kind: 'ready'; readonly link: Link }
  | { readonly kind: 'failed'; readonly message: string }

/** Builds the link anew when the state or the texts choice changes; an older answer never wins. */
function useLink(texts: boolean): LinkState {
  const { shareLink } = useActions()
  const document = useStore((state) => state.document)
  const [state, setState] = useState<LinkState>({ kind: 'making' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link depends on the document through the store
  useEffect(() => {
    let current = true
    shareLink({ texts }).then(
      (link) => current && setState({ kind: 'ready', link }),
      (error: unknown) => current && setState({ kind: 'failed', message: String(error) }),
    )
    return () => {
      current = false
    }
  }, [shareLink, texts, document])
  return state
}

export function ShareBody() {
  const t = useText(words)
  const { shareFile } = useActions()
  const source = useStore((state) => state.document.source)
  const isSample = source.kind === 'sample'
  const awaited = isSample ? source.standsFor?.source : undefined
  const [texts, setTexts] = useState(false)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const state = useLink(texts)
  const link = state.kind === 'ready' ? state.link : undefined
  const of: Of = awaited
    ? 'awaited'
    : isSample
      ? 'sample'
      : link?.carriesTrace
        ? 'trace'
        : 'tooLarge'
  const isWhole = isSample || link?.numbers
  const long = link !== undefined && (link.characters > SHARE_LIMIT || !isWhole)

  const save = async (): Promise<void> => {
    try {
      const { name, blob } = await shareFile({ texts })
      download(name, blob)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <div className="share">
      <p>{t('intro')}</p>
      {link && <LinkBox link={link} primary={!long} />}
      {state.kind === 'making' && <p className="quiet">{t('making')}</p>}
      {state.kind === 'failed' && (
        <p className="share-warning" role="alert">
          {t('failed', { message: state.message })}
        </p>
      )}
      {link && <Inside link={link} of={of} texts={texts} />}
      {!isSample && (
        <div>
          <label className="check">
            <input
              type="checkbox"
              checked={texts}
              onChange={(event) => setTexts(event.target.checked)}
            />
            {t('texts')}
          </label>
          {texts && <p className="share-warning">{t('textsWarning')}</p>}
        </div>
      )}
      {link && link.characters > SHARE_LIMIT && (
        <p className="share-warning">{t('long', { limit: formatCount(SHARE_LIMIT) })}</p>
      )}
      {!awaited && (
        <p className="share-file">
          <button
            type="button"
            className={`button ${long ? 'primary' : ''}`}
            onClick={() => void save()}
          >
            <Icon name="export" />
            {t('file')}
          </button>
          <span className="quiet">{t('fileHint')}</span>
        </p>
      )}
      {failure !== undefined && (
        <p className="share-warning" role="alert">
          {t('failed', { message: failure })}
        </p>
      )}
    </div>
  )
}

interface InsideProps {
  readonly link: Link
  readonly of: Of
  readonly texts: boolean
}

function Inside({ link, of, texts }: InsideProps) {
  const t = useText(words)
  const source = useStore((state) => state.document.source)
  switch (of) {
    case 'sample':
      return <p>{t('sampleInside')}</p>
    case 'tooLarge':
      return <p className="share-warning">{t('notInside')}</p>
    case 'awaited': {
      const name = source.kind === 'sample' && source.standsFor?.source
      return <p>{name && t('awaitedInside', { name: sourceName(name) })}</p>
    }
    case 'trace':
      return <OfTrace link={link} texts={texts} />
  }
}

/** A link that lacks numbers shows others than those on the screen: that is a warning, not a remark. */
function OfTrace({ link, texts }: Omit<InsideProps, 'of'>) {
  const t = useText(words)
  const language = useContext(LanguageContext)
  const summary = useStore((state) => state.data.summary)
  if (!summary) return null
  const { inside, outside, differs } = contentsOf(link, summary, texts)
  const wordOf = (part: Part): string => {
    if (part === 'texts') return t('textsPart')
    return part === 'unknown' ? t(part, { names: namesOf(summary.unknownColumns, t) }) : t(part)
  }
  const list = (parts: readonly Part[]): string =>
    language === 'zh'
      ? parts.map(wordOf).join('、')
      : new Intl.ListFormat('en-GB').format(parts.map(wordOf))
  return (
    <div>
      <p>{t('inside', { parts: list(inside) })}</p>
      {outside.length > 0 && <p className="quiet">{t('outside', { parts: list(outside) })}</p>}
      {differs && <p className="share-warning">{t('differs')}</p>}
    </div>
  )
}

/** As many names as a sentence holds. */
const SHOWN_NAMES = 3

function namesOf(columns: readonly string[], t: ShareText): string {
  const names = columns
    .slice(0, SHOWN_NAMES)
    .map((name) => clipMiddle(name))
    .join(', ')
  const more = columns.length - SHOWN_NAMES
  return more > 0 ? t('andMore', { names, n: formatCount(more) }) : names
}

interface LinkBoxProps {
  readonly link: Link
  /** Whether the link is the better way to share. */
  readonly primary: boolean
}

function LinkBox({ link, primary }: LinkBoxProps) {
  const t = useText(words)
  const box = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link.url)
      setCopied('yes')
    } catch {
      // Denied, or no secure context: the person can still copy by hand.
      box.current?.select()
      setCopied('failed')
    }
  }
  return (
    <>
      <div className="share-link">
        <input
          ref={box}
          className="text-box mono"
          readOnly
          aria-label={t('link')}
          value={link.url}
          onFocus={(event) => event.target.select()}
        />
        <button
          type="button"
          className={`button ${primary ? 'primary' : ''}`}
          onClick={() => void copy()}
        >
          <Icon name={copied === 'yes' ? 'check' : 'copy'} />
          {t(copied === 'yes' ? 'copied' : 'copy')}
        </button>
      </div>
      <p className="quiet" role="status">
        {t('size', { n: formatCount(link.characters) })}
        {copied === 'failed' && ` · ${t('copyFailed')}`}
      </p>
    </>
  )
}

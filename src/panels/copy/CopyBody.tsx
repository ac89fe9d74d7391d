/** The settings of one slot as text for a notebook or a trainer, and what that text leaves open. */
import { useContext, useMemo, useRef, useState } from 'react'
import { TARGETS, targetOf } from '../../credit/settings/registry.ts'
import { type Settings, settingsOf } from '../../credit/settings/settings.ts'
import type { Fragment, Target } from '../../credit/settings/target.ts'
import { fileStem } from '../../store/leaving.ts'
import { Choice } from '../../ui/Choice.tsx'
import { download } from '../../ui/download.ts'
import { plainFormula } from '../../ui/formula/plain.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { LanguageContext, useText } from '../../ui/text.tsx'
import { useSpecText } from '../controls/specText.ts'
import { useRuleText } from '../ratio/ruleText.ts'
import { useActions, useStore } from '../useStore.ts'
import { useModeText } from '../weights/modeText.ts'
import { CopyChoiceContext } from './choice.ts'
import { isMadeUp, lineCount, unsaidItems } from './items.ts'
import { sentenceText } from './sentenceText.ts'
import { words } from './text.ts'
import './copy.css'

export function CopyBody() {
  const { choice, choose } = useContext(CopyChoiceContext)
  const { slot } = choice
  const target = targetOf(choice.target) ?? TARGETS[0]
  const t = useText(words)
  const specs = useSpecText()
  const document = useStore((state) => state.document)
  const settings = useMemo((): Settings => {
    const plain = settingsOf(document, slot)
    return { ...plain, formula: plain.estimator.tex.map(plainFormula) }
  }, [document, slot])
  const fragment = useMemo(() => target.write(settings), [target, settings])
  const name = (one: 'a' | 'b'): string =>
    `${one.toUpperCase()} · ${specs.estimator(settingsOf(document, one).estimator)}`
  return (
    <div className="copy">
      <p>{t('intro')}</p>
      <div className="copy-choices">
        <Choice
          label={t('target')}
          value={target.id}
          items={TARGETS.map(({ id: value, label }) => ({ value, label }))}
          onChange={(value) => choose({ target: value })}
          roomy
        />
        <Choice
          label={t('slot')}
          value={slot}
          items={(['a', 'b'] as const).map((value) => ({ value, label: name(value) }))}
          onChange={(value) => choose({ slot: value === 'a' ? 'a' : 'b' })}
        />
      </div>
      <Code key={`${target.id}${fragment.text}`} target={target} text={fragment.text} />
      {isMadeUp(settings) && (
        <p className="quiet">{t(target.id === 'numpy' ? 'madeUp' : 'madeUpTrainer')}</p>
      )}
      <Left settings={settings} fragment={fragment} target={target} />
    </div>
  )
}

/** A new text starts with nothing copied: the caller gives it a key of its own. */
function Code({ target, text }: { readonly target: Target; readonly text: string }) {
  const t = useText(words)
  const code = useRef<HTMLPreElement>(null)
  const rowsFile = useStore(({ document }) => `${fileStem(document.source)}-rows.jsonl`)
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      // Denied, or no secure context: the person can still copy by hand.
      if (code.current) getSelection()?.selectAllChildren(code.current)
      setCopied('failed')
    }
  }
  return (
    <>
      <ScrollRegion
        name={t('code')}
        className={`copy-code mono${target.id === 'numpy' ? ' slide' : ''}`}
      >
        <pre ref={code} lang="en">
          {text}
        </pre>
      </ScrollRegion>
      <div className="copy-buttons">
        <button type="button" className="button primary" onClick={() => void copy()}>
          <Icon name={copied === 'yes' ? 'check' : 'copy'} />
          {t(copied === 'yes' ? 'copied' : 'copy')}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => download(target.file, new Blob([text], { type: 'text/plain' }))}
        >
          <Icon name="export" />
          {t('save', { file: target.file })}
        </button>
        {target.id === 'numpy' && <Rows />}
        <span className="quiet copy-count" role="status">
          {copied === 'failed' ? t('copyFailed') : t('lines', { n: lineCount(text) })}
        </span>
      </div>
      {target.id === 'numpy' && (
        <p className="quiet">{t('rowsHint', { file: target.file, rows: rowsFile })}</p>
      )}
    </>
  )
}

/** The trace as the snippet reads it. */
function Rows() {
  const t = useText(words)
  const { exportRows } = useActions()
  const nothing = useStore((state) => state.data.summary === undefined)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const save = async (): Promise<void> => {
    setFailure(undefined)
    try {
      const { name, blob } = await exportRows()
      download(name, blob)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      <button type="button" className="button" disabled={nothing} onClick={() => void save()}>
        <Icon name="export" />
        {t('rows')}
      </button>
      {failure !== undefined && (
        <span className="copy-failed" role="alert">
          {t('rowsFailed', { message: failure })}
        </span>
      )}
    </>
  )
}

interface LeftProps {
  readonly settings: Settings
  readonly fragment: Fragment
  readonly target: Target
}

/** What the text does not carry, and where the trainer computes otherwise. The sentences are the comments', which stay English. */
function Left({ settings, fragment, target }: LeftProps) {
  const t = useText(words)
  const specs = useSpecText()
  const rules = useRuleText()
  const mode = useModeText()
  const items = unsaidItems(settings, fragment.unsaid, { t, specs, rules, mode })
  return (
    <>
      <section>
        <h3>{t(items.length > 0 ? 'unsaid' : 'allSaid')}</h3>
        {items.length > 0 && (
          <ul className="copy-list">
            {items.map(({ settings: labels, sentence }) => (
              <li key={sentence}>
                <strong>{`${labels.join(', ')}${t('colon')}`}</strong>
                <Sentence english={sentence} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {fragment.differs.length > 0 && (
        <section>
          <h3>{t('differs', { target: target.label })}</h3>
          <ul className="copy-list">
            {fragment.differs.map((sentence) => (
              <li key={sentence}>
                <Sentence english={sentence} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Sentence({ english }: { readonly english: string }) {
  const language = useContext(LanguageContext)
  const said = useMemo(() => sentenceText(language), [language])(english)
  return <span lang={said.language === 'zh' ? 'zh-Hans' : 'en'}>{said.text}</span>
}

/** Files that could not be read: what they look like, what is wrong and where, and what is accepted. */
import { clipMiddle } from '../../trace/clip.ts'
import type { Refusal } from '../../trace/diagnostics.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { Marked } from '../../ui/Marked.tsx'
import { Gap, useText } from '../../ui/text.tsx'
import { useActions, useStore } from '../useStore.ts'
import { AcceptedFormats } from './AcceptedFormats.tsx'
import { lateWords } from './lateText.ts'
import { showFilePicker } from './OpenButton.tsx'
import { Where } from './Where.tsx'
import './late.css'

/** A hostile file can have a million; the first are enough to act on, and the rest is counted. */
const SHOWN = 20

export function RefusalDialog() {
  const t = useText(lateWords)
  const { dismissRefusals } = useActions()
  const refusals = useStore((state) => state.tasks.refusals)
  const count = refusals.length
  return (
    <Dialog
      open={count > 0}
      onClose={dismissRefusals}
      role="alertdialog"
      title={count === 1 ? t('refusedOne') : t('refusedMany', { n: formatCount(count) })}
      footer={
        <>
          <button type="button" className="button" onClick={dismissRefusals}>
            {t('close')}
          </button>
          <button
            type="button"
            className="button primary"
            onClick={() => {
              dismissRefusals()
              showFilePicker()
            }}
          >
            {t('again')}
          </button>
        </>
      }
    >
      {refusals.map((refusal, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name; the list is fixed
        <RefusalItem key={at} refusal={refusal} />
      ))}
      <AcceptedFormats />
    </Dialog>
  )
}

/** A pickle by itself, or inside of a `.pt`, with classes that are not loaded here. */
const isPickle = ({ guess, diagnostics }: Refusal): boolean =>
  guess === 'pickle' || diagnostics.some(({ code }) => code === 'refused-pickle')

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

function RefusalItem({ refusal }: { readonly refusal: Refusal }) {
  const t = useText(lateWords)
  const { mapColumns } = useActions()
  const { diagnostics, guess } = refusal
  return (
    <div className="refusal">
      <h3>{clipMiddle(refusal.file)}</h3>
      <p className="quiet">
        {t('guess')}: <strong>{guess === 'unknown' ? t('unknownGuess') : guess}</strong> ·{' '}
        {formatBytes(refusal.bytes)}
      </p>
      <ul className="refusal-list">
        {diagnostics.slice(0, SHOWN).map((diagnostic, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one row can have the same fault twice
          <li key={at}>
            <Where diagnostic={diagnostic} />
            <span>
              <Marked text={clipMiddle(diagnostic.message, 1000)} />
            </span>
          </li>
        ))}
      </ul>
      {isPickle(refusal) && (
        <p className="refusal-export">
          {t('exporter')}
          <Gap />
          <a href="./segue_export.py" download="segue_export.py">
            segue_export.py
          </a>
          <code>python3 segue_export.py {clipMiddle(baseName(refusal.file), 40)} -o trace.npz</code>
        </p>
      )}
      {refusal.table && (
        <button type="button" className="button small" onClick={() => mapColumns(refusal)}>
          {t('mapColumns')}
        </button>
      )}
      {diagnostics.length > SHOWN && (
        <p className="quiet">{t('moreProblems', { n: formatCount(diagnostics.length - SHOWN) })}</p>
      )}
    </div>
  )
}

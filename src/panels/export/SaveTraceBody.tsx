/** The open trace as a canonical file: which container, and whose advantages. */
import { useContext, useState } from 'react'
import { TRACE_FILES } from '../../formats/write/kinds.ts'
import { sentenceOf } from '../../store/reason.ts'
import { Choice } from '../../ui/Choice.tsx'
import { DialogFoot } from '../../ui/DialogBox.tsx'
import { download } from '../../ui/download.ts'
import { formatBytes } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { TraceExport } from '../../worker/share.ts'
import { useActions, useStore } from '../useStore.ts'
import { SaveContext } from './choice.ts'
import { ExportBar } from './ExportCard.tsx'
import { words } from './text.ts'
import './export.css'

const ADVANTAGES = ['a', 'b', 'recorded'] as const satisfies readonly TraceExport['advantages'][]

type Outcome =
  | { readonly kind: 'saved'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly message: string }

export function SaveTraceBody() {
  const t = useText(words)
  const { exportTrace } = useActions()
  const exporting = useStore((state) => state.tasks.exporting)
  const { choice, choose, close } = useContext(SaveContext)
  const { kind, advantages } = choice
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  const save = async (): Promise<void> => {
    setOutcome(undefined)
    try {
      const file = await exportTrace(choice)
      if (!file) return
      download(file.name, file.blob)
      setOutcome({ kind: 'saved', name: file.name, bytes: file.blob.size })
    } catch (error) {
      setOutcome({ kind: 'failed', message: sentenceOf(error) })
    }
  }
  return (
    <>
      <DialogFoot>
        {exporting ? (
          <button type="button" className="button" onClick={exporting.cancel}>
            {t('cancel')}
          </button>
        ) : (
          <button type="button" className="button" onClick={close}>
            {t('close')}
          </button>
        )}
        <button
          type="button"
          className="button primary"
          disabled={exporting !== undefined}
          onClick={() => void save()}
        >
          {t(exporting ? 'saving' : 'save')}
        </button>
      </DialogFoot>
      <div className="save-trace">
        <p>{t('intro')}</p>
        <Choice
          label={t('kind')}
          value={kind}
          roomy
          items={TRACE_FILES.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => choose({ kind: TRACE_FILES.find((one) => one === value) ?? kind })}
        />
        <p className="quiet">{t(`about_${kind}`)}</p>
        <Choice
          label={t('advantages')}
          value={advantages}
          roomy
          items={ADVANTAGES.map((value) => ({ value, label: t(value) }))}
          onChange={(value) =>
            choose({ advantages: ADVANTAGES.find((one) => one === value) ?? advantages })
          }
        />
        <p className="quiet">{t(advantages === 'recorded' ? 'kept' : 'computed')}</p>
        <p className="quiet">{t('typed')}</p>
        {exporting && <ExportBar share={exporting.share} />}
        <p role="status">
          {outcome?.kind === 'saved' &&
            t('saved', { name: outcome.name, size: formatBytes(outcome.bytes) })}
        </p>
        {outcome?.kind === 'failed' && (
          <p className="save-failed" role="alert">
            {t('failed', { message: outcome.message })}
          </p>
        )}
      </div>
    </>
  )
}

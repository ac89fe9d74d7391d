/** The open trace as a canonical file: which container, and whose advantages. */
import { useState } from 'react'
import { TRACE_FILES, type TraceFileKind } from '../../formats/write/kinds.ts'
import { sentenceOf } from '../../store/reason.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { download } from '../../ui/download.ts'
import { formatBytes } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { TraceExport } from '../../worker/api.ts'
import { useActions, useStore } from '../useStore.ts'
import { words } from './text.ts'
import './export.css'

interface SaveTraceDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

const ADVANTAGES = ['a', 'b', 'recorded'] as const satisfies readonly TraceExport['advantages'][]

type Outcome =
  | { readonly kind: 'saved'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly message: string }

export function SaveTraceDialog({ open, onClose }: SaveTraceDialogProps) {
  const t = useText(words)
  const { exportTrace } = useActions()
  const exporting = useStore((state) => state.tasks.exporting)
  const [kind, setKind] = useState<TraceFileKind>('jsonl')
  const [advantages, setAdvantages] = useState<TraceExport['advantages']>('b')
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  const save = async (): Promise<void> => {
    setOutcome(undefined)
    try {
      const { name, blob } = await exportTrace({ kind, advantages })
      download(name, blob)
      setOutcome({ kind: 'saved', name, bytes: blob.size })
    } catch (error) {
      setOutcome({ kind: 'failed', message: sentenceOf(error) })
    }
  }
  const close = () => {
    setOutcome(undefined)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('title')}
      footer={
        <>
          <button type="button" className="button" onClick={close}>
            {t('close')}
          </button>
          <button
            type="button"
            className="button primary"
            disabled={exporting}
            onClick={() => void save()}
          >
            {t(exporting ? 'saving' : 'save')}
          </button>
        </>
      }
    >
      <div className="save-trace">
        <p>{t('intro')}</p>
        <Choice
          label={t('kind')}
          value={kind}
          roomy
          items={TRACE_FILES.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => setKind(TRACE_FILES.find((one) => one === value) ?? kind)}
        />
        <p className="quiet">{t(`about_${kind}`)}</p>
        <Choice
          label={t('advantages')}
          value={advantages}
          roomy
          items={ADVANTAGES.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => setAdvantages(ADVANTAGES.find((one) => one === value) ?? advantages)}
        />
        <p className="quiet">{t(advantages === 'recorded' ? 'kept' : 'computed')}</p>
        <p className="quiet">{t('typed')}</p>
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
    </Dialog>
  )
}

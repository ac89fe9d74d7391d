/** Downloads of what was computed, and the settings as text. */
import { useState } from 'react'
import { download } from '../../ui/download.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { useText } from '../../ui/text.tsx'
import { useActions, useStore } from '../useStore.ts'
import { words } from './text.ts'

interface ExportMenuProps {
  readonly onCopySettings: () => void
  readonly onSaveTrace: () => void
}

export function ExportMenu({ onCopySettings, onSaveTrace }: ExportMenuProps) {
  const t = useText(words)
  const { exportAdvantages } = useActions()
  const exporting = useStore((state) => state.tasks.exporting !== undefined)
  const summary = useStore((state) => state.data.summary)
  const nothing = summary === undefined
  /** Gone with the trace that it is of. */
  const [failure, setFailure] = useState<{ message: string; of: typeof summary }>()
  const run = async (format: 'csv' | 'json'): Promise<void> => {
    setFailure(undefined)
    try {
      const file = await exportAdvantages(format)
      if (file) download(file.name, file.blob)
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error), of: summary })
    }
  }
  const item = (format: 'csv' | 'json', label: string) => ({
    id: format,
    label,
    detail: t('exportDetail'),
    disabled: nothing || exporting,
    onSelect: () => void run(format),
  })
  return (
    <>
      <Menu
        align="end"
        label={
          <>
            <Icon name="export" />
            <span className="wide-only">{exporting ? t('exporting') : t('export')}</span>
            <Icon name="down" size={12} />
          </>
        }
        items={[
          item('csv', t('exportCsv')),
          item('json', t('exportJson')),
          {
            id: 'trace',
            label: t('saveTrace'),
            detail: t('saveTraceDetail'),
            disabled: nothing || exporting,
            onSelect: onSaveTrace,
          },
          {
            id: 'settings',
            label: t('copySettings'),
            detail: t('copySettingsDetail'),
            onSelect: onCopySettings,
          },
        ]}
      />
      {failure && failure.of === summary && (
        <p className="export-failed" role="alert">
          {t('exportFailed', { message: failure.message })}
        </p>
      )}
    </>
  )
}

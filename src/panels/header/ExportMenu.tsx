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
}

export function ExportMenu({ onCopySettings }: ExportMenuProps) {
  const t = useText(words)
  const { exportAdvantages } = useActions()
  const exporting = useStore((state) => state.tasks.exporting)
  const nothing = useStore((state) => state.data.summary === undefined)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const run = async (format: 'csv' | 'json'): Promise<void> => {
    setFailure(undefined)
    try {
      const { name, blob } = await exportAdvantages(format)
      download(name, blob)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
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
            id: 'settings',
            label: t('copySettings'),
            detail: t('copySettingsDetail'),
            onSelect: onCopySettings,
          },
        ]}
      />
      {failure !== undefined && (
        <p className="export-failed" role="alert">
          {t('exportFailed', { message: failure })}
        </p>
      )}
    </>
  )
}

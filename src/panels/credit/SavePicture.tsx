/** Saves the page's pictures as one; what makes it comes when somebody asks. */
import { useState } from 'react'
import { LaterWith, late } from '../../ui/late.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { PictureProps } from './SaveMenu.tsx'

const saveMenu = late(async () => (await import('./SaveMenu.tsx')).SaveMenu)

/** Loads menu and export ahead. */
export const preparePicture = (): Promise<unknown> =>
  Promise.all([saveMenu.fetch(), import('../../plot/export.ts')])

export function SavePicture(props: PictureProps) {
  const { t } = props
  const [failure, setFailure] = useState<string>()
  return (
    <div>
      <Popover className="button small" align="end" label={t('save')}>
        {(close) => (
          <div className="credit-save-menu">
            <LaterWith part={saveMenu} props={{ ...props, close, fail: setFailure }} />
          </div>
        )}
      </Popover>
      {failure && (
        <p role="alert" className="credit-failure">
          {t('saveFailed', { reason: failure })}
        </p>
      )}
    </div>
  )
}

/** The token under the pointer, else the pinned one. */
import { LaterWith, late } from '../../ui/late.tsx'
import { Section } from '../../ui/Section.tsx'
import { useText } from '../../ui/text.tsx'
import { useActions, useStore } from '../useStore.ts'
import { words } from './text.ts'

const card = late(async () => (await import('./TokenCard.tsx')).TokenCard)

/** Loads its numbers ahead. */
export const prepareToken = card.fetch

export function TokenPanel() {
  const t = useText(words)
  const { edit } = useActions()
  const token = useStore((state) => state.data.token)
  const hovered = useStore((state) => state.hovered !== undefined)
  const pinned = useStore((state) => state.document.token !== undefined)
  return (
    <Section
      title={t('title')}
      className="token"
      aside={
        token &&
        (hovered || !pinned ? (
          t('pointer')
        ) : (
          <>
            {t('pinned')}
            <button
              type="button"
              className="button bare small"
              onClick={() => edit({ token: undefined })}
            >
              {t('unpin')}
            </button>
          </>
        ))
      }
    >
      {token ? <LaterWith part={card} props={{ token }} /> : <p className="quiet">{t('empty')}</p>}
    </Section>
  )
}

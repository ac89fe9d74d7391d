/** Name, what is open, and everything that concerns the whole page. */
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { ownLanguage } from '../../ui/ownLanguage.ts'
import { useText } from '../../ui/text.tsx'
import { OpenButton } from '../open/OpenButton.tsx'
import { Problems } from '../open/Problems.tsx'
import { languageOf, useActions, useStore } from '../useStore.ts'
import { EngineChip } from './EngineChip.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { sampleWords, sourceLabel } from './samples.ts'
import { words } from './text.ts'
import './header.css'

interface HeaderProps {
  readonly onShare: () => void
  readonly onHelp: () => void
  readonly onCopySettings: () => void
  readonly onSaveTrace: () => void
}

export function Header({ onShare, onHelp, onCopySettings, onSaveTrace }: HeaderProps) {
  const t = useText(words)
  const { openSample, undo, redo } = useActions()
  const source = useStore((state) => state.document.source)
  const canUndo = useStore((state) => state.tasks.canUndo)
  const canRedo = useStore((state) => state.tasks.canRedo)
  const open = useStore((state) => state.data.summary !== undefined)
  const label = open ? sourceLabel(source, t) : t('samples')
  return (
    <header className="header">
      <h1 className="brand">Segue</h1>
      <p className="tagline">{t('tagline')}</p>
      <Menu
        className="button bare source"
        label={
          <>
            <span className="source-label" title={label}>
              {label}
            </span>
            <Icon name="down" size={12} />
          </>
        }
        name={open ? `${t('samples')}: ${label}` : undefined}
        items={sampleWords(t).map((sample) => ({
          id: sample.id,
          label: sample.label,
          detail: sample.detail,
          checked: open && source.kind === 'sample' && source.id === sample.id,
          onSelect: () => openSample(sample.id),
        }))}
      />
      <Problems />
      <div className="header-space" />
      {/* What it says may grow into the space before it; the buttons stay where they are. */}
      <EngineChip />
      <div className="header-actions" role="toolbar" aria-label={t('actions')}>
        <OpenButton />
        <button type="button" className="button" title={`${t('share')} (s)`} onClick={onShare}>
          <Icon name="share" />
          <span className="wide-only">{t('share')}</span>
        </button>
        <ExportMenu onCopySettings={onCopySettings} onSaveTrace={onSaveTrace} />
        <IconButton icon="undo" name={t('undo')} keys="Ctrl+Z" off={!canUndo} onClick={undo} />
        <IconButton icon="redo" name={t('redo')} keys="Ctrl+⇧+Z" off={!canRedo} onClick={redo} />
        <LanguageMenu />
        <ThemeMenu />
        <IconButton icon="help" name={t('help')} keys="?" onClick={onHelp} />
      </div>
    </header>
  )
}

interface IconButtonProps {
  readonly icon: 'undo' | 'redo' | 'help'
  readonly name: string
  readonly keys: string
  readonly off?: boolean
  readonly onClick: () => void
}

function IconButton({ icon, name, keys, off, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="button bare square"
      aria-label={name}
      title={`${name} (${keys})`}
      disabled={off}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

function LanguageMenu() {
  const t = useText(words)
  const { edit } = useActions()
  const language = useStore(languageOf)
  // Each language by its own name, so that nobody is locked into one they cannot read.
  const names = { en: 'English', zh: '中文' } as const
  return (
    <Menu
      className="button bare"
      align="end"
      title={t('language')}
      label={
        <>
          <span className="hidden-visually">{t('language')}: </span>
          <span lang={language}>{language === 'en' ? 'EN' : '中'}</span>
        </>
      }
      items={(['en', 'zh'] as const).map((id) => ({
        id,
        label: names[id],
        checked: language === id,
        // Whoever reads in their own language leaves it to those they send a link.
        onSelect: () => edit({ language: id === ownLanguage() ? undefined : id }),
      }))}
    />
  )
}

const THEME_ICON = { system: 'contrast', light: 'sun', dark: 'moon' } as const

function ThemeMenu() {
  const t = useText(words)
  const { edit } = useActions()
  const theme = useStore((state) => state.document.theme)
  return (
    <Menu
      className="button bare square"
      align="end"
      name={`${t('theme')}: ${t(theme)}`}
      title={`${t('theme')} (t)`}
      label={<Icon name={THEME_ICON[theme]} />}
      items={(['system', 'light', 'dark'] as const).map((id) => ({
        id,
        label: t(id),
        checked: theme === id,
        onSelect: () => edit({ theme: id }),
      }))}
    />
  )
}

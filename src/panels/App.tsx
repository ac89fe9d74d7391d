/** The page: header, rollouts, picture, controls. The picture comes from outside, see main.tsx. */
import { type ReactNode, useMemo, useState } from 'react'
import { LanguageContext, useText } from '../ui/text.tsx'
import { useBook } from '../ui/useBook.ts'
import { BoundariesPanel } from './boundaries/BoundariesPanel.tsx'
import { ControlsPanel } from './controls/ControlsPanel.tsx'
import { OutcomeQuestion } from './controls/LateOutcomes.tsx'
import { QuickBar } from './controls/QuickBar.tsx'
import { CopyDialog } from './copy/CopyDialog.tsx'
import { Guard } from './faults/Guard.tsx'
import { Header } from './header/Header.tsx'
import { Computing } from './notices/Computing.tsx'
import { Hint } from './notices/Hint.tsx'
import { Notices } from './notices/Notices.tsx'
import { DropTarget } from './open/DropTarget.tsx'
import { Opening } from './open/Opening.tsx'
import { WorkerFailed } from './open/WorkerFailed.tsx'
import { RolloutsPanel } from './rollouts/RolloutsPanel.tsx'
import {
  EmptyCentre,
  HelpDialog,
  MappingDialog,
  RefusalDialog,
  SaveTraceDialog,
  ShareDialog,
} from './shell/LateDialogs.tsx'
import {
  ConventionsSection,
  GroupsSection,
  RatioSection,
  WeightsSection,
} from './shell/LateSections.tsx'
import { words } from './shell/text.ts'
import { useNarrow, useStacked } from './shell/useNarrow.ts'
import { useRootAttributes, useShortcuts, useTopOfNewFile } from './shell/usePage.ts'
import './shell/shell.css'
import { TokenPanel } from './token/TokenPanel.tsx'
import { TracePanel } from './trace/TracePanel.tsx'
import { languageOf, useIsOld, useStore } from './useStore.ts'

interface AppProps {
  /** Centre of the page while a trace is open. */
  readonly picture: ReactNode
}

export function App({ picture }: AppProps) {
  const wanted = useStore(languageOf)
  // The old language stays until the new one's words are here.
  const chinese = useBook('chinese', wanted === 'zh')
  const language = chinese ? wanted : 'en'
  useRootAttributes(language)
  return (
    <LanguageContext value={language}>
      <Page picture={picture} />
    </LanguageContext>
  )
}

function Page({ picture }: AppProps) {
  const t = useText(words)
  const [dialog, setDialog] = useState<'help' | 'share' | 'copy' | 'save' | undefined>(undefined)
  const narrow = useNarrow()
  const stacked = useStacked()
  const computing = useStore((state) => state.tasks.picture === 'computing')
  const isOld = useIsOld()
  const page = useMemo(
    () => ({ showHelp: () => setDialog('help'), showShare: () => setDialog('share') }),
    [],
  )
  useShortcuts(page)
  useTopOfNewFile()
  const close = (): void => setDialog(undefined)
  return (
    <div className="page">
      {/* A button, not a link: the hash is the share link. */}
      <button type="button" className="skip" onClick={focusPicture}>
        {t('skip')}
      </button>
      <Guard>
        <Header
          onShare={page.showShare}
          onHelp={page.showHelp}
          onCopySettings={() => setDialog('copy')}
          onSaveTrace={() => setDialog('save')}
        />
      </Guard>
      <Notices />
      {stacked && (
        <Guard>
          <QuickBar />
        </Guard>
      )}
      <div className={`columns ${isOld ? 'is-old' : ''}`}>
        <nav className="column column-left" aria-label={t('rollouts')}>
          <Guard>
            <RolloutsPanel key={narrow ? 'narrow' : 'wide'} startsOpen={!narrow} />
          </Guard>
          <Guard>
            <TracePanel startsOpen={!narrow} />
          </Guard>
        </nav>
        <main
          className="column column-centre"
          aria-label={t('picture')}
          aria-busy={computing}
          tabIndex={-1}
        >
          <Hint />
          <Computing />
          <WorkerFailed />
          <Centre picture={picture} />
        </main>
        <aside className="column column-right" aria-label={t('settings')}>
          <Guard>
            <ControlsPanel besideQuickBar={stacked} />
          </Guard>
          <Guard>
            <TokenPanel />
          </Guard>
          <Guard>
            <BoundariesPanel />
          </Guard>
          <Guard>
            <RatioSection />
          </Guard>
          <Guard>
            <WeightsSection />
          </Guard>
          <Guard>
            <GroupsSection />
          </Guard>
          <Guard>
            <ConventionsSection />
          </Guard>
        </aside>
      </div>
      <Opening />
      <DropTarget />
      <Guard>
        <RefusalDialog />
      </Guard>
      <Guard>
        <MappingDialog />
      </Guard>
      <Guard>
        <ShareDialog open={dialog === 'share'} onClose={close} />
      </Guard>
      <Guard>
        <CopyDialog open={dialog === 'copy'} onClose={close} />
      </Guard>
      <Guard>
        <SaveTraceDialog open={dialog === 'save'} onClose={close} />
      </Guard>
      <Guard>
        <HelpDialog open={dialog === 'help'} onClose={close} />
      </Guard>
    </div>
  )
}

/** The figure itself, where its keys work; the column around it while nothing is drawn. */
const focusPicture = (): void =>
  (document.getElementById('picture') ?? document.querySelector('main'))?.focus()

function Centre({ picture }: AppProps) {
  const t = useText(words)
  const open = useStore((state) => state.data.summary !== undefined)
  const opening = useStore((state) => state.tasks.opening !== undefined)
  if (open) {
    return (
      <>
        <Guard>
          <OutcomeQuestion />
        </Guard>
        {picture}
      </>
    )
  }
  return opening ? <p className="centre-wait">{t('loading')}</p> : <EmptyCentre />
}

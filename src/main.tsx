/** Boot: address → client → store → page. The address bar follows the store from then on. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { StoreApi } from 'zustand/vanilla'
import { App } from './panels/App.tsx'
import { prepareAbout } from './panels/about/AboutButton.tsx'
import { prepareOptions } from './panels/controls/EstimatorSlot.tsx'
import { prepareFit } from './panels/controls/FitNote.tsx'
import { prepareOutcomes } from './panels/controls/LateOutcomes.tsx'
import { prepareCopy } from './panels/copy/CopyDialog.tsx'
import { CreditPanel } from './panels/credit/CreditPanel.tsx'
import { preparePicture } from './panels/credit/SavePicture.tsx'
import { Guard, PageGuard } from './panels/faults/Guard.tsx'
import { prepareEnginePanel } from './panels/header/EngineChip.tsx'
import { prepareNotices } from './panels/notices/Notices.tsx'
import { prepareProblems } from './panels/open/Problems.tsx'
import { prepareSteps } from './panels/rollouts/StepBar.tsx'
import { prepareTable, SegmentsPanel } from './panels/segments/SegmentsPanel.tsx'
import { prepareDialogs } from './panels/shell/LateDialogs.tsx'
import { prepareSections } from './panels/shell/LateSections.tsx'
import { prepareShortcuts } from './panels/shell/usePage.ts'
import { prepareSoon } from './panels/soonPart.ts'
import { prepareToken } from './panels/token/TokenPanel.tsx'
import { prepareTrace } from './panels/trace/TracePanel.tsx'
import { languageOf, StoreContext } from './panels/useStore.ts'
import { startStore } from './store/boot.ts'
import { lateLinks } from './store/links.ts'
import { keepSpeeds, readSpeeds } from './store/speeds.ts'
import type { SegueState } from './store/store.ts'
import { lateTools } from './store/tools.ts'
import { hasLink, readEngineParameter } from './store/url.ts'
import { openBook } from './ui/books.ts'
import { prepareDialog } from './ui/Dialog.tsx'
import { prepareMenu } from './ui/Menu.tsx'
import { prepareNumbers } from './ui/NumberBox.tsx'
import './ui/styles.css'
import { connectSession, loaders } from './worker/browser-workers.ts'
import { createClient } from './worker/client.ts'
import { createIdle } from './worker/idle.ts'

const idle = createIdle(window)
const client = createClient({
  engine: readEngineParameter(window),
  speeds: readSpeeds(window),
  onSpeeds: (speeds) => keepSpeeds(window, speeds),
  connectLoader: loaders(idle.whenIdle),
  connectSession,
})
client.onEngineChange(({ reason }) => {
  idle.started()
  if (reason.code === 'fastest') keepSpeeds(window, reason.speeds)
})
const links = lateLinks()
const tools = lateTools()

// After the first picture: what a later click needs is there at once, and without the network.
const later = [
  prepareSoon,
  prepareShortcuts,
  prepareMenu,
  prepareDialog,
  prepareNumbers,
  client.prepare,
  links.fetch,
  tools.fetch,
  () => openBook('methods'),
  prepareSections,
  prepareDialogs,
  prepareProblems,
  preparePicture,
  prepareEnginePanel,
  prepareNotices,
  prepareToken,
  prepareSteps,
  prepareOptions,
  prepareAbout,
  prepareTrace,
  prepareTable,
  prepareOutcomes,
  prepareFit,
  prepareCopy,
  () => openBook('chinese'),
]
// What could not come is asked for again when it is needed.
for (const prepare of later) idle.whenIdle(() => void prepare().catch(() => undefined))

const page = (store: StoreApi<SegueState>) => (
  <StrictMode>
    <StoreContext value={store}>
      <PageGuard>
        <App
          picture={
            <>
              <Guard>
                <SegmentsPanel />
              </Guard>
              <Guard>
                <CreditPanel />
              </Guard>
            </>
          }
        />
      </PageGuard>
    </StoreContext>
  </StrictMode>
)

function start(): void {
  const store = startStore(client, window, { links, tools })
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const draw = (): void => createRoot(root).render(page(store))
  // A page that starts in Chinese is not drawn in English first; the workers start meanwhile.
  if (languageOf(store.getState()) === 'zh') openBook('chinese').then(draw, draw)
  else draw()
}
// A link says what opens; without one, nothing of it is needed yet.
if (hasLink(window)) links.fetch().then(start, start)
else start()

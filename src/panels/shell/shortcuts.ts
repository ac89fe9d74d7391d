/** Every shortcut of the page, once: the keyboard handler and the help dialog read the same list. */
import type { SegueState } from '../../store/store.ts'
import { showFilePicker } from '../open/OpenButton.tsx'
import { SEARCH_ID } from '../rollouts/RolloutsPanel.tsx'

/** What shortcuts may do besides the store's actions. */
export interface PageControls {
  readonly showHelp: () => void
  readonly showShare: () => void
}

export type ShortcutId =
  | 'help'
  | 'search'
  | 'open'
  | 'share'
  | 'undo'
  | 'redo'
  | 'swap'
  | 'order'
  | 'theme'
  | 'previous'
  | 'next'

interface KeyPress {
  readonly key: string
  readonly mod: boolean
  readonly shift: boolean
}

export interface Shortcut {
  readonly id: ShortcutId
  /** As the help shows them. */
  readonly keys: readonly string[]
  readonly matches: (press: KeyPress) => boolean
  readonly run: (state: SegueState, page: PageControls) => void
}

const plain =
  (key: string) =>
  (press: KeyPress): boolean =>
    !press.mod && press.key === key

/** Moves the selection by whole rollouts, in file order. */
function moveRollout(state: SegueState, by: number): void {
  const { table } = state.data
  if (!table || table.id.length === 0) return
  const { rollout } = state.document
  const at = rollout === undefined ? 0 : table.id.indexOf(rollout)
  const to = Math.min(table.id.length - 1, Math.max(0, at + by))
  state.actions.edit({ rollout: table.id[to], range: undefined, token: undefined }, 'rollout')
}

const NEXT_THEME = { system: 'light', light: 'dark', dark: 'system' } as const

export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'help', keys: ['?'], matches: plain('?'), run: (_, page) => page.showHelp() },
  {
    id: 'search',
    keys: ['/'],
    matches: plain('/'),
    run: () => document.getElementById(SEARCH_ID)?.focus(),
  },
  { id: 'open', keys: ['o'], matches: plain('o'), run: showFilePicker },
  { id: 'share', keys: ['s'], matches: plain('s'), run: (_, page) => page.showShare() },
  {
    id: 'undo',
    keys: ['Ctrl', 'Z'],
    matches: (press) => press.mod && !press.shift && press.key.toLowerCase() === 'z',
    run: (state) => state.actions.undo(),
  },
  {
    id: 'redo',
    keys: ['Ctrl', '⇧', 'Z'],
    matches: (press) =>
      press.mod &&
      ((press.shift && press.key.toLowerCase() === 'z') || press.key.toLowerCase() === 'y'),
    run: (state) => state.actions.redo(),
  },
  {
    id: 'swap',
    keys: ['x'],
    matches: plain('x'),
    run: ({ document: { a, b }, actions }) => actions.edit({ a: b, b: a }),
  },
  {
    id: 'order',
    keys: ['p'],
    matches: plain('p'),
    run: ({ document: { order }, actions }) =>
      actions.edit({ order: order === 'time' ? 'processing' : 'time' }),
  },
  {
    id: 'theme',
    keys: ['t'],
    matches: plain('t'),
    run: ({ document: { theme }, actions }) => actions.edit({ theme: NEXT_THEME[theme] }),
  },
  { id: 'previous', keys: ['['], matches: plain('['), run: (state) => moveRollout(state, -1) },
  { id: 'next', keys: [']'], matches: plain(']'), run: (state) => moveRollout(state, 1) },
]

export const shortcutFor = (
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): Shortcut | undefined => {
  if (event.altKey) return undefined
  const press = {
    key: event.key,
    mod: event.ctrlKey || event.metaKey,
    shift: event.shiftKey,
  }
  return SHORTCUTS.find((shortcut) => shortcut.matches(press))
}

/** Keys do something again. */
export function forgetNotLoaded({ tasks, actions }: Pick<SegueState, 'tasks' | 'actions'>): void {
  const at = tasks.notices.findIndex(({ kind }) => kind === 'keys-not-loaded')
  if (at >= 0) actions.dismissNotice(at)
}

/** The group panel's view of rows, through the session that the page talks to. */
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import type { LoadedTrace } from '../../src/formats/types.ts'
import { DEFAULT_DOCUMENT } from '../../src/store/document.ts'
import { settingsOf } from '../../src/store/fit.ts'
import type { CanonicalRow } from '../../src/trace/rows.ts'
import type { CreditSettings } from '../../src/worker/api.ts'
import { traceOfRows } from '../../src/worker/built-trace.ts'
import type { GroupsQuestion, GroupsView } from '../../src/worker/groups-view.ts'
import { Session } from '../../src/worker/session.ts'
import { answered } from './views.ts'

export const FIRST_PAGE: GroupsQuestion = { order: 'file', page: undefined, state: undefined }

export type AskGroups = (
  rollout: number,
  question?: Partial<GroupsQuestion>,
  change?: Partial<CreditSettings>,
) => Promise<GroupsView>

export function groupsOfTrace(trace: LoadedTrace): AskGroups {
  const session = new Session(trace, createReferenceEngine(), () => ({
    id: 'reference',
    description: '',
    reason: { code: 'exact' },
  }))
  return async (rollout, question = {}, change = {}) => {
    const answer = await session.view({
      kind: 'groups',
      settings: { ...settingsOf(DEFAULT_DOCUMENT), values: { kind: 'zero' }, ...change },
      rollout,
      question: { ...FIRST_PAGE, ...question },
    })
    return answered(answer)
  }
}

export const groupsOf = (rows: readonly CanonicalRow[]): AskGroups =>
  groupsOfTrace(traceOfRows(rows, { name: 'test', format: 'canonical-jsonl', bytes: 0 }))

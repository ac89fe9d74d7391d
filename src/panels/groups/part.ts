/** What every part of the panel gets. */
import type { CreditSettings } from '../../worker/api.ts'
import type { GroupsQuestion, GroupsView } from '../../worker/groups-view.ts'

export interface PartProps {
  readonly view: GroupsView
  /** Of the view: on the screen there may be newer ones. */
  readonly settings: CreditSettings
  readonly question: GroupsQuestion
  readonly ask: (change: Partial<GroupsQuestion>) => void
}

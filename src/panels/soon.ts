/** Small parts of the page that the first picture does without, in one chunk: whoever needs one first brings all. */
export { BoundaryNote } from './boundaries/BoundaryNote.tsx'
export { Badges } from './controls/Badges.tsx'
export { GroupNote } from './controls/GroupNote.tsx'
export { IdleClip } from './controls/IdleClip.tsx'
export { LambdaWords } from './controls/LambdaWords.tsx'
export { SomeWithout, SyntheticMark } from './controls/SyntheticMark.tsx'
export { Unavailable } from './controls/Unavailable.tsx'
export { ValueParameters } from './controls/ValueParameters.tsx'
export { RecordedNotice } from './conventions/RecordedNotice.tsx'
export { CurveCursor } from './credit/CurveCursor.tsx'
export { FaultNote } from './faults/FaultNote.tsx'
export { Old } from './notices/Old.tsx'
export { OtherHint } from './notices/OtherHint.tsx'
export { DropOverlay } from './open/DropOverlay.tsx'
export { MappedNote } from './open/MappedNote.tsx'
export { ProblemsChip } from './open/ProblemsChip.tsx'
export { TaskCards } from './open/TaskCards.tsx'
export { WorkerFailedNote } from './open/WorkerFailedNote.tsx'
export { filesOf } from './open/walk.ts'
export { MoreBelow } from './segments/MoreBelow.tsx'
export { PromptTitles } from './segments/PromptTitles.tsx'
export { Announcer, TokenReadout } from './segments/TokenReadout.tsx'
export { EstimateBadge, EstimateNotes } from './trace/EstimateNotes.tsx'
export {
  FileList,
  PrefixRuleNote,
  RemovedNote,
  StepNote,
  StepWord,
  UnknownColumns,
} from './trace/TraceNotes.tsx'
export { UnknownTypes } from './trace/UnknownTypes.tsx'

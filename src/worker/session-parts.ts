/** What the first picture of a session needs only in some cases, in one chunk. */
export { createPyramid } from '../engine/pyramid.ts'
export { BatchTotals } from './batch-totals.ts'
export { Entropy } from './entropy.ts'
export { compare, exportRows, exportTrace, prepareExports } from './exact.ts'
export { inSteps } from './pauses.ts'
export { tokenView } from './token-view.ts'

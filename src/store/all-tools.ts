/** The code behind `tools.ts`, in one chunk. */
export { createBeginning } from './beginning.ts'
export { columnsTask } from './columns-task.ts'
export { compareWithReference } from './comparing.ts'
export { createLeaving } from './leaving.ts'
export { openDecoded } from './open-link.ts'
export { moveToken } from './steps.ts'
export { askTotals } from './totals.ts'
export { createTravel } from './travel.ts'

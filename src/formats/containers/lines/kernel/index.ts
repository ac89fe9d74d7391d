/** What the host sees (lines/kernel.ts). */
export { bind, lineEnds, needed, restEnd, scan, tableEnd } from './scan'

/** What the host sees (wasm/module.ts). */
export { bindNodes, bindRuns, bindSparse, carryA, carryC, flow, scan } from './scan'
export {
  handedOn,
  high,
  low,
  mean,
  measure,
  moments,
  power,
  squares,
  sum,
} from './statistics'

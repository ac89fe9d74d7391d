/** What the worker scans and the test checks. */
import type { GraphSpec, Setting } from '../property/engine-graphs.ts'

export const WORKER_SPEC: GraphSpec = { chains: [[9000, 5], [40]], seed: 70, cut: 0 }
export const WORKER_SETTING: Setting = { gamma: 1, lambda: 0.95, lambdaCritic: undefined }

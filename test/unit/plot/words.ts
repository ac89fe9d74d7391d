import type { PlotWords } from '../../../src/plot/words.ts'

/** English words for layouts under test, about as long as the page's. */
export const testWords: PlotWords = {
  segment: (n) => `segment ${n}`,
  invIter: (n) => `inv_iter ${n}`,
  counts: (action, all) => `${action} action / ${all}`,
  prompt: (n) => `prompt ${n} tokens`,
  promptShort: (n) => `${n} tokens`,
  kinds: {
    action: 'action',
    observation: 'observation',
    skeleton: 'kept skeleton',
    summary: 'summary',
    prompt: 'prompt',
  },
  mask: 'loss mask 1',
  condense: (n) => `condense ${n}`,
  boundaries: {
    drop: 'drop',
    summary: 'summary',
    trim: 'trim',
    subagent: 'subagent',
    unknown: 'unknown',
  },
  nothing: 'nothing handed over',
  cut: 'cut',
  carry: 'carried',
  nextOnly: 'value only',
  reward: (value) => `reward ${value}`,
  positions: 'response position (tokens)',
  actionTokens: 'action tokens',
  advantage: 'advantage',
  legendCut: 'cut: nothing comes in',
  legendCarry: 'B: accumulators carried',
  legendNext: 'B: look-ahead value only',
  legendReward: 'terminal reward',
  legendBand: 'mean, band from min to max per pixel column',
}

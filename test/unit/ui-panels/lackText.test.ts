import { expect, it } from 'vitest'
import { lackedLogProbs } from '../../../src/panels/ratio/lackText.ts'

it('a trace without a ratio says which log-probs it has and which it lacks', () => {
  expect(lackedLogProbs([], 'en')).toBe(
    'The trace has no log-probs: log_probs, old_log_probs, rollout_log_probs are missing.',
  )
  expect(lackedLogProbs(['old_log_probs'], 'en')).toBe(
    'The trace has old_log_probs alone, and a ratio compares two log-probs: log_probs, rollout_log_probs are missing.',
  )
  expect(lackedLogProbs(['rollout_log_probs'], 'zh')).toContain('缺少 log_probs、old_log_probs')
})

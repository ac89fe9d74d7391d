/** What a keeping option does to this trace, in one sentence. Pure. */
import { formatCount } from '../../ui/format.ts'
import type { Removed } from '../../worker/api.ts'

type Words = (
  key: 'masksNothing' | 'masksRollouts' | 'masksTokens',
  values?: Readonly<Record<string, string>>,
) => string

/** Undefined where the option keeps everything by itself, or is none of the keeping ones. */
export function keepEffect(
  removed: Removed | undefined,
  option: string,
  t: Words,
  tokens: (n: number) => string = formatCount,
): string | undefined {
  const rule = removed?.byRule[option]
  if (!rule) return undefined
  if (rule.rollouts === 0) return t('masksNothing')
  return t(rule.unit === 'rollouts' ? 'masksRollouts' : 'masksTokens', {
    rollouts: formatCount(rule.rollouts),
    ofRollouts: formatCount(removed.rollouts),
    tokens: tokens(rule.tokens),
    ofTokens: tokens(removed.actions),
  })
}

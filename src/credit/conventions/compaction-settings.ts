/** Settings that the paper and all its public forks share. */
export const COMPACTION = { reward: 'copied', lambdaRule: 'length-adaptive' } as const

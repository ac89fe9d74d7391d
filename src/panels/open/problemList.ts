import { late } from '../../ui/late.tsx'

export const problemList = late(async () => (await import('./ProblemList.tsx')).ProblemList)

/** Counting of a Vitest JSON report. */

export interface Counts {
  readonly passed: number
  readonly failed: number
}

/** The parts of Vitest's JSON report that are read. */
export interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** A file that failed without a failed test (it does not load, a hook threw) counts as one failure. */
export function countTests(report: Report): Counts {
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles }
}

export const summaryLine = ({ passed, failed }: Counts): string =>
  `${passed} passed, ${failed} failed`

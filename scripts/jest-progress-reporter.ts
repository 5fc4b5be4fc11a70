/** Messages from Jest to the process that started it. */
export type Progress = { running: string } | { over: string } | { succeeded: boolean };

function tell(progress: Progress) {
  process.send?.(progress);
}

interface TestFile {
  path: string;
}
interface TestCase {
  fullName: string;
}
interface Results {
  /** Those that could not run are among them. */
  numFailedTestSuites: number;
  wasInterrupted: boolean;
}

/** A Jest reporter that tells the parent process which tests run, so that it can name them if the run does not end. */
export default class TellProgress {
  onTestFileStart({ path }: TestFile): void {
    tell({ running: path });
  }
  onTestFileResult({ path }: TestFile): void {
    tell({ over: path });
  }
  onTestCaseStart({ path }: TestFile, { fullName }: TestCase): void {
    tell({ running: `${path} › ${fullName}` });
  }
  onTestCaseResult({ path }: TestFile, { fullName }: TestCase): void {
    tell({ over: `${path} › ${fullName}` });
  }
  onRunComplete(_contexts: unknown, results: Results): void {
    tell({ succeeded: results.numFailedTestSuites === 0 && !results.wasInterrupted });
  }
}

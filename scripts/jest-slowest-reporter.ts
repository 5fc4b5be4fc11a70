import path from 'node:path';

const SHOWN = 400;
const root = path.resolve(import.meta.dirname, '..');

interface FileResult {
  testFilePath: string;
  perfStats: { runtime: number };
  /** Set by jest-runner.ts where the operating system provides it. */
  cpuMs?: number;
}
interface Results {
  testResults: FileResult[];
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1).padStart(7);
}

/** A reporter for Jest that prints the slowest files: elapsed time, and CPU time, which a busy machine changes little. */
export default class SlowestFiles {
  onRunComplete(_contexts: unknown, { testResults }: Results): void {
    if (testResults.length < 2) return;
    const files = testResults
      .map(({ testFilePath, perfStats, cpuMs = 0 }) => ({
        name: path.relative(root, testFilePath),
        ms: perfStats.runtime,
        cpuMs,
      }))
      .toSorted((one, other) => other.ms - one.ms);
    const total = (of: (file: (typeof files)[number]) => number) =>
      seconds(files.reduce((sum, file) => sum + of(file), 0));
    const lines = files
      .slice(0, SHOWN)
      .map(({ ms, cpuMs, name }) => `${seconds(ms)} ${seconds(cpuMs)}  ${name}`);
    process.stderr.write(
      [
        '',
        'Slowest test files: seconds elapsed, seconds of CPU',
        ...lines,
        `${total(({ ms }) => ms)} ${total(({ cpuMs }) => cpuMs)}  all ${files.length}`,
        '',
      ].join('\n'),
    );
  }
}

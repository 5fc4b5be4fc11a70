import { createRequire } from 'node:module';

interface TestFile {
  path: string;
  /** Of the last time, where Jest's cache knows it. */
  duration?: number;
}
declare class Sort {
  sort(tests: TestFile[]): TestFile[] | Promise<TestFile[]>;
}

/** A CommonJS module without types. */
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as {
  default: typeof Sort;
};

/** Files that take longest by far, the longest first; a clean checkout knows no durations. */
const LONGEST = [
  'e2e/launcher/pairs',
  'packages/local-stack/test/stack',
  'packages/agent/test/injection',
  'e2e/launcher/telemetry',
  'e2e/launcher/dependency-outage',
  'e2e/launcher/stack',
  'packages/step-engine/test/pool',
  'packages/step-engine/test/observation/refusals',
  'e2e/contract/bad-input',
  'packages/planner/test/everyday',
  'e2e/launcher/',
  'packages/step-engine/test/flooding-pages',
  'apps/runs/test/artifacts',
  'apps/gateway/test/identity',
];

function rankOf({ path }: TestFile): number {
  const rank = LONGEST.findIndex((part) => path.includes(`/${part}`));
  return rank < 0 ? LONGEST.length : rank;
}

/** Starts long files first, so that no long file runs alone at the end. */
export default class LongestFirst extends Sequencer {
  override async sort(tests: TestFile[]): Promise<TestFile[]> {
    const sorted = await super.sort(tests);
    return [...sorted].sort((one, other) => rankOf(one) - rankOf(other));
  }
}

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
  'packages/planner/test/housing/',
  'e2e/dashboard/accessibility',
  'e2e/launcher/pairs',
  'e2e/contract/local-desktop-runs',
  'packages/planner/test/elsewhere',
  'packages/planner/test/clinic/',
  'packages/planner/test/freight/',
  'packages/agent/test/injection',
  'packages/planner/test/nursery/',
  'packages/planner/test/parts/',
  'e2e/contract/local-runs',
  'e2e/launcher/telemetry',
  'e2e/launcher/dependency-outage',
  'packages/local-stack/test/stack',
  'e2e/contract/bad-input',
  'e2e/launcher/',
  'packages/step-engine/test/observation/refusals',
  'packages/planner/test/supplies/',
  'packages/planner/test/store/',
  'packages/planner/test/tracker/',
  'packages/planner/test/hire/',
  'e2e/contract/local-',
  'e2e/dashboard/',
  'e2e/contract/recipes',
  'packages/planner/test/library',
  'packages/planner/test/everyday',
  'packages/step-engine/test/pool',
  'apps/gateway/test/admin',
  'packages/test-kit/test/boundaries',
  'packages/planner/test/desktop',
  'packages/planner/test/portal',
  'apps/gateway/test/sign-in-limits',
  'packages/step-engine/test/flood',
  'apps/runs/test/files',
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

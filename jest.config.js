/** Sentences on whole sites and the like: nearly half of the CPU time of all tests. */
const SITES = [
  '/packages/planner/test/(?:clinic|coffee|college|energy|freight|hire|housing|nursery|parts|store|supplies|tracker)/',
  '/packages/planner/test/elsewhere',
  '/packages/agent/test/injection',
  '/e2e/launcher/(?!agent|first-visit|secrets)',
  '/e2e/dashboard/accessibility',
  '/e2e/contract/local-(?:desktop-)?runs',
];
/** Long tests that `npm run test:containers` runs too. */
const SERVICES = [
  '/(?:apps/(?:gateway|runs|runbooks)|packages/test-kit)/.*\\.long\\.integration\\.test\\.ts$',
];
const LONG = [`^(?!.*${SERVICES[0]}).*\\.long\\.(?:integration\\.)?test\\.ts$`];

/** `npm test` chooses `quick`, unless told; `npm run test:long` the others. */
const parts = new Set((process.env.ERRAND_TEST_PARTS ?? 'quick,long,services,sites').split(','));
const leftOut = [
  ...(parts.has('sites') ? [] : SITES),
  ...(parts.has('services') ? [] : SERVICES),
  ...(parts.has('long') ? [] : LONG),
  ...(parts.has('quick') ? [] : [`^(?!.*(?:${[...SITES, ...SERVICES].join('|')}))(?!${LONG[0].slice(1)})`]),
];

const shared = {
  transform: {},
  testRunner: '<rootDir>/scripts/jest-runner.ts',
  testEnvironment: '<rootDir>/scripts/jest-native-environment.ts',
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.errand/', '<rootDir>/report/'],
  testPathIgnorePatterns: ['/node_modules/', ...leftOut],
};

const isBreakable = process.env.ERRAND_TEST_CONTAINERS === 'breakable';

function anywhere(name) {
  return [`<rootDir>/{packages,apps,e2e,scripts,k8s}/**/${name}`];
}

/** All files of it share one running stack. */
const CONTRACT = '<rootDir>/e2e/contract';
/** Uses the same stack. */
const DASHBOARD = '<rootDir>/e2e/dashboard';

/** What can only be tested on servers in containers; `npm run test:containers` asks for it. */
const containers = {
  ...shared,
  displayName: 'containers',
  testMatch: anywhere('*.containers.test.ts'),
  globalSetup: '<rootDir>/packages/test-kit/src/integration/global-setup.ts',
  globalTeardown: '<rootDir>/packages/test-kit/src/integration/global-teardown.ts',
};

/** Node runs the TypeScript as it is. */
export default {
  // It ends what hangs; a busy machine must not reach it.
  testTimeout: 180_000,
  // Sentences that a file carries out at once mostly wait for pages.
  maxConcurrency: 8,
  // Two cores have no idle time with three; a fourth only makes everything late.
  maxWorkers: 3,
  testSequencer: '<rootDir>/scripts/jest-longest-first.ts',
  // Half a second, Jest's own, is too short on a busy machine: it then reports a leak where there is none.
  workerGracefulExitTimeout: 20_000,
  reporters: [
    'default',
    '<rootDir>/scripts/jest-slowest-reporter.ts',
    '<rootDir>/scripts/jest-progress-reporter.ts',
  ],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [...anywhere('*.test.ts'), '!**/*.{integration,containers}.test.ts'],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: anywhere('*.integration.test.ts'),
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, CONTRACT, DASHBOARD],
      globalSetup: '<rootDir>/packages/test-kit/src/integration/global-setup.ts',
      globalTeardown: '<rootDir>/packages/test-kit/src/integration/global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'contract',
      testMatch: [CONTRACT, DASHBOARD].map((folder) => `${folder}/*.integration.test.ts`),
      globalSetup: `${CONTRACT}/global-setup.ts`,
      globalTeardown: `${CONTRACT}/global-teardown.ts`,
    },
    ...(isBreakable ? [containers] : []),
  ],
};

import path from 'node:path';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { openSession, signUp } from '@errand/launcher/account';
import { createBlueprintKey } from './own-stack.ts';
import { testKilledGateways } from './pairs/killed-gateways.ts';
import { testLiveView } from './pairs/live-view.ts';
import { type PairsUnderTest, startPairs } from './pairs/pairs.ts';
import { testRollingRestart } from './pairs/rolling-restart.ts';

const START_MS = 400_000;
/** The clock of a service with this preloaded moves ten minutes ahead on SIGPWR, and back on the next. */
const CLOCK = path.resolve(import.meta.dirname, '../faults/unreliable.ts');

describe('two of every service', () => {
  const undo = new AsyncDisposableStack();
  let started: PairsUnderTest;

  beforeAll(async () => {
    const pairs = undo.use(
      await startPairs(
        {
          ERRAND_EXECUTOR_CONCURRENCY: '2',
          ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
          ERRAND_LOG_LEVEL: 'warn',
        },
        { runs: { NODE_OPTIONS: `--import=${CLOCK}` } },
      ),
    );
    const account = await signUp(pairs.url, 'ada@example.com', 'a long enough password');
    const blueprintKey = await createBlueprintKey(pairs.url, account);
    const cookie = await openSession(pairs.url, account.email, account.password);
    started = { pairs, account, blueprintKey, cookie };
  }, START_MS);
  afterAll(() => undo.disposeAsync(), START_MS);

  describe('restarted one by one', () => testRollingRestart(() => started));
  describe('with a live view', () => testLiveView(() => started));
  describe('whose gateways are killed', () => testKilledGateways(() => started));
});

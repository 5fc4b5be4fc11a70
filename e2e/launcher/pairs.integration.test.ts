import path from 'node:path';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { openSession } from '@errand/launcher/account';
import { createBlueprintKey, startOwnStack } from './own-stack.ts';
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
    const own = await startOwnStack({
      ERRAND_EXECUTOR_CONCURRENCY: '2',
      ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
      ERRAND_LOG_LEVEL: 'warn',
    });
    undo.defer(() => own.stop());
    const blueprintKey = await createBlueprintKey(own);
    const cookie = await openSession(own.stack.baseUrl, own.account.email, own.account.password);
    const pairs = await startPairs(own, { runs: { NODE_OPTIONS: `--import=${CLOCK}` } });
    undo.defer(() => pairs.stop());
    started = { own, pairs, blueprintKey, cookie };
  }, START_MS);
  afterAll(() => undo.disposeAsync(), START_MS);

  describe('restarted one by one', () => testRollingRestart(() => started));
  describe('with a live view', () => testLiveView(() => started));
  describe('whose gateways are killed', () => testKilledGateways(() => started));
});

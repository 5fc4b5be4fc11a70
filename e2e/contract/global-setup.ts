import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startShop } from '@errand/demo-shop';
import { buildDashboard } from '@errand/launcher/dashboard';
import { startStack } from '@errand/local-stack';
import { browserCacheDirectory } from '@errand/launcher/home';
import { publishStack } from './stack.ts';

declare global {
  /** Set by the global setup for the global teardown, which runs in the same process. */
  var stopContractStack: (() => Promise<void>) | undefined;
}

/** Starts the stack that the tests of contract and dashboard share, without a rate limit in practice. */
async function setUp(): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), 'errand-contract-'));
  undo.defer(() => rm(dir, { recursive: true, force: true }));
  await buildDashboard((line) => process.stderr.write(`${line}\n`));
  const shop = await startShop();
  undo.defer(() => shop.close());
  const stack = await startStack({
    dir,
    port: 0,
    env: {
      ...process.env,
      ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
      ERRAND_EXAMPLE_SITE_URL: shop.url,
      ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
      // A device stops after two thirds of it.
      ERRAND_DEVICE_LEASE_MS: '15000',
    },
    onExit: ({ name, how, lastLines }) =>
      process.stderr.write(`${name} ended: ${how}\n${lastLines.join('\n')}\n`),
  });
  undo.defer(() => stack.stop());
  publishStack({
    baseUrl: stack.baseUrl,
    shopUrl: shop.url,
    environments: stack.environments,
    logFiles: stack.processes.map(({ logFile }) => logFile),
  });
  const owned = undo.move();
  globalThis.stopContractStack = () => owned.disposeAsync();
}

export default setUp;

/**
 * Other durable executors, for comparison: Restate and graphile-worker. They are installed from npm into a folder of the
 * cache when first needed, and are no part of the product.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@errand/local-stack';
import { waitFor } from '@errand/wait-for';
import { Pool } from 'undici';

const PACKAGES = [
  'graphile-worker@0.18.0',
  '@restatedev/restate-server@1.7.12',
  '@restatedev/restate-sdk@1.17.2',
];
const CLIENTS = 32;

export interface Peers extends AsyncDisposable {
  /** Each resolves to how many of `count` no-ops per second were durably started and finished. */
  ways: { name: string; perSecond: (count: number) => Promise<number> }[];
}

async function install(): Promise<NodeJS.Require> {
  const folder = path.resolve(import.meta.dirname, '../node_modules/.cache/bench-peers');
  await mkdir(folder, { recursive: true });
  const npm = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', [...npm, ...PACKAGES]);
  return createRequire(path.join(folder, 'package.json'));
}

/** Does `one` `count` times with many clients; resolves to how many a second. */
async function throughput(count: number, one: (number: number) => Promise<unknown>): Promise<number> {
  let left = count;
  const begun = performance.now();
  const client = async () => {
    while (left > 0) await one((left -= 1));
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return count / ((performance.now() - begun) / 1_000);
}

interface Graphile {
  Logger: new (factory: () => () => void) => object;
  run: (options: object) => Promise<{ stop(): Promise<void> }>;
  makeWorkerUtils: (options: object) => Promise<{
    addJob(name: string, payload: object): Promise<unknown>;
    migrate(): Promise<void>;
    release(): Promise<void>;
  }>;
}

async function startGraphile(resolve: NodeJS.Require, connectionString: string) {
  const { Logger, run, makeWorkerUtils } = (await import(
    pathToFileURL(resolve.resolve('graphile-worker')).href
  )) as Graphile;
  const utils = await makeWorkerUtils({ connectionString, logger: new Logger(() => () => undefined) });
  await utils.migrate();
  let done = 0;
  const runner = await run({
    connectionString,
    concurrency: CLIENTS,
    maxPoolSize: CLIENTS,
    noHandleSignals: true,
    pollInterval: 100,
    logger: new Logger(() => () => undefined),
    taskList: { noop: async () => void (done += 1) },
  });
  return {
    perSecond: async (count: number): Promise<number> => {
      done = 0;
      const begun = performance.now();
      await throughput(count, (number) => utils.addJob('noop', { number }));
      await waitFor('the jobs of graphile-worker', () => done === count);
      return count / ((performance.now() - begun) / 1_000);
    },
    stop: async () => {
      await runner.stop();
      await utils.release();
    },
  };
}

interface Restate {
  service: (definition: object) => unknown;
  serve: (options: object) => Promise<unknown>;
}

async function startRestate(resolve: NodeJS.Require) {
  const { service, serve } = (await import(
    pathToFileURL(resolve.resolve('@restatedev/restate-sdk')).href
  )) as Restate;
  const [port, ingress, admin, fabric] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const noop = service({ name: 'noop', handlers: { run: async () => 'done' } });
  await serve({ services: [noop], port, logger: () => undefined });
  const folder = await mkdtemp(path.join(tmpdir(), 'errand-restate-'));
  const server = spawn(
    process.execPath,
    [path.join(path.dirname(resolve.resolve('@restatedev/restate-server/package.json')), 'lib/index.js')],
    {
      stdio: 'ignore',
      // The package's script starts the server as a process of its own, which belongs to this group.
      detached: true,
      env: {
        ...process.env,
        RESTATE_BASE_DIR: folder,
        RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
        RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
        RESTATE_BIND_ADDRESS: `127.0.0.1:${fabric}`,
        RESTATE_LOG_FILTER: 'error',
        RESTATE_DISABLE_TELEMETRY: 'true',
      },
    },
  );
  const registered = async (): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${admin}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: `http://127.0.0.1:${port}` }),
    }).catch(() => null);
    return answer?.ok === true;
  };
  await waitFor('Restate to start', registered);
  const pool = new Pool(`http://127.0.0.1:${ingress}`, { connections: CLIENTS });
  const call = async () => {
    const answer = await pool.request({ method: 'POST', path: '/noop/run' });
    if (answer.statusCode !== 200) throw new Error(`Restate answered ${answer.statusCode}`);
    await answer.body.dump();
  };
  return {
    perSecond: (count: number) => throughput(count, call),
    stop: async () => {
      await pool.destroy();
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function startPeers(connectionString: string): Promise<Peers> {
  const resolve = await install();
  const graphile = await startGraphile(resolve, connectionString);
  const restate = await startRestate(resolve);
  return {
    ways: [
      { name: 'Restate, durable no-op', perSecond: restate.perSecond },
      { name: 'graphile-worker, no-op', perSecond: graphile.perSecond },
    ],
    [Symbol.asyncDispose]: async () => {
      await restate.stop();
      await graphile.stop();
    },
  };
}

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ProfileOptions,
  createProfilePool,
  createSessionCookies,
  profileLauncher,
} from '@errand/browser-runtime';
import { STOP_CHORD } from '@errand/computer';
import { type DeviceCapabilities, Problem } from '@errand/contracts';
import { deviceExecutorId, executorRoutes } from '@errand/contracts/internal';
import {
  type Context,
  type ModelOf,
  createActiveRuns,
  createExecutorMetrics,
  createSingleExchange,
  executeRun,
  startWatchdog,
} from '@errand/execution';
import { type Logger, openSealKey } from '@errand/service-kit';
import { openAuditLog } from '../audit/audit-log.ts';
import { createAuditedCalls } from '../audit/audited-calls.ts';
import { type Consent, describeConsent, readConsent } from '../consent/consent.ts';
import { type OwnBrowser, describeOwnBrowser, readOwnBrowser } from '../consent/own-browser.ts';
import { connect } from '../link/connection.ts';
import { createLiveOverLink, isLive } from '../link/live-over-link.ts';
import { createLinkIds } from '../link/link-ids.ts';
import { createRunsOverLink } from '../link/runs-over-link.ts';
import type { Pairing, Places } from '../pairing/store.ts';
import { type Conversations, createConversations } from '../window/conversations.ts';
import { chooseBrowsers } from './browser-choice.ts';
import { findCapabilities } from './capabilities.ts';
import { createDesktopAccess } from './desktop-access.ts';
import { createHeldRuns } from './held-runs.ts';
import { watchLock } from './screen-lock.ts';

export interface WorkerOptions {
  pairing: Pairing;
  places: Places;
  env: Readonly<Record<string, string | undefined>>;
  headless: boolean;
  modelOf: ModelOf;
  log: Logger;
  /** The pairing has ended, or another process took its place. */
  onEnded: (reason: string) => void;
  /** The state of the window has changed. */
  onChange?: () => void;
}

/** What `errand-desktop status` shows. */
export interface WorkerStatus {
  connected: boolean;
  paused: boolean;
  /** Null: not known. */
  locked: boolean | null;
  capabilities: DeviceCapabilities;
  run: { id: string; task: string; status: string } | null;
}

export interface Worker {
  status(): WorkerStatus;
  /** Takes no new Run while paused; the current one continues. */
  setPaused(paused: boolean): void;
  /** Fails a Run in hand at once; nothing when it is not in hand. */
  stopRun(runId: string): Promise<void>;
  /** What Runs did since the start, for people. */
  readonly conversations: Pick<Conversations, 'list' | 'picture'>;
  /** Shows the browser of the profile, so that a person can sign in to sites. Resolves when its window is closed. */
  openBrowser(): Promise<void>;
  close(): Promise<void>;
}

/** A Run that this machine did not get would be offered to it again at once. */
const REFUSED_AGAIN_MS = 1_000;

/** Carries out the local Runs that the gateway offers, one at a time. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pairing, places, env, log, onChange = () => undefined } = options;
  const profileDir = path.join(places.profiles, pairing.workspaceId);
  await mkdir(profileDir, { recursive: true, mode: 0o700 });
  const browser: ProfileOptions = {
    cacheDir: env['ERRAND_BROWSER_CACHE_DIR'] || places.browserCache,
    environment: env,
    executablePath: env['ERRAND_BROWSER_PATH'],
    profileDir,
    headless: options.headless,
  };
  let ownBrowser: OwnBrowser | null = null;
  const browsers = chooseBrowsers(createProfilePool(browser), env, () => ownBrowser);
  const active = createActiveRuns();
  const watchdog = startWatchdog(null, log);
  const sealKey = await openSealKey(pairing.sealKey);
  const capabilities = await findCapabilities(env, browser);
  let paused = false;
  let busy = false;
  let closing = false;
  let consent: Consent | null = null;

  const isReady = () => !paused && !busy && !closing && lock.isLocked !== true;
  const tell = () => {
    connection.send({ type: 'state', ready: isReady(), held: held.list() });
    onChange();
  };
  const setPaused = (value: boolean) => {
    paused = value;
    tell();
  };
  const lock = watchLock(env, () => tell());
  const send = (...message: Parameters<typeof connection.send>) => connection.send(...message);
  const nextId = createLinkIds();
  const runs = createRunsOverLink(send, nextId);
  const live = createLiveOverLink(send, nextId);
  const audit = await openAuditLog(places);
  const conversations = createConversations(
    createAuditedCalls(runs, audit, () =>
      [describeConsent(consent), describeOwnBrowser(ownBrowser)].join('; '),
    ),
    onChange,
  );
  const held = createHeldRuns(conversations, () => tell());
  const executorId = deviceExecutorId(pairing.deviceId);
  const context: Context = {
    runs: held,
    connectLive: live.connect,
    reports: {
      add: async (jobs) => {
        for (const { id, data } of jobs)
          await held.call(executorRoutes.report, {
            params: { run_id: data.runId },
            query: { attempt: data.attempt, executorId: data.executorId, id: id ?? '', proof: data.proof },
            body: new TextEncoder().encode(data.report),
            lease: held.leaseOf(data.runId, data.attempt),
          });
      },
    },
    browsers,
    openDesktop: (onOpened) =>
      createDesktopAccess({ env, consent, lock, files: places.files, onOpened, onStop: stopAtMachine }),
    active,
    watchdog,
    executorId,
    exchange: createSingleExchange({ runs: held, executorId, claimKey: () => Promise.resolve(sealKey) }),
    // A person's own machine may reach what they can reach.
    allowPrivateNetwork: true,
    trace: 'off',
    approvalHoldMs: Number.MAX_SAFE_INTEGER,
    modelOf: options.modelOf,
    // A Run that waits for approval keeps the machine, because it keeps the only profile.
    slots: 0,
    maxOpenPages: -1,
    metrics: createExecutorMetrics(() => ({ used: active.size, idle: 0 })),
    log,
  };

  const stopAtMachine = () => {
    setPaused(true);
    const run = held.current();
    if (run !== null)
      audit.write({ event: 'run.stopped', run: run.id, text: STOP_CHORD }).catch((error: unknown) => {
        log.error({ err: error, runId: run.id }, 'writing the audit log failed');
      });
  };

  const take = async (runId: string, attempt: number): Promise<void> => {
    busy = true;
    let wasHeld = false;
    try {
      [consent, ownBrowser] = await Promise.all([readConsent(places), readOwnBrowser(places)]);
      await executeRun(context, { runId, attempt });
      wasHeld = held.list().some((run) => run.runId === runId);
    } catch (error) {
      // Anything but an answer is this machine's own trouble, which the next Run would meet too.
      paused ||= !(error instanceof Problem);
      log.error({ err: error, runId, paused }, 'Run execution failed');
    } finally {
      held.end(runId);
      if (!wasHeld) await delay(REFUSED_AGAIN_MS);
      busy = false;
      tell();
    }
  };

  const connection = connect(
    pairing,
    capabilities,
    {
      onOpen: tell,
      onMessage: (message) => {
        if (message.type === 'answer' || message.type === 'problem') runs.answered(message);
        else if (message.type === 'offer') {
          if (isReady()) void take(message.runId, message.attempt);
        } else if (message.type === 'changed') {
          if (message.status === null) active.stop(message.runId, 'cancelled');
          else active.controlled(message.runId);
          held.heard(message.runId, message.status);
          conversations.heard(message.runId, message.status);
        } else if (isLive(message)) live.heard(message);
      },
      onFrame: (frame) => {
        runs.received(frame);
        live.received(frame);
      },
      onLost: () => {
        runs.lost();
        live.lost();
        onChange();
      },
      onRefused: () => {
        active.stopAll('lost');
        options.onEnded('This machine is no longer paired. Pair it again: errand-desktop pair');
      },
      onReplaced: () => {
        active.stopAll('lost');
        options.onEnded('Another process of this device is connected.');
      },
    },
    log,
  );

  return {
    status: () => ({
      connected: connection.isOpen,
      paused,
      locked: lock.isLocked,
      capabilities,
      run: held.current(),
    }),
    setPaused,
    conversations,
    stopRun: async (runId) => {
      if (!held.list().some((run) => run.runId === runId)) return;
      active.stop(runId, 'stopped');
      await audit.write({ event: 'run.stopped', run: runId, text: 'by its owner, in the window' });
    },
    openBrowser: async () => {
      if (busy) throw new Error('A Run is using the browser. Try again when it has ended.');
      busy = true;
      tell();
      try {
        const window = await profileLauncher({ ...browser, headless: false })({});
        const cookies = createSessionCookies(profileDir);
        await cookies.restore(window);
        cookies.saveWhileOpen(window);
        await new Promise((resolve) => window.once('close', resolve));
      } finally {
        busy = false;
        tell();
      }
    },
    close: async () => {
      closing = true;
      tell();
      active.stopAll('shutdown');
      await active.idle();
      lock.close();
      connection.close();
      await Promise.all([browsers.close(), watchdog.close(), audit.close()]);
    },
  };
}

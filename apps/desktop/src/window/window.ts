import { mkdir } from 'node:fs/promises';
import { profileLauncher } from '@errand/browser-runtime';
import { whyNot } from '@errand/computer';
import { Problem } from '@errand/contracts';
import type { PastRun, WindowCommand } from '@errand/contracts/device';
import type { Logger } from '@errand/service-kit';
import { readAudit } from '../audit/audit-log.ts';
import { readConsent, withdrawConsent, writeConsent } from '../consent/consent.ts';
import { Failure } from '../exit.ts';
import type { Pairing, Places } from '../pairing/store.ts';
import type { Worker } from '../work/worker.ts';
import { type WindowServer, startWindowServer } from './server.ts';

const MAX_PAST_RUNS = 100;
const MAX_ACTS = 50;
/** The prefix of an action's description, such as `browser.click: `. */
const PRIMITIVE = /^[a-z]+\.[a-zA-Z]+: /;

export interface WindowOptions {
  pairing: Pairing;
  places: Places;
  env: Readonly<Record<string, string | undefined>>;
  worker: Worker;
  log: Logger;
}

/** The window in which a person follows and steers the Runs on their machine. Null: its page was not built. */
export async function startWindow(options: WindowOptions): Promise<WindowServer | null> {
  const { pairing, places, env, worker, log } = options;
  const { name, baseUrl, workspaceId } = pairing;
  const carryOut = async (asked: WindowCommand): Promise<void> => {
    switch (asked.command) {
      case 'pause':
      case 'resume':
        worker.setPaused(asked.command === 'pause');
        break;
      case 'stop-run':
        await worker.stopRun(asked.runId);
        break;
      case 'open':
        if (worker.status().run !== null)
          throw new Problem(409, 'A Run is using the browser. Try again when it has ended.');
        worker.openBrowser().catch((error: unknown) => log.warn({ err: error }, 'browser not opened'));
        break;
      case 'allow':
        await writeConsent(places, { applications: asked.applications, unattended: asked.unattended });
        break;
      case 'disallow':
        await withdrawConsent(places);
        break;
    }
    server?.changed();
  };
  const server = await startWindowServer(
    {
      state: async () => {
        const { connected, paused, locked } = worker.status();
        return {
          device: { name, baseUrl, workspaceId },
          connected,
          paused,
          locked,
          noDesktop: whyNot(env),
          consent: await readConsent(places),
          conversations: worker.conversations.list(),
        };
      },
      history: () => pastRuns(places),
      picture: (runId, id) => worker.conversations.picture(runId, id),
      carryOut,
    },
    log,
  );
  return server;
}

/** The Runs in the log of this machine, newest first. */
async function pastRuns(places: Pick<Places, 'audit'>): Promise<PastRun[]> {
  const lines = Map.groupBy(await readAudit(places), ({ run }) => run);
  return [...lines]
    .map(([id, entries]) => ({
      id,
      at: entries[0]?.at ?? '',
      acts: entries
        .filter(({ event }) => event === 'act')
        .map(({ text }) => text.replace(PRIMITIVE, ''))
        .slice(-MAX_ACTS),
    }))
    .toReversed()
    .slice(0, MAX_PAST_RUNS);
}

/** Shows an address in a window of its own; resolves once it is open. */
export async function showWindow(
  places: Pick<Places, 'window' | 'browserCache'>,
  env: Readonly<Record<string, string | undefined>>,
  address: string,
): Promise<void> {
  await mkdir(places.window, { recursive: true, mode: 0o700 });
  const open = profileLauncher({
    cacheDir: env['ERRAND_BROWSER_CACHE_DIR'] || places.browserCache,
    environment: env,
    executablePath: env['ERRAND_BROWSER_PATH'],
    profileDir: places.window,
    headless: false,
    app: address,
  });
  try {
    await open({});
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error));
  }
}

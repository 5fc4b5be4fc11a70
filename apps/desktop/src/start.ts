import { once } from 'node:events';
import { modelEnv, modelOf } from '@errand/execution';
import { createLogger, parseEnv } from '@errand/service-kit';
import { z } from 'zod';
import { EXIT, Failure } from './exit.ts';
import { serveCommands } from './local/control-socket.ts';
import { type Places, openPairing } from './pairing/store.ts';
import { createTrayModel } from './session/tray-model.ts';
import type { WindowServer } from './window/server.ts';
import { showWindow, startWindow } from './window/window.ts';
import { type Tray, startTray } from './session/tray.ts';
import { type Worker, startWorker } from './work/worker.ts';

/** Connects this machine and carries out Runs until it is stopped. Returns the exit code. */
export async function start(
  places: Places,
  env: Readonly<Record<string, string | undefined>>,
  { headless, say }: { headless: boolean; say: (line: string) => void },
  signal: AbortSignal,
): Promise<number> {
  const pairing = await openPairing(places, env);
  if (pairing === null)
    throw new Failure('This machine is not paired. Run: errand-desktop pair', EXIT.forbidden);
  const stopping = new AbortController();
  const stop = AbortSignal.any([signal, stopping.signal]);
  let ended: string | null = null;
  let window: WindowServer | null = null;
  let tray: Tray | null = null;
  const log = createLogger('desktop', env['ERRAND_LOG_LEVEL'] === 'debug' ? 'debug' : 'warn');
  const address = (): string => {
    if (window === null)
      throw new Failure('There is no page for the window. Build it: npx vite build, in apps/dashboard');
    return window.address();
  };
  const starting = Promise.withResolvers<Worker>();
  const commands = await serveCommands(places, async (command) => {
    if (command === 'stop') stopping.abort();
    const worker = await starting.promise;
    if (command === 'address') return { address: address() };
    if (command === 'window') await showWindow(places, env, address());
    else if (command === 'open') await worker.openBrowser();
    else if (command === 'pause' || command === 'resume') worker.setPaused(command === 'pause');
    return { name: pairing.name, baseUrl: pairing.baseUrl, ...worker.status() };
  });
  const worker = await startWorker({
    pairing,
    places,
    env,
    headless,
    modelOf: modelOf(parseEnv(z.object(modelEnv), env)),
    log,
    onEnded: (reason) => {
      ended = reason;
      stopping.abort();
    },
    onChange: () => {
      window?.changed();
      tray?.changed();
    },
  });
  window = await startWindow({ pairing, places, env, worker, log });
  starting.resolve(worker);
  if (!headless && window !== null)
    await showWindow(places, env, window.address()).catch((error: Failure) => say(error.message));
  if (!headless)
    tray = startTray(
      env,
      createTrayModel(worker, {
        open: () => void showWindow(places, env, address()).catch((error: Failure) => say(error.message)),
        quit: () => stopping.abort(),
      }),
    );
  say(`Ready for the local Runs of ${pairing.baseUrl} as "${pairing.name}". Stop with Ctrl-C.`);
  if (!stop.aborted) await once(stop, 'abort');
  tray?.close();
  await worker.close();
  await window?.close();
  await commands.close();
  if (ended === null) return EXIT.done;
  throw new Failure(ended, EXIT.forbidden);
}

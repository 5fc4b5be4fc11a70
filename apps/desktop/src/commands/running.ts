import { whyNot } from '@errand/computer/why-not';
import type { Command } from 'commander';
import { readConsent } from '../consent/consent.ts';
import { readOwnBrowser } from '../consent/own-browser.ts';
import { EXIT } from '../exit.ts';
import { askRunning } from '../local/control-socket.ts';
import { readPairing } from '../pairing/store.ts';
import { isAutostarted } from '../session/autostart.ts';
import { ask, type CommandContext } from './command-context.ts';

/** Adds `start`, `status`, `window`, `pause`, `resume`, `open` and `stop`. */
export function addRunningCommands(program: Command, context: CommandContext): void {
  const { env, places, print, say, signal } = context;
  program
    .command('start')
    .description('carry out local Runs until it is stopped')
    .option('--headless', 'without a window, of the browser and of its own')
    .action(async (options: { headless?: boolean }) => {
      const { start } = await import('../start.ts');
      context.exitWith(await start(places, env, { headless: options.headless === true, say }, signal));
    });
  program
    .command('status')
    .description('whether this machine is paired, connected and working')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => {
      const pairing = await readPairing(places);
      const running = (await askRunning(places, 'status')) as Record<string, unknown> | null;
      const status = {
        paired: pairing !== null,
        running: running !== null,
        deviceId: pairing?.deviceId ?? null,
        name: pairing?.name ?? null,
        baseUrl: pairing?.baseUrl ?? null,
        workspaceId: pairing?.workspaceId ?? null,
        keys: pairing?.keys ?? null,
        connected: running?.['connected'] ?? false,
        paused: running?.['paused'] ?? false,
        locked: running?.['locked'] ?? false,
        run: running?.['run'] ?? null,
        desktop: whyNot(env) ?? 'x11',
        capabilities: running?.['capabilities'] ?? null,
        consent: await readConsent(places),
        ownBrowser: await readOwnBrowser(places),
        autostart: await isAutostarted(places),
      };
      if (options.json === true) print(JSON.stringify(status));
      else for (const [name, value] of Object.entries(status)) print(`${name}: ${JSON.stringify(value)}`);
      if (!status.paired) context.exitWith(EXIT.forbidden);
    });
  program
    .command('window')
    .description('show the Runs of this machine, what they may do, and its history')
    .option('--print', 'print an address that opens it once, in any browser')
    .action(async (options: { print?: boolean }) => {
      if (options.print === true) print(((await ask(context, 'address')) as { address: string }).address);
      else await ask(context, 'window');
    });
  for (const [name, description] of [
    ['pause', 'take no new Runs; the one in hand goes on'],
    ['resume', 'take Runs again'],
    ['open', 'show the browser of the profile, to sign in to sites'],
    ['stop', 'stop the running application'],
  ] as const)
    program
      .command(name)
      .description(description)
      .action(async () => void (await ask(context, name)));
}

import type { Command } from 'commander';
import { withdrawConsent } from '../consent/consent.ts';
import { withdrawOwnBrowser } from '../consent/own-browser.ts';
import { EXIT, Failure } from '../exit.ts';
import { askRunning } from '../local/control-socket.ts';
import { readPairing, removePairing, writePairing } from '../pairing/store.ts';
import { disableAutostart } from '../session/autostart.ts';
import type { CommandContext } from './command-context.ts';

const DEFAULT_BASE_URL = 'http://localhost:8080';

function originOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Failure('--base-url must be an http:// or https:// address.', EXIT.usage);
  return url.origin;
}

/** Adds `pair` and `unpair`. */
export function addPairingCommands(program: Command, context: CommandContext): void {
  const { env, places, print, say, signal } = context;
  program
    .command('pair')
    .description('connect this machine to your workspace')
    .option('--base-url <url>', 'address of the server', env['ERRAND_BASE_URL'] || DEFAULT_BASE_URL)
    .option('--name <name>', 'what this machine is called')
    .option('--json', 'print the code and the device as JSON, one object a line')
    .action(async (options: { baseUrl: string; name?: string; json?: boolean }) => {
      if ((await readPairing(places)) !== null)
        throw new Failure('This machine is paired already. Run first: errand-desktop unpair');
      const { pair } = await import('../pairing/pair.ts');
      const pairing = await pair(
        { baseUrl: originOf(options.baseUrl), name: options.name },
        (shown) => {
          if (options.json === true) print(JSON.stringify(shown));
          else say(`Open ${shown.verificationUri} and confirm the code ${shown.userCode}.`);
        },
        signal,
      );
      const keys = await writePairing(places, env, pairing);
      const { deviceId, name, workspaceId } = pairing;
      if (options.json === true) print(JSON.stringify({ deviceId, name, workspaceId, keys }));
      else {
        const where =
          keys === 'keychain'
            ? 'your keychain'
            : `${places.pairing}, because there is no keychain that is unlocked`;
        say(`Paired as "${name}". Its keys are in ${where}.\nStart it: errand-desktop start`);
      }
    });
  program
    .command('unpair')
    .description('forget the pairing and its keys')
    .action(async () => {
      await askRunning(places, 'stop');
      await Promise.all([
        removePairing(places, env),
        withdrawConsent(places),
        withdrawOwnBrowser(places),
        disableAutostart(places),
      ]);
      say('Unpaired. Revoke the device in the dashboard, too, if you do not trust this machine any more.');
    });
}

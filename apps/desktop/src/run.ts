import path from 'node:path';
import type { Writable } from 'node:stream';
import { whyNot } from '@errand/computer/why-not';
import { Command, CommanderError } from 'commander';
import { findBreak, readAudit } from './audit/audit-log.ts';
import { EXIT, Failure } from './exit.ts';
import { readConsent, withdrawConsent, writeConsent } from './consent/consent.ts';
import { allowOwnBrowser, readOwnBrowser, withdrawOwnBrowser } from './consent/own-browser.ts';
import { type Command as LocalCommand, askRunning } from './local/control-socket.ts';
import { placesOf, readPairing, removePairing, writePairing } from './pairing/store.ts';
import { disableAutostart, enableAutostart, isAutostarted } from './session/autostart.ts';
import { VERSION } from './version.ts';

/** The command's access to its process. */
export interface System {
  env: Readonly<Record<string, string | undefined>>;
  homeDirectory: string;
  /** The file that Node was started with. */
  program: string;
  stdout: Writable;
  stderr: Writable;
  /** Aborted when the person interrupts. */
  signal: AbortSignal;
}

const DEFAULT_BASE_URL = 'http://localhost:8080';

function originOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Failure('--base-url must be an http:// or https:// address.', EXIT.usage);
  return url.origin;
}

/**
 * Runs one command; returns the exit code. Data goes to standard output, all else to standard error. What only one command
 * needs is loaded by that command: most of the time of a short one is spent loading.
 */
export async function run(args: readonly string[], system: System): Promise<number> {
  const { env, stdout, stderr, signal } = system;
  const places = placesOf(env, system.homeDirectory);
  const print = (line: string) => void stdout.write(`${line}\n`);
  const say = (line: string) => void stderr.write(`${line}\n`);
  let code: number = EXIT.done;

  const ask = async (command: LocalCommand): Promise<unknown> => {
    const answer = await askRunning(places, command);
    if (answer === null) throw new Failure('errand-desktop does not run. Start it: errand-desktop start');
    return answer;
  };

  const program = new Command('errand-desktop')
    .description("Carries out your local Runs in this machine's browser.")
    .version(VERSION)
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });

  program
    .command('pair')
    .description('connect this machine to your workspace')
    .option('--base-url <url>', 'address of the server', env['ERRAND_BASE_URL'] || DEFAULT_BASE_URL)
    .option('--name <name>', 'what this machine is called')
    .option('--json', 'print the code and the device as JSON, one object a line')
    .action(async (options: { baseUrl: string; name?: string; json?: boolean }) => {
      if ((await readPairing(places)) !== null)
        throw new Failure('This machine is paired already. Run first: errand-desktop unpair');
      const { pair } = await import('./pairing/pair.ts');
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
    .command('start')
    .description('carry out local Runs until it is stopped')
    .option('--headless', 'without a window, of the browser and of its own')
    .action(async (options: { headless?: boolean }) => {
      const { start } = await import('./start.ts');
      code = await start(places, env, { headless: options.headless === true, say }, signal);
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
      if (!status.paired) code = EXIT.forbidden;
    });
  program
    .command('window')
    .description('show the Runs of this machine, what they may do, and its history')
    .option('--print', 'print an address that opens it once, in any browser')
    .action(async (options: { print?: boolean }) => {
      if (options.print === true) print(((await ask('address')) as { address: string }).address);
      else await ask('window');
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
      .action(async () => void (await ask(name)));
  program
    .command('allow')
    .description('let Runs use the desktop of this machine, from the next Run on')
    .argument('[applications...]', 'only these, by desktop id; default: all that are not kept apart')
    .option('--unattended', 'also while it is not known whether the screen is locked')
    .action(async (applications: string[], options: { unattended?: boolean }) => {
      await writeConsent(places, {
        applications: applications.length === 0 ? null : applications,
        unattended: options.unattended === true,
      });
      const which =
        applications.length === 0 ? 'all applications that are not kept apart' : applications.join(', ');
      say(`Runs may use the desktop: ${which}. Take it back: errand-desktop disallow`);
    });
  program
    .command('disallow')
    .description('keep Runs away from the desktop, from the next Run on; stop ends the one in hand')
    .action(() => withdrawConsent(places));
  program
    .command('attach')
    .description('let Runs without a scope work in the browser that you use, from the next Run on')
    .option('--user-data <folder>', 'where that browser keeps its data; default: where browsers do')
    .option('--off', 'let them use the profile of their own again')
    .action(async (options: { userData?: string; off?: boolean }) => {
      if (options.off === true) await withdrawOwnBrowser(places);
      else
        await allowOwnBrowser(places, {
          userDataDir: options.userData === undefined ? null : path.resolve(options.userData),
        });
      const { HOW_TO_ATTACH } = await import('@errand/browser-runtime');
      say(
        options.off === true
          ? 'Runs use the profile of their own.'
          : `Runs without a scope open tabs in your own browser, where you are signed in. ${HOW_TO_ATTACH} Take it back: errand-desktop attach --off`,
      );
    });
  program
    .command('autostart')
    .description('start with your session on this machine, from now on')
    .option('--off', 'not any more')
    .action(async (options: { off?: boolean }) => {
      if (options.off === true) await disableAutostart(places);
      else await enableAutostart(places, [process.execPath, system.program, 'start']);
      say(
        options.off === true
          ? 'errand-desktop no longer starts with your session.'
          : `errand-desktop starts with your session. ${places.autostart} says so; take it back: errand-desktop autostart --off`,
      );
    });
  const audit = program
    .command('log')
    .description('what Runs did on this machine, oldest first')
    .option('--json', 'one JSON object a line')
    .action(async (options: { json?: boolean }) => {
      for (const line of await readAudit(places)) {
        const { at, run, event, step = '', text } = line;
        // A text can come from a page.
        print(
          options.json === true
            ? JSON.stringify(line)
            : [at, run, event, step, text].join('  ').replaceAll(/\p{Cc}/gu, ' '),
        );
      }
    });
  audit
    .command('verify')
    .description('whether a line of the log was changed, added, removed or moved')
    .action(async () => {
      const broken = await findBreak(places);
      if (broken !== null)
        throw new Failure(`The log is broken at line ${broken.line} of ${places.audit}: ${broken.why}.`);
      say('The log is whole.');
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

  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    return error.code;
  }
}

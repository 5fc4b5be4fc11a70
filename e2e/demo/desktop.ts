/**
 * Shows local Runs on a screen of its own: starts the stack, pairs a machine and allows one application. One Run signs in to the
 * demo shop, in the profile of the browser that stays; the next finds itself signed in, downloads a price list, opens it in
 * mousepad and saves it under another name. Prints what was done, and saves their pictures.
 *
 *     npm run demo:desktop
 */
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { missingOf, startDesktop } from '@errand/computer/testing/desktop.ts';
import { KEY_SCOPES, openSession, signUp } from '@errand/launcher/account';
import { browserCacheDirectory, homeDirectory } from '@errand/launcher/home';
import { startStack } from '@errand/local-stack';
import { startShop } from '@errand/demo-shop';
import { type CreateRunbook, Errand } from '@errand/sdk';
import { machineOf, pair } from './machine.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MAIN = path.join(ROOT, 'apps/desktop/src/main.ts');
const PROGRAMS = ['Xvfb', 'openbox', 'dbus-daemon', 'mousepad'];
const EMAIL = 'you@example.com';
const PASSWORD = `demo-${crypto.randomUUID()}`;

function print(line: string) {
  void process.stdout.write(`${line}\n`);
}

function step(id: string, primitive: string, input: object, applicationScope: string) {
  return { id, kind: 'primitive' as const, primitive, input, applicationScope: [applicationScope] };
}

/** The Runs, by what they do. `steps` of a browser keep to the shop, those of the desktop to mousepad. */
function runsOf(shop: string, saved: string) {
  const site = (id: string, primitive: string, input: object) =>
    step(id, `browser.${primitive}`, input, new URL(shop).host);
  const editor = { app: 'mousepad', role: 'textbox' };
  const desktop = (id: string, primitive: string, input: object) =>
    step(id, `desktop.${primitive}`, input, 'app:mousepad');
  return {
    'Sign in to the shop': [
      site('open', 'navigate', { url: `${shop}/login` }),
      site('email', 'fill', { target: { label: 'Email', exact: true }, value: 'demo@shop.example' }),
      site('password', 'fill', { target: { label: 'Password' }, value: 'teapot-42' }),
      site('submit', 'click', { target: { role: 'button', name: 'Log in' } }),
      site('welcome', 'assert', { target: { role: 'heading', name: 'Welcome back' } }),
    ],
    'Download the price list and keep it in mousepad': [
      site('account', 'navigate', { url: `${shop}/account` }),
      site('welcome', 'assert', { target: { role: 'heading', name: 'Welcome back' } }),
      site('prices', 'download', { url: `${shop}/office/prices.csv` }),
      desktop('open', 'open', {
        application: 'mousepad',
        file: { artifactId: '{{ steps.prices.output.artifactId }}' },
      }),
      desktop('write', 'type', { text: 'Prices of today: Grüße, 日本, 🙂\n' }),
      desktop('save', 'press', { keys: 'Control+Shift+S' }),
      desktop('name', 'fill', { target: { role: 'textbox', name: 'Name:' }, value: saved }),
      desktop('confirm', 'click', { target: { role: 'button', name: 'Save', exact: true } }),
      desktop('saved', 'wait', { for: { role: 'window', name: path.basename(saved) } }),
      desktop('read', 'read', { target: { ...editor, window: path.basename(saved) } }),
    ],
  };
}

/** Carries a Runbook out on the machine, prints its steps, and saves its pictures. */
async function carryOut(errand: Errand, title: string, steps: object[], folder: string): Promise<void> {
  print(`\n${title}`);
  const definition = { schemaVersion: 3, title, status: 'published', parameters: [], steps };
  const runbook = await errand.runbooks.create(definition as unknown as CreateRunbook);
  const { id } = await errand.runbooks.run(runbook.id, { inputs: {}, executionTarget: 'local' });
  for await (const event of errand.runs.stream(id)) {
    if (/^(step|run)\./.test(event.type) && event.type !== 'step.started')
      print(`  ${event.type.padEnd(14)}  ${event.message}`);
  }
  const { status, error_message: problem } = await errand.runs.get(id);
  if (status !== 'completed') throw new Error(`The Run is ${status}: ${problem ?? ''}`);
  const { data: files } = await errand.runs.artifacts.list(id);
  const pictures = files.filter(({ kind }) => kind === 'screenshot');
  if (pictures.length === 0) throw new Error('The Run left no picture.');
  const own = path.join(folder, title.toLowerCase().replaceAll(' ', '-'));
  await mkdir(own, { recursive: true });
  for (const [index, { id: picture, filename }] of pictures.entries()) {
    const response = await errand.runs.artifacts.download(id, picture);
    const name = `${String(index + 1).padStart(2, '0')}-${path.basename(filename)}`;
    await writeFile(path.join(own, name), new Uint8Array(await response.arrayBuffer()));
  }
  print(`  ${pictures.length} pictures in ${path.relative(process.cwd(), own)}`);
}

async function demo(): Promise<void> {
  const home = path.join(homeDirectory(), 'demo-desktop');
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  await using undo = new AsyncDisposableStack();
  const stack = await startStack({
    dir: path.join(home, 'stack'),
    port: 0,
    fresh: true,
    env: { ...process.env, ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory() },
  });
  undo.defer(() => stack.stop());
  print(`Errand is up at ${stack.baseUrl}.`);
  const desktop = undo.use(await startDesktop());
  const { apiKey } = await signUp(stack.baseUrl, EMAIL, PASSWORD, [...KEY_SCOPES, 'runs:local']);
  const machine = machineOf([process.execPath, MAIN], desktop.env);
  await pair(machine, stack.baseUrl, await openSession(stack.baseUrl, EMAIL, PASSWORD));
  await machine.run('allow', 'mousepad', '--unattended');
  const running = machine.begin('start', '--headless');
  undo.defer(async () => {
    const ended = once(running, 'close');
    running.kill('SIGTERM');
    await ended;
  });
  print(
    `A machine is paired; its owner allows Runs to use mousepad, on the screen ${desktop.env['DISPLAY'] ?? ''}.`,
  );

  const shop = await startShop();
  undo.defer(() => shop.close());
  const errand = new Errand({ apiKey, baseURL: stack.baseUrl });
  const saved = path.join(home, 'prices-of-today.csv');
  for (const [title, steps] of Object.entries(runsOf(shop.url, saved)))
    await carryOut(errand, title, steps, path.join(home, 'pictures'));
  print(`\nThe file holds:\n\n${await readFile(saved, 'utf8')}\nThe log of the machine:\n`);
  print(await machine.run('log'));
}

const missing = missingOf(PROGRAMS);
if (missing.length > 0) {
  process.stderr.write(
    `This demonstration needs Linux with ${PROGRAMS.join(', ')}. Missing here: ${missing.join(', ')}.\n` +
      'On Debian: apt-get install xvfb openbox dbus at-spi2-core mousepad\n',
  );
  process.exitCode = 1;
} else await demo();

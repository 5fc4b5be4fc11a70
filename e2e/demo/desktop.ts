/**
 * Shows a local Run that writes a letter in mousepad, on a screen of its own: starts the stack, pairs a machine, allows one
 * application, carries the Run out, prints what was done, and saves a picture.
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
import { type CreateRunbook, Errand } from '@errand/sdk';
import { machineOf, pair } from './machine.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MAIN = path.join(ROOT, 'apps/desktop/src/main.ts');
const PROGRAMS = ['Xvfb', 'openbox', 'dbus-daemon', 'mousepad'];
const EMAIL = 'you@example.com';
const PASSWORD = `demo-${crypto.randomUUID()}`;
const LETTER = 'Dear Ada,\n\nthis was typed by a Run: Grüße, 日本, 🙂\n';

const print = (line: string) => void process.stdout.write(`${line}\n`);

function stepsOf(file: string) {
  const editor = { app: 'mousepad', role: 'textbox' };
  const step = (id: string, primitive: string, input: object) => ({
    id,
    kind: 'primitive' as const,
    primitive,
    input,
    applicationScope: ['app:mousepad'],
  });
  return [
    step('open', 'desktop.open', { application: 'mousepad' }),
    step('find', 'desktop.wait', { for: editor }),
    step('write', 'desktop.type', { text: LETTER }),
    step('save', 'desktop.press', { keys: 'Control+S' }),
    step('name', 'desktop.fill', { target: { role: 'textbox', name: 'Name:' }, value: file }),
    step('confirm', 'desktop.click', { target: { role: 'button', name: 'Save', exact: true } }),
    step('saved', 'desktop.wait', { for: { role: 'window', name: path.basename(file) } }),
    step('read', 'desktop.read', { target: editor }),
  ];
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
    `A machine is paired; its owner allows Runs to use mousepad, on the screen ${desktop.env['DISPLAY'] ?? ''}.\n`,
  );

  const errand = new Errand({ apiKey, baseURL: stack.baseUrl });
  const letter = path.join(home, 'letter.txt');
  const definition = {
    schemaVersion: 3,
    title: 'Write a letter',
    status: 'published' as const,
    parameters: [],
    steps: stepsOf(letter),
  };
  const runbook = await errand.runbooks.create(definition as CreateRunbook);
  const { id } = await errand.runbooks.run(runbook.id, { inputs: {}, executionTarget: 'local' });
  for await (const event of errand.runs.stream(id)) {
    if (/^(step|run)\./.test(event.type) && event.type !== 'step.started')
      print(`  ${event.type.padEnd(14)}  ${event.message}`);
  }
  const { status, error_message: problem } = await errand.runs.get(id);
  if (status !== 'completed') throw new Error(`The Run is ${status}: ${problem ?? ''}`);
  print(`\nThe file holds: ${JSON.stringify(await readFile(letter, 'utf8'))}`);

  const { data: files } = await errand.runs.artifacts.list(id);
  const picture = files.findLast(({ kind }) => kind === 'screenshot');
  if (picture === undefined) throw new Error('The Run left no picture.');
  const saved = path.join(home, 'picture.png');
  const response = await errand.runs.artifacts.download(id, picture.id);
  await writeFile(saved, new Uint8Array(await response.arrayBuffer()));
  print(`Its last picture:  ${path.relative(process.cwd(), saved)}\n\nThe log of the machine:\n`);
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

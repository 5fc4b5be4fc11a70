/**
 * Packs the desktop application, installs it with the oldest Node that it names into an empty project, and uses it there:
 * pairs it with a stack and has it carry out a Run in a browser, and one in an application where a desktop is available.
 *
 *     npm run packages
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noDesktop, startDesktop } from '@errand/computer/testing/desktop.ts';
import { startShop } from '@errand/demo-shop';
import { KEY_SCOPES, openSession, signUp } from '@errand/launcher/account';
import { browserCacheDirectory } from '@errand/launcher/home';
import { startStack } from '@errand/local-stack';
import { type CreateRunbook, Errand } from '@errand/sdk';
import { packInto } from './pack.ts';
import { machineOf, pair } from '../e2e/demo/machine.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const EMAIL = 'you@example.com';
const PASSWORD = `packed-${crypto.randomUUID()}`;

interface Manifest {
  readonly engines: { readonly node: string };
  readonly publishConfig: { readonly peerDependencies: Readonly<Record<string, string>> };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function expectThat(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

async function install(project: string): Promise<{ node: string; command: string }> {
  const { engines, publishConfig } = JSON.parse(
    await readFile(path.join(ROOT, 'apps/desktop/package.json'), 'utf8'),
  ) as Manifest;
  const oldest = engines.node.replace('>=', '');
  const tarball = packInto(project, 'apps/desktop');
  execFileSync(path.join(ROOT, 'node_modules/.bin/publint'), ['run', tarball, '--strict'], {
    stdio: 'inherit',
  });
  await writeFile(
    path.join(project, 'package.json'),
    '{ "name": "empty", "version": "1.0.0", "private": true }\n',
  );
  const browser = Object.entries(publishConfig.peerDependencies).map(
    ([name, version]) => `${name}@${version}`,
  );
  const packages = [tarball, `node@${oldest}`, ...browser];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], {
    cwd: project,
    stdio: 'inherit',
  });
  const node = path.join(project, 'node_modules/node/bin/node');
  expectThat(
    execFileSync(node, ['--version'], { encoding: 'utf8' }).trim() === `v${oldest}`,
    `There is no Node ${oldest}.`,
  );
  return { node, command: path.join(project, 'node_modules/.bin/errand-desktop') };
}

/** A Run that writes in mousepad and reads what it wrote. */
async function tryDesktop(errand: Errand): Promise<void> {
  const target = { app: 'mousepad', role: 'textbox' };
  const step = (id: string, primitive: string, input: object) => ({
    id,
    kind: 'primitive',
    primitive,
    input,
  });
  const steps = [
    step('open', 'desktop.open', { application: 'mousepad' }),
    step('write', 'desktop.type', { text: 'Grüße, 日本 🙂' }),
    step('read', 'desktop.read', { target }),
  ];
  const definition = { schemaVersion: 3, title: 'Write', status: 'published', parameters: [], steps };
  const { id: runbookId } = await errand.runbooks.create(definition as unknown as CreateRunbook);
  const { id } = await errand.runbooks.run(runbookId, { inputs: {}, executionTarget: 'local' });
  const { status, error_message: problem, result } = await errand.runs.wait(id, { timeout: 120_000 });
  expectThat(status === 'completed', `the Run on the desktop is ${status}: ${problem ?? ''}`);
  const read = result?.outputs['read'];
  expectThat(read === 'Grüße, 日本 🙂', `it read ${JSON.stringify(read)}`);
}

async function tryPackage(project: string): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const { node, command } = await install(project);
  const home = path.join(project, 'home');
  const desktop = noDesktop === null ? undo.use(await startDesktop()) : null;
  const machine = machineOf([node, command], {
    ...desktop?.env,
    HOME: home,
    PATH: process.env['PATH'],
    ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
  });
  expectThat((await machine.run('--version')).trim() !== '', 'errand-desktop --version says nothing');
  expectThat((await machine.run('--help')).includes('pair'), 'errand-desktop --help lists no commands');

  const stack = await startStack({
    dir: path.join(project, 'stack'),
    port: 0,
    fresh: true,
    env: { ...process.env, ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory() },
  });
  undo.defer(() => stack.stop());
  const shop = await startShop();
  undo.defer(() => shop.close());
  const { apiKey } = await signUp(stack.baseUrl, EMAIL, PASSWORD, [...KEY_SCOPES, 'runs:local']);
  await pair(machine, stack.baseUrl, await openSession(stack.baseUrl, EMAIL, PASSWORD));
  const running = machine.begin('start', '--headless');
  undo.defer(async () => {
    const ended = once(running, 'close');
    running.kill('SIGTERM');
    await ended;
  });
  const errand = new Errand({ apiKey, baseURL: stack.baseUrl });
  const { id } = await errand.runs.create({
    task: `Open ${shop.url} and report the heading`,
    executionTarget: 'local',
  });
  const run = await errand.runs.wait(id, { timeout: 120_000 });
  expectThat(run.status === 'completed', `the Run is ${run.status}: ${run.error_message ?? ''}`);
  const { data: files } = await errand.runs.artifacts.list(id);
  expectThat(
    files.some(({ kind }) => kind === 'screenshot'),
    'the Run left no picture',
  );
  const status = JSON.parse(await machine.run('status', '--json')) as Record<string, unknown>;
  expectThat(status['connected'] === true, `its status is ${JSON.stringify(status)}`);
  expectThat((await machine.run('window', '--print')).startsWith('http://127.0.0.1:'), 'it has no window');
  if (desktop === null) print(`skipped its Runs on a desktop: ${noDesktop ?? ''}`);
  else {
    await machine.run('allow', 'mousepad', '--unattended');
    await tryDesktop(errand);
  }
  print(`The desktop application works when it is installed: ${run.result?.summary ?? ''}`);
}

const project = await mkdtemp(path.join(tmpdir(), 'errand-desktop-package-'));
try {
  await tryPackage(project);
} finally {
  // The desktop's settings may still be written while they are removed.
  await rm(project, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

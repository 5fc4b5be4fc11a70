/**
 * Packs the published packages, installs them into an empty project, and uses them there as people do: ESM, CommonJS, types
 * under node16 and bundler resolution, a bundle for browsers, the commands. Prints sizes and start-up times.
 *
 *     npm run packages
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { packInto } from './pack.ts';

const root = path.resolve(import.meta.dirname, '..');
const LIBRARIES = ['packages/sdk', 'packages/runbooks-ts'];
const COMMANDS = ['apps/cli', 'apps/mcp'];
const MAX_SDK_GZIP_BYTES = 12_000;
const ROUNDS = 7;

function bin(name: string): string {
  return path.join(root, 'node_modules/.bin', name);
}

const project = mkdtempSync(path.join(os.tmpdir(), 'errand-packages-'));

function inProject(command: string, args: readonly string[]): string {
  return execFileSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(project, name), text);
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

function expectThat(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

/** The fastest of several starts, in milliseconds. */
function startUp(args: readonly string[]): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const from = performance.now();
    const { status } = spawnSync(process.execPath, args, { cwd: project, stdio: 'ignore' });
    expectThat(status === 0, `node ${args.join(' ')} ended with ${status}`);
    return performance.now() - from;
  });
  return Math.min(...times);
}

const ORDER = `runbook('Order', { site: string({ format: 'url' }) }, ({ inputs }) => [browser.navigate('open', { url: inputs.site })])`;
const CODE = `
const errand = new Errand({ apiKey: 'erk_none', baseURL: 'http://127.0.0.1:9', maxRetries: 0 });
const made = ${ORDER};
if (made.toJSON().steps.length !== 1 || typeof errand.runs.create !== 'function') throw new Error('broken');
errand.runs.get('x').then(() => process.exit(1), (error) => process.exit(error instanceof APIConnectionError ? 0 : 1));
`;
const IMPORTS = `import Errand, { APIConnectionError } from '@errand/sdk';
import { browser, runbook, string } from '@errand/runbooks';
`;
const REQUIRES = `const { default: Errand, APIConnectionError } = require('@errand/sdk');
const { browser, runbook, string } = require('@errand/runbooks');
`;
const TYPED = `${IMPORTS}
export const order = ${ORDER};
export async function status(errand: Errand): Promise<string> {
  const run = await errand.runs.createAndWait({ task: 'Look' });
  return run.error_code === null ? run.status : run.error_code;
}
export const failed: typeof APIConnectionError = APIConnectionError;
export const upload = (errand: Errand, bytes: Uint8Array) => errand.files.create(bytes, { filename: 'a.txt' });
// @ts-expect-error a task is a text
export const wrong = (errand: Errand) => errand.runs.create({ task: 1 });
`;

function typeScript(module: string, resolution: string, file: string): void {
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom', '--types', ''];
  inProject(bin('tsc'), [...options, '--module', module, '--moduleResolution', resolution, file]);
}

try {
  const tarballs = [...LIBRARIES, ...COMMANDS].map((folder) => packInto(project, folder));
  for (const tarball of tarballs) inProject(bin('publint'), ['run', tarball, '--strict']);
  for (const tarball of tarballs.slice(0, LIBRARIES.length))
    inProject(bin('attw'), [tarball, '--profile', 'node16', '--no-emoji', '--format', 'ascii']);

  write({ 'package.json': '{ "name": "empty", "version": "1.0.0", "private": true }\n' });
  inProject('npm', ['install', '--no-audit', '--no-fund', '--silent', ...tarballs]);
  const installed = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  const names = Object.keys(installed.packages).filter((name) => name !== '');
  expectThat(names.length === tarballs.length, `they bring other packages: ${names.join(', ')}`);

  write({
    'esm.mjs': IMPORTS + CODE,
    'cjs.cjs': REQUIRES + CODE,
    'typed.mts': TYPED,
    'typed.cts': TYPED.replace(/^import Errand, /m, 'import { Errand, ').replace(
      '{ Errand, { ',
      '{ Errand, ',
    ),
    'typed.ts': TYPED,
  });
  inProject(process.execPath, ['esm.mjs']);
  inProject(process.execPath, ['cjs.cjs']);
  typeScript('node16', 'node16', 'typed.mts');
  typeScript('node16', 'node16', 'typed.cts');
  typeScript('esnext', 'bundler', 'typed.ts');

  const { outputFiles } = await build({
    stdin: { contents: `export { default } from '@errand/sdk';`, resolveDir: project },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'warning',
  });
  const gzipped = gzipSync(outputFiles[0]?.contents ?? '').length;
  report(`SDK for browsers and workers: ${gzipped} bytes, minified and compressed`);
  expectThat(gzipped <= MAX_SDK_GZIP_BYTES, `more than ${MAX_SDK_GZIP_BYTES} bytes`);

  const errand = path.join(project, 'node_modules/@errand/cli/dist/main.js');
  const help = inProject(path.join(project, 'node_modules/.bin/errand'), ['--help']);
  expectThat(help.includes('runbooks'), 'errand --help lists no commands');
  expectThat(
    inProject('npx', ['--no-install', 'errand', '--version']).trim() !== '',
    'npx errand says nothing',
  );
  const evidence = path.join(root, 'packages/evidence/test/fixtures/evidence.zip');
  expectThat(
    inProject(process.execPath, [errand, 'evidence', 'verify', evidence]).startsWith('Intact'),
    'errand evidence verify does not find intact evidence so',
  );
  write({ 'order.ts': `${IMPORTS}export default ${ORDER};` });
  const validation = spawnSync(process.execPath, [errand, 'runbooks', 'validate', 'order.ts'], {
    cwd: project,
    encoding: 'utf8',
    env: { ERRAND_API_KEY: 'erk_none', ERRAND_BASE_URL: 'http://127.0.0.1:9' },
  });
  expectThat(
    validation.stderr.includes('POST /v1/runbooks/validate'),
    `errand does not read a TypeScript file: ${validation.stderr}`,
  );
  const server = spawnSync(path.join(project, 'node_modules/.bin/errand-mcp'), {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  expectThat(server.stderr.includes('ERRAND_API_KEY'), `errand-mcp without a key: ${server.stderr}`);
  const bare = startUp(['-e', '0']);
  for (const args of [['--version'], ['--help']]) {
    const own = startUp([errand, ...args]);
    report(
      `errand ${args[0]}: ${own.toFixed(0)} ms, ${(own / bare).toFixed(2)} times node -e 0 (${bare.toFixed(0)} ms)`,
    );
  }
  report('The packages work when they are installed.');
} finally {
  rmSync(project, { recursive: true, force: true });
}

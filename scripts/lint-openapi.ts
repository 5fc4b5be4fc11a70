/** Checks the OpenAPI document with Redocly's and Spectral's own rule sets: no error and no warning. Needs the network. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publicRoutes, signInRoutes } from '@errand/contracts';
import { createDocument } from '../apps/gateway/src/openapi/document.ts';

const REDOCLY = '@redocly/cli@2.77.0';
const SPECTRAL = '@stoplight/spectral-cli@6.16.3';

const folder = mkdtempSync(path.join(tmpdir(), 'errand-openapi-'));
const document = createDocument([...publicRoutes, ...signInRoutes], {
  serverUrl: 'https://errand.example',
  sessionCookie: 'errand.session_token',
});
writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(document, null, 2));
writeFileSync(path.join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');

/** Runs a linter from the registry; it is no dependency of ours. */
function passes(name: string, command: readonly string[]): boolean {
  const run = spawnSync('npx', ['--yes', ...command], { cwd: folder, encoding: 'utf8' });
  const text = `${run.stdout}${run.stderr}`;
  const isClean = run.status === 0 && !/You have \d+ warning/.test(text);
  process.stdout.write(`${name}: ${isClean ? '0 errors, 0 warnings' : `\n${text}`}\n`);
  return isClean;
}

const results = [
  passes('Redocly', [REDOCLY, 'lint', 'openapi.json']),
  passes('Spectral', [SPECTRAL, 'lint', 'openapi.json', '--fail-severity=hint']),
];
rmSync(folder, { recursive: true });
process.exitCode = results.every(Boolean) ? 0 : 1;

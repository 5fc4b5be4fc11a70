/**
 * Generates the Prisma clients of the services, which are not committed.
 * Runs after every install. Prisma's CLI would download a schema engine that generating never uses:
 * naming any executable in its place keeps the install offline.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const cli = path.join(root, 'node_modules/prisma/build/index.js');

for (const service of ['gateway', 'runs', 'runbooks']) {
  const schema = path.join(root, 'apps', service, 'prisma/schema.prisma');
  if (!existsSync(schema)) continue;
  // Its output is part of the error that a failure throws.
  execFileSync(process.execPath, [cli, 'generate', '--schema', schema, '--no-hints'], {
    cwd: root,
    stdio: 'pipe',
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  });
}

/**
 * Writes the types and operations of the TypeScript SDK from the OpenAPI document of the API, and the types of Runbooks as
 * code from the primitives of the contract.
 *
 *     npm run client-types [-- --check]
 *
 * With --check it writes nothing and fails when the files differ from the document.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { publicRoutes, signInRoutes } from '@errand/contracts';
import { primitiveSignatures } from '@errand/contracts/primitives';
import { createDocument } from '../apps/gateway/src/openapi/document.ts';
import { operationsModule, schemasModule } from './client-types/print.ts';
import { primitivesModule } from './client-types/primitives.ts';

const root = path.resolve(import.meta.dirname, '..');
const formatter = path.join(root, 'node_modules/.bin/oxfmt');

const options = { serverUrl: 'http://localhost:8080', sessionCookie: 'errand.session_token' };
/** The operations are for keys, which the routes of the accounts do not take; the types serve the dashboard too. */
const keyDocument = createDocument(publicRoutes, options);
const document = createDocument([...publicRoutes, ...signInRoutes], options);
const modules = {
  'packages/sdk/src/openapi/schemas.ts': schemasModule(document),
  'packages/sdk/src/openapi/operations.ts': operationsModule(keyDocument),
  'packages/runbooks-ts/src/openapi/primitives.ts': primitivesModule(primitiveSignatures),
};

for (const [name, source] of Object.entries(modules)) {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  const formatted = execFileSync(formatter, [`--stdin-filepath=${file}`], {
    input: source,
    encoding: 'utf8',
    cwd: root,
  });
  if (!process.argv.includes('--check')) writeFileSync(file, formatted);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== formatted) {
    process.stderr.write(
      `${path.relative(root, file)} differs from the OpenAPI document: run \`npm run client-types\` and commit it.\n`,
    );
    process.exitCode = 1;
  }
}

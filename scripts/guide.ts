/**
 * Writes docs/guide from the contracts, the same pages that the gateway serves at /docs/guide.
 *
 *     npm run guide [-- --check]
 *
 * With --check it writes nothing and fails when the folder differs from the contracts.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { publicRoutes, signInRoutes } from '@errand/contracts';
import { guideFile, guideMarkdown } from '../apps/gateway/src/guide/markdown.ts';
import { guidePages } from '../apps/gateway/src/guide/pages.ts';
import { createDocument } from '../apps/gateway/src/openapi/document.ts';

const folder = path.resolve(import.meta.dirname, '../docs/guide');
const document = createDocument([...publicRoutes, ...signInRoutes], {
  serverUrl: 'http://localhost:8080',
  sessionCookie: 'errand.session_token',
});
const wanted = new Map(guidePages(document).map((page) => [guideFile(page), guideMarkdown(page)]));

mkdirSync(folder, { recursive: true });
const present = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.md'),
);

if (process.argv.includes('--check')) {
  const isCurrent =
    present.length === wanted.size &&
    present.every((file) => readFileSync(path.join(folder, file), 'utf8') === wanted.get(file));
  if (!isCurrent) {
    process.stderr.write('docs/guide is out of date: run `npm run guide` and commit it.\n');
    process.exitCode = 1;
  }
} else {
  for (const file of present) rmSync(path.join(folder, file));
  for (const [file, text] of wanted) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

/**
 * Makes the pictures of the documents: the command line in a terminal (by tmux), and the last page of each recipe of the guide
 * that uses a browser.
 *
 *     npm run pictures [-- terminal | recipes]
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startShop } from '@errand/demo-shop';
import { RECIPES_FOLDER, readRecipes } from '@errand/gateway/recipes';
import { openSession, signUp } from '@errand/launcher/account';
import { browserCacheDirectory } from '@errand/launcher/home';
import { startStack } from '@errand/local-stack';
import { Errand } from '@errand/sdk';
import { toSvg, typeIntoTerminal } from './terminal.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const wanted = process.argv.slice(2);
function isWanted(what: string) {
  return wanted.length === 0 || wanted.includes(what);
}

await using undo = new AsyncDisposableStack();
const dir = await mkdtemp(path.join(tmpdir(), 'errand-pictures-'));
undo.defer(() => rm(dir, { recursive: true, force: true }));
const shop = await startShop();
undo.defer(() => shop.close());
const stack = await startStack({
  dir,
  port: 0,
  env: { ...process.env, ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory() },
});
undo.defer(() => stack.stop());

interface Account {
  readonly apiKey: string;
  readonly approvalKey: string;
}

let people = 0;

/** A person with no Runs, and a second key that approves. */
async function newAccount(): Promise<Account> {
  people += 1;
  const { apiKey, email, password } = await signUp(
    stack.baseUrl,
    `ada.${people}@example.com`,
    'a long enough password',
  );
  const cookie = await openSession(stack.baseUrl, email, password);
  const response = await fetch(`${stack.baseUrl}/v1/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: stack.baseUrl, cookie },
    body: JSON.stringify({ name: 'Approvals', scopes: ['runs:read', 'runs:approve'] }),
  });
  return { apiKey, approvalKey: ((await response.json()) as { key: string }).key };
}

function environmentFor({ apiKey, approvalKey }: Account): Record<string, string> {
  const paths = [path.dirname(process.execPath), path.join(ROOT, 'node_modules/.bin'), process.env['PATH']];
  return {
    PATH: paths.join(':'),
    HOME: dir,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    SHOP_URL: shop.url,
    SHOP: shop.url,
    ERRAND_BASE_URL: stack.baseUrl,
    ERRAND_API_KEY: apiKey,
    ERRAND_APPROVAL_KEY: approvalKey,
  };
}

async function drawTerminal(): Promise<void> {
  const commands = [
    `errand runs create "Open $SHOP, search for 'teapot', click the first result, and report the price" --wait`,
    'errand runs list',
  ];
  const screen = await typeIntoTerminal(commands, environmentFor(await newAccount()));
  const file = path.join(ROOT, 'docs/images/command-line.svg');
  await writeFile(file, toSvg(screen));
  process.stdout.write(`${path.relative(ROOT, file)}\n`);
}

/** The last screenshot of the newest Run that has one; null when none has. */
async function lastScreenshot(errand: Errand): Promise<Buffer | null> {
  for await (const { id } of errand.runs.list()) {
    const pictures = [];
    for await (const artifact of errand.runs.artifacts.list(id))
      if (artifact.kind === 'screenshot') pictures.push(artifact.id);
    const last = pictures.at(-1);
    if (last !== undefined)
      return Buffer.from(await (await errand.runs.artifacts.download(id, last)).arrayBuffer());
  }
  return null;
}

async function photographRecipes(): Promise<void> {
  for (const { file } of readRecipes()) {
    const account = await newAccount();
    await run(process.execPath, [path.join(RECIPES_FOLDER, file)], { env: environmentFor(account) });
    const picture = await lastScreenshot(
      new Errand({ apiKey: account.apiKey, baseURL: stack.baseUrl, maxRetries: 5 }),
    );
    if (picture === null) continue;
    const place = path.join(RECIPES_FOLDER, file.replace(/\.ts$/u, '.jpg'));
    await writeFile(place, picture);
    process.stdout.write(`${path.relative(ROOT, place)}: ${Math.round(picture.length / 1_000)} kB\n`);
  }
}

if (isWanted('terminal')) await drawTerminal();
if (isWanted('recipes')) await photographRecipes();

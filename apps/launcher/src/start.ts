import { readFile, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { runsWithoutSandbox, SANDBOX_WARNING } from '@errand/browser-runtime/sandbox';
import { startShop } from '@errand/demo-shop';
import { StartError, startStack } from '@errand/local-stack';
import { type Account, createApprovalKey, signIn, signUp } from './account.ts';
import { buildDashboard } from './dashboard.ts';
import { browserCacheDirectory, homeDirectory, queueUrl } from './home.ts';
import { describeEnd, print, runCommand } from './terminal.ts';

const DEFAULT_PORT = 8080;
const EMAIL = 'you@errand.local';

/** The contents of `.errand/local.json`: credentials for the stack of this folder. */
interface LocalAccess extends Account {
  baseUrl: string;
  /** Approves Runs that the first key created. */
  approvalKey?: string;
}

function portFromEnvironment(): number {
  const given = process.env['PORT'];
  if (!given) return DEFAULT_PORT;
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError(`PORT is "${given}"; set it to a number from 1 to 65535.`);
  return port;
}

async function readAccess(file: string): Promise<LocalAccess | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as LocalAccess;
  } catch {
    return null;
  }
}

async function keyWorks(baseUrl: string, apiKey: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/v1/runs?limit=1`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return response.ok;
}

/** Returns the account in the file if its key still works, else creates a new key or a new account. */
async function ensureAccount(baseUrl: string, known: LocalAccess | null): Promise<Account> {
  if (known === null) return await signUp(baseUrl, EMAIL, randomBytes(18).toString('base64url'));
  const { email, password, apiKey } = known;
  return (await keyWorks(baseUrl, apiKey))
    ? { email, password, apiKey }
    : await signIn(baseUrl, email, password);
}

async function ensureApprovalKey(
  baseUrl: string,
  { email, password }: Account,
  kept: string | undefined,
): Promise<string> {
  if (kept !== undefined && (await keyWorks(baseUrl, kept))) return kept;
  return createApprovalKey(baseUrl, email, password);
}

/** Reads the setting as the executor does. */
function noSandbox(): boolean | undefined {
  const { ERRAND_BROWSER_SANDBOX: given } = process.env;
  return given === undefined ? undefined : given === 'off';
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

/** Runs the embedded stack until Ctrl-C. */
async function start(signal: AbortSignal): Promise<void> {
  const home = homeDirectory();
  await buildDashboard(print);
  const shop = await startShop();
  await using stack = await startStack({
    dir: home,
    port: portFromEnvironment(),
    env: {
      ERRAND_EXAMPLE_SITE_URL: shop.url,
      ...process.env,
      ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
    },
    queueUrl: queueUrl(),
    onProgress: print,
    onGivenUp: (end) =>
      print(`${describeEnd(end).message}\nIt ended five times in a minute and is not started again.`),
  });
  signal.throwIfAborted();
  const file = path.join(home, 'local.json');
  const known = await readAccess(file);
  const account = await ensureAccount(stack.baseUrl, known);
  const approvalKey = await ensureApprovalKey(stack.baseUrl, account, known?.approvalKey);
  const access: LocalAccess = { baseUrl: stack.baseUrl, ...account, approvalKey };
  await writeFile(file, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  if (runsWithoutSandbox(noSandbox())) print(`\n${SANDBOX_WARNING}`);
  print(`
Errand is up:  ${stack.baseUrl}  (the dashboard: open it in a browser and sign up)
Example shop:  ${shop.url}
API reference: ${stack.baseUrl}/docs
API key:       ${account.apiKey}
Approval key:  ${approvalKey}
Kept in:       ${path.relative(process.cwd(), file)}

Try it:

  curl -s -X POST ${stack.baseUrl}/v1/runs -H 'Authorization: Bearer ${account.apiKey}' -H 'Content-Type: application/json' -d '{"task":"Open ${stack.baseUrl}/docs and report the heading"}'

Approve a Run that waits (the key that asked for it may not; {"decision":"reject"} refuses):

  curl -s -X POST ${stack.baseUrl}/v1/runs/RUN_ID/approval -H 'Authorization: Bearer ${approvalKey}' -H 'Content-Type: application/json' -d '{"decision":"approve"}'

Ctrl-C stops it; what it holds is kept.`);
  await untilAborted(signal);
}

await runCommand(start);

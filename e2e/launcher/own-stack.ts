import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningStack, startStack } from '@errand/local-stack';
import { type Account, openSession, signUp } from '@errand/launcher/account';
import { browserCacheDirectory } from '@errand/launcher/home';
import { type Api, openApi } from './api.ts';

/** A stack of one test file, with a signed-up account. */
export interface OwnStack {
  readonly dir: string;
  readonly stack: RunningStack;
  readonly account: Account;
  readonly api: Api;
  /** Stops the stack and deletes its data. */
  stop(): Promise<void>;
}

export async function startOwnStack(
  env: Readonly<Record<string, string>> = {},
  queueUrl?: string,
): Promise<OwnStack> {
  await using undo = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), 'errand-stack-'));
  undo.defer(() => rm(dir, { recursive: true, force: true }));
  const stack = undo.use(
    await startStack({
      dir,
      port: 0,
      queueUrl,
      env: { ...process.env, ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(), ...env },
    }),
  );
  const account = await signUp(stack.baseUrl, 'ada@example.com', 'a long enough password');
  const owned = undo.move();
  return {
    dir,
    stack,
    account,
    api: openApi(stack.baseUrl, account.apiKey),
    stop: () => owned.disposeAsync(),
  };
}

/** Creates a key that may also use Blueprints; the account's first key may not. */
export async function createBlueprintKey(baseUrl: string, account: Account): Promise<string> {
  const cookie = await openSession(baseUrl, account.email, account.password);
  const scopes = ['runs:read', 'runs:write', 'runs:local', 'blueprints:read', 'blueprints:write'];
  const response = await fetch(`${baseUrl}/v1/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
    body: JSON.stringify({ name: 'Blueprints', scopes }),
  });
  const { key } = (await response.json()) as { key: string };
  return key;
}

/** Approves the pending request of a Run, with a value if it asks for one. */
export type Approve = (runId: string, value?: unknown) => Promise<{ status: number; body: unknown }>;

/** Signs in with a session: the key that creates the Runs cannot approve them. */
export async function openApprovals({ stack: { baseUrl }, account }: OwnStack): Promise<Approve> {
  const cookie = await openSession(baseUrl, account.email, account.password);
  return async (runId, value) => {
    const response = await fetch(`${baseUrl}/v1/runs/${runId}/approval`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
      body: JSON.stringify({ decision: 'approve', value }),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** The parsed log of a service; throws when a line is not JSON. */
export async function logLines(stack: RunningStack, service: string): Promise<Record<string, unknown>[]> {
  const file = stack.processes.find(({ name }) => name === service)?.logFile ?? '';
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

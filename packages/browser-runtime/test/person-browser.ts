import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitFor } from '@errand/wait-for';
import { WebSocket } from 'ws';
import { findProfileBrowser } from '../src/index.ts';

interface Answer {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** A tab of the person. */
export interface PersonTab {
  readonly targetId: string;
  evaluate(expression: string): Promise<unknown>;
  /** Names of the events of its page, such as of dialogs that opened and closed. */
  readonly heard: string[];
}

/** A browser that a person uses, with a profile of its own, and a connection that stands for the person. */
export interface PersonBrowser extends AsyncDisposable {
  readonly userDataDir: string;
  readonly process: ChildProcess;
  open(url: string): Promise<PersonTab>;
  /** Addresses of all its tabs, sorted. */
  tabs(): Promise<string[]>;
  quit(): Promise<void>;
}

/** @param downloads the folder for its downloads */
export async function startPersonBrowser(downloads: string): Promise<PersonBrowser> {
  const userDataDir = await mkdtemp(path.join(tmpdir(), 'errand-person-'));
  await mkdir(path.join(userDataDir, 'Default'));
  const preferences = { download: { default_directory: downloads } };
  await writeFile(path.join(userDataDir, 'Default/Preferences'), JSON.stringify(preferences));
  const executable = await findProfileBrowser({
    cacheDir: path.join(tmpdir(), 'errand-browser'),
    environment: process.env,
    executablePath: process.env['ERRAND_BROWSER_PATH'],
    profileDir: userDataDir,
    headless: true,
  });
  const isHeadless = process.env['DISPLAY'] === undefined;
  const args = ['--no-first-run', '--no-sandbox', '--password-store=basic', '--remote-debugging-port=0'];
  const browser = spawn(
    executable,
    [...args, ...(isHeadless ? ['--headless'] : []), `--user-data-dir=${userDataDir}`, 'about:blank'],
    { stdio: 'ignore' },
  );
  const ended = once(browser, 'close');
  let endpoint = '';
  await waitFor(
    'the browser to tell where it can be reached',
    async () => {
      endpoint = await readFile(path.join(userDataDir, 'DevToolsActivePort'), 'utf8').catch(() => '');
      return endpoint.includes('/');
    },
    { timeoutMs: 30_000 },
  );
  const [port, place] = endpoint.split('\n');
  const socket = new WebSocket(`ws://127.0.0.1:${port}${place}`);
  await once(socket, 'open');
  const answers = new Map<number, (answer: Answer) => void>();
  const listeners = new Map<string, string[]>();
  let lastId = 0;
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(String(data)) as Answer & { sessionId?: string };
    if (answer.id !== undefined) answers.get(answer.id)?.(answer);
    else if (answer.method !== undefined) listeners.get(answer.sessionId ?? '')?.push(answer.method);
  });
  const send = async (method: string, params: object = {}, sessionId?: string) => {
    const id = (lastId += 1);
    const answered = new Promise<Answer>((resolve) => void answers.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await answered;
    if (result === undefined) throw new Error(error?.message);
    return result;
  };
  const quit = async () => {
    if (browser.exitCode === null && browser.signalCode === null) browser.kill('SIGKILL');
    await ended;
  };
  return {
    userDataDir,
    process: browser,
    open: async (url) => {
      const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      const heard: string[] = [];
      listeners.set(String(sessionId), heard);
      await send('Page.enable', {}, String(sessionId));
      await send('Page.navigate', { url }, String(sessionId));
      const evaluate = async (expression: string) => {
        const { result } = await send('Runtime.evaluate', { expression }, String(sessionId));
        return (result as { value?: unknown }).value;
      };
      await waitFor('the tab to load', async () => {
        const state = await evaluate('[location.href, document.readyState].join()');
        return state === `${url},complete`;
      });
      return { targetId: String(targetId), heard, evaluate };
    },
    tabs: async () => {
      const { targetInfos } = await send('Target.getTargets', { filter: [{ type: 'page' }] });
      return (targetInfos as { url: string }[]).map(({ url }) => url).toSorted();
    },
    quit,
    [Symbol.asyncDispose]: async () => {
      socket.terminate();
      await quit();
      await rm(userDataDir, { recursive: true, force: true });
    },
  };
}

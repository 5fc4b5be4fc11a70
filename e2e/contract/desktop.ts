import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, type Socket, connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserCacheDirectory } from '@errand/launcher/home';
import { waitFor } from '@errand/test-kit';
import { sharedStack } from './stack.ts';

const MAIN = path.join(import.meta.dirname, '../../apps/desktop/src/main.ts');

/** A network between a machine and the stack, which can be cut. */
export interface Network extends AsyncDisposable {
  readonly url: string;
  cut(): void;
  heal(): void;
}

export async function startNetwork(): Promise<Network> {
  const { hostname, port } = new URL(sharedStack().baseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    heal: () => {
      isCut = false;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The member who confirms a code, by the headers of their session. */
export interface Confirmer {
  readonly session: { readonly identity: Readonly<Record<string, string>> };
}

/** A machine of a person, with a home of its own. */
export interface Machine extends AsyncDisposable {
  readonly home: string;
  /** Begins `errand-desktop` with these arguments. */
  begin(...args: string[]): { child: ChildProcess; stdout: () => string; ended: Promise<Ended> };
  run(...args: string[]): Promise<Ended>;
  status(): Promise<Record<string, unknown>>;
  /** Pairs it with the workspace of the person who confirms the code. */
  pair(person: Confirmer, baseUrl: string): Promise<{ deviceId: string }>;
}

/** @param session variables of its session, such as those of a desktop */
export async function createMachine(session: Readonly<Record<string, string>> = {}): Promise<Machine> {
  const home = await mkdtemp(path.join(tmpdir(), 'errand-machine-'));
  const children = new Set<ChildProcess>();
  const begin: Machine['begin'] = (...args) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...session,
        HOME: home,
        ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
        ERRAND_LOG_LEVEL: process.env['ERRAND_LOG_LEVEL'],
      },
    });
    children.add(child);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const ended = once(child, 'close').then(([code]) => {
      children.delete(child);
      return { code: code as number | null, stdout, stderr };
    });
    return { child, stdout: () => stdout, ended };
  };
  const run: Machine['run'] = (...args) => begin(...args).ended;
  return {
    home,
    begin,
    run,
    status: async () => JSON.parse((await run('status', '--json')).stdout) as Record<string, unknown>,
    pair: async ({ session: { identity } }, baseUrl) => {
      const pairing = begin('pair', '--base-url', baseUrl, '--name', 'Test machine', '--json');
      await waitFor('the code', () => pairing.stdout().includes('\n'));
      const { userCode } = JSON.parse(pairing.stdout()) as { userCode: string };
      await fetch(`${baseUrl}/api/auth/device?user_code=${userCode}`, { headers: identity });
      const approved = await fetch(`${baseUrl}/api/auth/device/approve`, {
        method: 'POST',
        headers: { ...identity, 'content-type': 'application/json' },
        body: JSON.stringify({ userCode }),
      });
      if (!approved.ok) throw new Error(`approving answered ${approved.status}: ${await approved.text()}`);
      const { code, stdout, stderr } = await pairing.ended;
      if (code !== 0) throw new Error(`pairing ended with ${code}: ${stderr}`);
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { deviceId: string };
    },
    [Symbol.asyncDispose]: async () => {
      const left = [...children];
      for (const child of left) child.kill('SIGTERM');
      await Promise.all(left.map((child) => once(child, 'close')));
      await rm(home, { recursive: true, force: true });
    },
  };
}

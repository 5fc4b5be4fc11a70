import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type Answer, sharedSite } from '@errand/browser-runtime/testing/site.ts';
import { openerOf, run, sharedPool, steps } from './browser.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function processes(): Process[] {
  const read = (pid: number): Process[] => {
    try {
      const [, parent] = /\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
      return [{ pid, parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') }];
    } catch {
      return [];
    }
  };
  return readdirSync('/proc').map(Number).filter(Boolean).flatMap(read);
}

/** Signals the process that draws, of each browser that this process started. */
function signalDrawing(signal: 'SIGSTOP' | 'SIGCONT'): number {
  const all = processes();
  const isOurs = ({ pid, parent }: Process): boolean =>
    pid === process.pid || all.some((other) => other.pid === parent && isOurs(other));
  const drawing = all.filter((each) => each.command.includes('--type=gpu-process') && isOurs(each));
  for (const { pid } of drawing) process.kill(pid, signal);
  return drawing.length;
}

/** A page of a browser that draws nothing from its answer on until it has asked for `/draw`. */
function undrawn(body: string): Answer {
  return (_request, response) => {
    stopped = signalDrawing('SIGSTOP');
    response.writeHead(200, HTML).end(`${body}<script>setTimeout(() => fetch('/draw'), 8000)</script>`);
  };
}

let stopped = 0;
const pool = sharedPool();
const site = sharedSite({
  '/': undrawn('<title>Shop</title><button onclick="this.textContent = 1">Go on</button>'),
  '/frame': undrawn('<title>Shop</title><iframe name="inset" src="/inset"></iframe>'),
  '/inset': '<button onclick="this.textContent = 1">Go on</button>',
  '/draw': (_request, response) => {
    signalDrawing('SIGCONT');
    response.writeHead(204).end();
  },
});

// Other systems have no /proc to find the process by.
(process.platform === 'linux' ? test : test.skip).each([
  ['in the page', '/', { css: 'button' }],
  ['in a frame', '/frame', { css: 'button', frame: 'inset' }],
])('a click %s waits while its browser is too busy to draw', async (_where, path, target) => {
  const click = { id: 'act', primitive: 'browser.click', input: { target } };
  const given = steps(openerOf(site)(path), click);
  const { outcome } = await run(pool, given, { limits: { stepTimeoutMs: 300_000 } }).finally(() =>
    signalDrawing('SIGCONT'),
  );
  expect(stopped).toBe(1);
  expect(outcome).toMatchObject({ status: 'completed' });
});

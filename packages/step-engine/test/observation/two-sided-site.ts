import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from '@jest/globals';
import type { Act } from './site-answers.ts';

/** What the site answers; a number is a status without a body, `null` no answer ever. */
type Answer = string | number | null | { json: unknown } | { plain: string } | { to: string };

interface Asked {
  path: string;
  /** How often the same was asked before. */
  before: number;
  form: URLSearchParams;
}

/** A page of a site that stands there twice: `no` is true where it refuses. */
export interface TwoSided {
  page: string | ((no: boolean, taken: readonly string[]) => string);
  /** Whatever is not answered here is taken, and answered with `{"ok": true}`, where the site does not refuse. */
  answers?: (no: boolean, asked: Asked, take: (deed?: string) => void) => Answer | undefined;
  acts: Act[];
  /** What a task says where the site refuses. */
  says: string;
  /** How often it is tried until it is refused; 1 unless given, for what a browser may lose. */
  tries?: number;
}

export function send(then: string, path = 'api', body = "'x'"): string {
  return `fetch('${path}', { method: 'POST', body: ${body} }).then(async (r) => { const j = await r.json().catch(() => ({})); ${then} })`;
}

/** Serves the pages by their place in the list, below `/no/` and `/yes/`. */
export function serveTwoSided(all: readonly TwoSided[]) {
  let taken = new Map<string, string[]>();
  let asked = new Map<string, number>();
  const write = (response: ServerResponse, answer: Answer) => {
    if (answer === null) return;
    const head = { 'Content-Type': 'text/html; charset=utf-8' };
    if (typeof answer === 'number') response.writeHead(answer).end();
    else if (typeof answer === 'string')
      response.writeHead(200, head).end(`<!doctype html><title>Page</title>${answer}`);
    else if ('plain' in answer) response.writeHead(200, { 'Content-Type': 'text/plain' }).end(answer.plain);
    else if ('to' in answer) response.writeHead(303, { Location: answer.to }).end();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.json));
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.invalid');
    const [, side = '', index = '', ...rest] = pathname.split('/');
    const { page, answers } = all[Number(index)] ?? { page: '' };
    const path = rest.join('/');
    const no = side === 'no';
    const deeds = taken.get(`${side} ${index}`) ?? [];
    taken.set(`${side} ${index}`, deeds);
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '');
    const before = asked.get(pathname) ?? 0;
    asked.set(pathname, before + 1);
    const take = (deed = path) => void deeds.push(deed);
    const own = answers?.(no, { path, before, form }, take);
    if (own !== undefined) return write(response, own);
    const shown = typeof page === 'string' ? page : page(no, deeds);
    if (request.method === 'GET') return write(response, path === '' ? shown : 404);
    if (!no) take();
    return write(response, { json: no ? {} : { ok: true } });
  };
  const server = createServer((request, response) => void handle(request, response));
  const site = { url: '', takenBy: (index: number, side: string) => taken.get(`${side} ${index}`) ?? [] };
  beforeAll(
    () =>
      new Promise<void>((resolve) => {
        [taken, asked] = [new Map(), new Map()];
        server.listen(0, '127.0.0.1', () => {
          site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
          resolve();
        });
      }),
  );
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return site;
}

/** Answers a form or a link with the page `yes` where it is taken, and with `no` where it is not. */
export const answered =
  (yes: string, no: string): TwoSided['answers'] =>
  (refuses, { path }, take) => {
    if (path !== 'sent') return undefined;
    if (!refuses) take();
    return refuses ? no : yes;
  };

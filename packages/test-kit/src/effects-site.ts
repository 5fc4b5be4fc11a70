import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { SiteEffect } from './history/history.ts';

/**
 * A site that records every POST to `/effects`, with the token and step that it names. Its pages are a form
 * (`/form?token=&step=`) that posts there, a text (`/read?token=`), and one that changes with every frame (`/moving?token=`);
 * `ms` in the query delays a page. `/never-answers` leaves its request open.
 */
export interface EffectsSite {
  url: string;
  effects: readonly SiteEffect[];
  /** Delays all answers until `release`, or only those to effects of `step`; effects are still recorded. */
  hang: (step?: string) => void;
  release: () => void;
  /** Called for each incoming request; `port` is the caller's. Null: not called. */
  listen: (listener: ((request: { path: string; token: string; port: number }) => void) | null) => void;
  close: () => Promise<void>;
}

function page(title: string, body: string): string {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title><h1>${title}</h1>${body}`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

async function read(request: IncomingMessage): Promise<Record<string, string>> {
  const text = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString();
  return request.headers['content-type']?.startsWith('application/json')
    ? (JSON.parse(text) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(text));
}

/** Listens on a free port of 127.0.0.1 until `close`, which ends open requests. */
export async function startEffectsSite(): Promise<EffectsSite> {
  const effects: SiteEffect[] = [];
  let listener: Parameters<EffectsSite['listen']>[0] = null;
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let hangingStep: string | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const token = searchParams.get('token') ?? '';
    listener?.({ path: pathname, token, port: request.socket.remotePort ?? 0 });
    const html = (title: string, body: string) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      if (token !== '') response.setHeader('Set-Cookie', `token=${encodeURIComponent(token)}`);
      response.end(page(title, body));
    };
    let step: string | undefined;
    if (request.method === 'POST') {
      const fields = await read(request);
      step = fields['step'];
      effects.push({
        at: Date.now(),
        token: fields['token'] ?? '',
        step: fields['step'] ?? '',
        cookies: request.headers.cookie ?? '',
      });
    }
    if (pathname === '/never-answers') return;
    if (hangingStep === undefined || hangingStep === step) await gate.promise;
    await delay(Number(searchParams.get('ms') ?? 0));
    if (request.method === 'POST') html('Thank you', `<p>Effect ${effects.length}</p>`);
    else if (pathname === '/form')
      html(
        'Form',
        `<form method="post" action="/effects?ms=${Number(searchParams.get('sendMs') ?? 0)}">
           <input type="hidden" name="token" value="${escape(token)}">
           <input type="hidden" name="step" value="${escape(searchParams.get('step') ?? '')}">
           <button>Send</button></form>`,
      );
    else if (pathname === '/read') html('Text', `<p>It belongs to ${escape(token)}.</p>`);
    else if (pathname === '/moving')
      html(
        'Moving',
        `<p id="count"></p><script>let count = 0;
           const move = () => { document.getElementById('count').textContent = ++count; requestAnimationFrame(move); };
           move();</script>`,
      );
    else response.writeHead(404).end();
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    effects,
    hang: (step) => {
      hangingStep = step;
      gate = Promise.withResolvers();
    },
    release: () => gate.resolve(),
    listen: (heard) => {
      listener = heard;
    },
    close: async () => {
      gate.resolve();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Site extends AsyncDisposable {
  readonly url: string;
  /** How often a path was asked for. */
  count(path: string): number;
}

const HOME = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Contract page</title>
<style>body { min-height: 4000px }</style>
<h1 id="top" class="large" data-part="head">Contract page</h1><h2>Second</h2>
<ul id="list"><li>one</li><li>two</li></ul>
<table id="table"><tr><th>Name</th><th>Price</th></tr><tr><td>Pot</td><td>34.50</td></tr></table>
<nav id="nav"><a href="/other">Other page</a><a href="/away">Away</a></nav>
<label>Amount <input id="amount" value="3"></label>
<button class="twin">Twin</button><button class="twin">Twin</button>
<p class="item">first</p><p class="item">second</p>
<button id="late" onclick="setTimeout(() => document.querySelector('#said').textContent = 'It is here', 300)">Later</button><p id="said"></p>
<button id="ask" onclick="document.querySelector('#answer').textContent = prompt('Your name?') ?? 'nothing'">Ask</button><p id="answer"></p>
<a id="popup" href="/other" target="_blank">Opens a tab</a>
<iframe name="inner" title="Inner" srcdoc="<p id='deep'>In the frame</p>"></iframe>
<p id="hidden" hidden>Not to be seen</p>
<label>Papers <input id="papers" type="file" multiple onchange="document.querySelector('#names').textContent = [...this.files].map((f) => f.name + ' ' + f.size).join(', ')"></label><p id="names"></p>
<a id="file" href="/file" download>The file</a></html>`;

const OTHER =
  '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Other</title><h1>Other page</h1>';

function answerTo({ url = '/' }: IncomingMessage, asked: number): [number, string, Record<string, string>] {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const { pathname } = new URL(url, 'http://site');
  const hops = Number(/^\/hops\/(\d+)$/.exec(pathname)?.[1] ?? -1);
  if (hops > 0) return [302, '', { location: `/hops/${hops - 1}` }];
  if (hops === 0) return [200, 'arrived', { 'content-type': 'text/plain' }];
  if (pathname === '/json')
    return [200, '{"count":3,"rows":[{"name":"Pot"}]}', { 'content-type': 'application/json' }];
  if (pathname === '/flaky') return [asked < 3 ? 503 : 200, 'flaky', { 'content-type': 'text/plain' }];
  if (pathname === '/write') return [503, 'no', { 'content-type': 'text/plain' }];
  if (pathname === '/elsewhere') return [302, '', { location: 'http://127.0.0.2:1/' }];
  if (pathname === '/file') return [200, 'a,b\n', { 'content-type': 'text/csv' }];
  return [200, pathname === '/' ? HOME : OTHER, html];
}

/** Serves the pages of the sentences. */
export async function startSite(): Promise<Site> {
  const counts = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    const asked = (counts.get(path) ?? 0) + 1;
    counts.set(path, asked);
    const [status, body, headers] = answerTo(request, asked);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: (path) => counts.get(path) ?? 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

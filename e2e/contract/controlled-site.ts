import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitFor } from '@errand/test-kit';
import type { LiveSocket } from './live-socket.ts';

/** A page with every control that a person uses, at known positions; it reports its events to the server. */
const PAGE = `<!doctype html><title>Desk</title><style>body > * { position: absolute; margin: 0 }</style>
<h1 style="left:20px;top:5px">Heading</h1>
<input id="name" style="left:20px;top:60px;width:200px;height:30px">
<form action="/signed-in" style="left:20px;top:120px"><input name="password" type="password" style="width:200px;height:30px"></form>
<select id="size" style="left:20px;top:180px;width:200px;height:30px"><option>Small<option>Large</select>
<a href="/tab" target="_blank" style="left:20px;top:240px;width:200px;height:30px">Another tab</a>
<button id="ask" style="left:20px;top:300px;width:200px;height:30px">Ask</button>
<input id="file" type="file" style="left:20px;top:360px;width:200px;height:30px">
<div id="pad" style="left:400px;top:60px;width:300px;height:300px;background:#ddd;touch-action:none">Pad</div>
<script>
  const tell = (what) => navigator.sendBeacon('/told', what);
  // Input may be lost on a page that is not drawn yet.
  requestAnimationFrame(() => requestAnimationFrame(() => tell('drawn')));
  const at = (id) => document.getElementById(id);
  at('name').addEventListener('input', ({ target }) => tell('name ' + target.value));
  at('size').addEventListener('change', ({ target }) => tell('size ' + target.value));
  at('ask').addEventListener('click', () => tell('answer ' + confirm('Really?')));
  at('file').addEventListener('change', async ({ target }) => tell('file ' + target.files[0].name + ' ' + await target.files[0].text()));
  at('file').addEventListener('change', ({ target }) => tell('bytes ' + target.files[0].size));
  at('pad').addEventListener('wheel', ({ deltaY }) => tell('wheel ' + deltaY));
  at('pad').addEventListener('touchstart', ({ touches }) => tell('touch ' + touches.length));
  at('pad').addEventListener('mousemove', ({ clientX, clientY }) => tell('move ' + clientX + ' ' + clientY));
</script>`;

/** A site whose pages under /held answer only when the test says so. The page at /moving changes 10 times a second. */
export interface ControlledSite {
  at(path: string): string;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  /** The page's reports. */
  readonly told: readonly string[];
  isHeld(path: string): boolean;
  answer(path: string): void;
  close(): void;
}

export async function startControlledSite(): Promise<ControlledSite> {
  const asked: string[] = [];
  const told: string[] = [];
  const held = new Map<string, ServerResponse>();
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/told') void text(request).then((what) => told.push(what));
    response.setHeader('content-type', 'text/html');
    if (path.startsWith('/held')) held.set(path, response);
    else if (path === '/secret') response.end('<h1>The code is pass-4711-word</h1>');
    else if (path === '/moving')
      response.end(`<h1 id="n">0</h1><script>let n = 0;
        setInterval(() => { document.getElementById('n').textContent = ++n; }, 100);</script>`);
    else response.end(`<title>Page</title><h1>Heading</h1>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    at: (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    asked,
    told,
    isHeld: (path) => held.has(path),
    answer: (path) => held.get(path)?.end(PAGE),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const TYPED_WITHIN_MS = 120_000;

/** Types into the field of the page, as a person does: again when that was refused, as it may be while the services are busy. */
export async function typeName(site: ControlledSite, hand: LiveSocket, name: string): Promise<void> {
  let refusals = -1;
  const isTold = () => {
    if (site.told.includes(`name ${name}`)) return true;
    const { length } = hand.received('refused');
    if (length > refusals) {
      refusals = length;
      hand.click(100, 75);
      hand.send({ type: 'text', text: name });
    }
    return false;
  };
  await waitFor('the page to tell what was typed', isTold, { timeoutMs: TYPED_WITHIN_MS });
}

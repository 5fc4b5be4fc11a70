/** Ten steps of a Runbook on a site of this process, and the same calls of bare Playwright. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserSession } from '@errand/browser-runtime';
import type { RunbookStep } from '@errand/contracts';

export type Page = BrowserSession['page'];

const PAGE = `<!doctype html><title>Order</title><h1>Order</h1><form action="/done">
<label>Name <input id="name" name="name"></label><label>Email <input id="email" name="email"></label>
<label>Size <select id="size" name="size"><option>Small<option>Large</select></label>
<label><input id="terms" type="checkbox" name="terms"> Terms</label><button id="send">Send</button></form>
${Array.from({ length: 40 }, (_, row) => `<p class="row">Row ${row}</p>`).join('')}`;

export interface Site {
  url: string;
  /** When each page was first asked for, by the query of its address, in milliseconds since the epoch. */
  askedAt: ReadonlyMap<string, number>;
  close(): void;
}

export async function startSite(): Promise<Site> {
  const askedAt = new Map<string, number>();
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://site');
    if (!askedAt.has(search)) askedAt.set(search, Date.now());
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pathname.startsWith('/done') ? '<!doctype html><title>Done</title><h1>Thanks</h1>' : PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    askedAt,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function tenSteps(url: string): RunbookStep[] {
  const step = (id: string, action: string, input: Record<string, unknown>): RunbookStep => ({
    id,
    kind: 'primitive',
    primitive: `browser.${action}`,
    input,
  });
  return [
    step('open', 'navigate', { url }),
    step('heading', 'extract', { target: 'h1', as: 'text' }),
    step('name', 'fill', { target: '#name', value: 'Ada' }),
    step('email', 'fill', { target: '#email', value: 'ada@example.com' }),
    step('size', 'select', { target: '#size', label: 'Large' }),
    step('terms', 'check', { target: '#terms' }),
    step('rows', 'extract', { target: '.row', as: 'list' }),
    step('send', 'click', { target: '#send' }),
    step('wait', 'wait', { for: { css: 'h1' } }),
    step('thanks', 'extract', { target: 'h1', as: 'text' }),
  ];
}

export function bareSteps(url: string): ((page: Page) => Promise<unknown>)[] {
  return [
    async (page) => {
      await page.goto(url);
      await page.title();
    },
    (page) => page.locator('h1').innerText(),
    (page) => page.locator('#name').fill('Ada'),
    (page) => page.locator('#email').fill('ada@example.com'),
    (page) => page.locator('#size').selectOption({ label: 'Large' }),
    (page) => page.locator('#terms').check(),
    (page) => page.locator('.row').allInnerTexts(),
    (page) => page.locator('#send').click(),
    (page) => page.locator('h1').waitFor(),
    (page) => page.locator('h1').innerText(),
  ];
}

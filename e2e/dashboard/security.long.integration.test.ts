import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { type Person, signUp } from './people.ts';

const DIST = path.resolve(import.meta.dirname, '../../apps/dashboard/dist');
const MAX_FIRST_LOAD_BYTES = 250 * 1_024;

const openPage = useBrowser();
let person: Person;
beforeAll(async () => {
  person = await signUp(sharedStack().baseUrl);
});

function get(address: string, accept = 'text/html'): Promise<Response> {
  return fetch(`${sharedStack().baseUrl}${address}`, { headers: { accept, 'accept-encoding': 'gzip, br' } });
}

interface Chunk {
  file: string;
  imports?: string[];
  isEntry?: boolean;
}

test('the first load is less than 250 kB of compressed JavaScript', () => {
  const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const files = new Set<string>();
  const add = (name: string): void => {
    const { file, imports = [] } = manifest[name] as Chunk;
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(add);
  };
  add('index.html');
  add('src/runs/runs-page.tsx');
  const sizes = [...files].map((file) => gzipSync(readFileSync(path.join(DIST, file))).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FIRST_LOAD_BYTES);
});

test('the page is never cached, its assets for ever, and both only speak to their own origin', async () => {
  for (const address of ['/', '/sign-in', '/runs/anything', '/settings']) {
    const response = await get(address);
    expect([address, response.status, response.headers.get('cache-control')]).toEqual([
      address,
      200,
      'no-cache',
    ]);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(await response.text()).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  }
  for (const file of readdirSync(path.join(DIST, 'assets')).filter((name) => /\.(?:js|css)$/.test(name))) {
    const response = await get(`/assets/${file}`, '*/*');
    expect(response.headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    await response.arrayBuffer();
  }
});

test('API clients and unknown addresses are answered as before', async () => {
  const root = await get('/', '*/*');
  expect([root.status, (await root.text()).includes('API reference')]).toEqual([200, true]);
  expect((await get('/docs')).status).toBe(200);
  for (const [address, accept] of [
    ['/nope', 'text/html'],
    ['/runs/a/b', 'text/html'],
    ['/runs/%zz', 'text/html'],
    ['/assets/nope.js', '*/*'],
    ['/assets/..%2findex.html', '*/*'],
    ['/runs', 'application/json'],
    ['/v1/nope', 'text/html'],
  ] as const) {
    const response = await get(address, accept);
    expect([address, response.status, await response.json()]).toEqual([
      address,
      404,
      { detail: expect.any(String) },
    ]);
  }
});

test('no page requests another origin, writes to the console, or violates its policy', async () => {
  const page = await openPage(person, '/runs');
  const foreign: string[] = [];
  const consoleErrors: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== sharedStack().baseUrl) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  for (const address of [
    '/runs',
    '/runbooks/new',
    '/blueprints/new',
    '/approvals',
    '/api-keys?new=true',
    '/members',
    '/settings',
  ]) {
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.late').length === 0);
  }
  await page.goto('/runbooks/new');
  await page.getByRole('textbox', { name: 'The Runbook as JSON' }).waitFor();
  expect({ foreign, consoleErrors }).toEqual({ foreign: [], consoleErrors: [] });
});

const HOSTILE = [
  '<img src=x onerror="window.hacked=1">',
  '"><script>window.hacked=1</script>',
  'javascript:window.hacked=1',
  '</textarea><svg onload=window.hacked=1>',
  '{constructor.constructor("window.hacked=1")()}',
  '\u202Egnp.exe',
];

test('hostile titles, outputs, events and names are shown as text', async () => {
  const site = createServer((request, response) => {
    if (request.url === '/file') {
      const filename = encodeURIComponent(HOSTILE.join(' ').replaceAll('/', ' '));
      response.setHeader('content-disposition', `attachment; filename*=UTF-8''${filename}`);
      response.end('bytes');
      return;
    }
    const escaped = HOSTILE.join(' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<title>${escaped}</title><h1>${escaped}</h1>`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  try {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const steps = [
      {
        id: 'open',
        kind: 'primitive',
        primitive: 'browser.navigate',
        input: { url },
        instruction: HOSTILE[0],
      },
      {
        id: 'read',
        kind: 'primitive',
        primitive: 'browser.extract',
        input: { target: 'h1', as: 'text' },
        instruction: HOSTILE[1],
      },
      { id: 'file', kind: 'primitive', primitive: 'browser.download', input: { url: `${url}file` } },
      {
        id: 'set',
        kind: 'primitive',
        primitive: 'data.set',
        input: { value: { rows: [HOSTILE, HOSTILE], links: HOSTILE } },
      },
    ];
    const title = HOSTILE.join(' ').slice(0, 110);
    const body = { schemaVersion: 3, title, parameters: [], steps, status: 'published' };
    const runbook = await person.errand.runbooks.create(
      body as unknown as Parameters<typeof person.errand.runbooks.create>[0],
    );
    const run = await person.errand.runbooks.runAndWait(runbook.id);
    const failed = await person.errand.runs.createAndWait({
      task: `Open ${url} and click "${HOSTILE[0]?.replaceAll('"', "'")}"`,
    });
    await person.errand.request('POST', '/v1/api-keys', {
      body: { name: HOSTILE[0], scopes: ['runs:read'] },
    });
    await person.errand.blueprints.create({ name: HOSTILE[1] ?? '', goal: HOSTILE.join('\n') });
    const page = await openPage(person, '/runs');
    await page
      .getByText(HOSTILE[0] ?? '')
      .first()
      .waitFor();
    for (const address of [
      `/runs/${failed.id}`,
      `/runbooks/${runbook.id}`,
      '/runbooks',
      '/blueprints',
      '/api-keys',
      `/runs/${run.id}`,
    ]) {
      await page.goto(address);
      await page
        .getByText(/window\.hacked/)
        .first()
        .waitFor();
    }
    for (const name of ['Outputs', 'Files', 'Effects', 'Evidence', 'Events', 'Details']) {
      await page.getByRole('tab', { name }).click();
      if (name === 'Files')
        await page
          .getByRole('tabpanel')
          .getByText(/hacked=1/)
          .first()
          .waitFor();
    }
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.locator('a[href^="javascript:" i]').count()).toBe(0);
  } finally {
    site.close();
  }
});

test('another site can neither act with the session nor frame a page', async () => {
  const { baseUrl } = sharedStack();
  const evil = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<iframe src="${baseUrl}/runs"></iframe>
      <form action="${baseUrl}/v1/runs" method="post" enctype="text/plain"><input name='{"task":"Open a page","metadata":{"a":"' value='"}}'></form>`);
  }).listen(0, '127.0.0.1');
  await once(evil, 'listening');
  try {
    // Another host name, so that it is another site.
    const page = await openPage(person, `http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const before = (await person.errand.runs.list({ limit: 100 })).data.length;
    const frame = page.frames().find((each) => each !== page.mainFrame());
    expect(await frame?.locator('h1').count()).toBe(0);
    const [answer] = await Promise.all([
      page.waitForResponse(`${baseUrl}/v1/runs`),
      page.evaluate(() => document.querySelector('form')?.submit()),
    ]);
    expect([401, 403, 415]).toContain(answer.status());
    expect((await person.errand.runs.list({ limit: 100 })).data).toHaveLength(before);
  } finally {
    evil.close();
  }
});

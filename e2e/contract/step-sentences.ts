import { expect } from '@jest/globals';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sentence } from './sentences.ts';

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

let steps = 0;

function step(primitive: string, input: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return { id: `s${(steps += 1)}`, kind: 'primitive', primitive, input, ...more };
}

function sentence(
  says: string,
  [primitive, input, more = {}]: [string, Record<string, unknown>, Record<string, unknown>?],
  comes: { output?: unknown; error?: string },
  before: readonly Record<string, unknown>[] = [],
): Sentence {
  const made = step(primitive, input, { ...more, onFailure: 'continue' });
  return { says, id: made.id, step: made, before, ...comes };
}

const get = (url: string, more: Record<string, unknown> = {}) => ({ method: 'GET', url, ...more });

/** What needs no browser. */
export function plainSentences(site: string): Sentence[] {
  const { port } = new URL(site);
  return [
    sentence(
      'data.match answers named groups as an object',
      ['data.match', { value: '2026-11', pattern: '(?<year>\\d+)-(?<month>\\d+)' }],
      { output: { year: '2026', month: '11' } },
    ),
    sentence(
      'data.match answers the match and other groups as a list',
      ['data.match', { value: 'a-b', pattern: '(\\w)-(\\w)' }],
      { output: ['a-b', 'a', 'b'] },
    ),
    sentence('data.match without a match is assertion_failed', ['data.match', { value: 'a', pattern: 'b' }], {
      error: 'assertion_failed',
    }),
    sentence('http.request parses a JSON body', ['http.request', get(`${site}/json`)], {
      output: { status: 200, body: { count: 3, rows: [{ name: 'Pot' }] } },
    }),
    sentence(
      'http.request with another status than expected is assertion_failed',
      ['http.request', get(`${site}/json`, { expectStatus: 201 })],
      { error: 'assertion_failed' },
    ),
    sentence('http.request follows ten redirects', ['http.request', get(`${site}/hops/10`)], {
      output: { status: 200, body: 'arrived' },
    }),
    sentence('http.request follows no eleventh redirect', ['http.request', get(`${site}/hops/11`)], {
      error: 'action_failed',
    }),
    sentence(
      'a scope pattern without a port means any port',
      ['http.request', get(`${site}/json`), { applicationScope: ['127.0.0.1'] }],
      { output: { status: 200 } },
    ),
    sentence(
      'a scope pattern with a port means this port',
      ['http.request', get(`${site}/json`), { applicationScope: [`127.0.0.1:${Number(port) + 1}`] }],
      { error: 'site_not_allowed' },
    ),
    sentence(
      'a wildcard does not include the host itself',
      ['http.request', get(`http://localhost:${port}/json`), { applicationScope: ['*.localhost'] }],
      { error: 'site_not_allowed' },
    ),
    sentence(
      'an empty scope allows nothing',
      ['http.request', get(`${site}/json`), { applicationScope: [] }],
      { error: 'site_not_allowed' },
    ),
    sentence(
      'a redirect out of scope fails the step',
      ['http.request', get(`${site}/elsewhere`), { applicationScope: ['127.0.0.1'] }],
      { error: 'site_not_allowed' },
    ),
    sentence(
      'retries repeat a read',
      ['http.request', get(`${site}/flaky`, { expectStatus: 200 }), { retries: 2 }],
      { output: { status: 200 } },
    ),
    sentence(
      'retries do not repeat what may have landed',
      ['http.request', { method: 'POST', url: `${site}/write`, expectStatus: 200 }, { retries: 2 }],
      { error: 'assertion_failed' },
    ),
    ...templateSentences(site),
  ];
}

function templateSentences(site: string): Sentence[] {
  const json = step('http.request', get(`${site}/json`));
  const body = `steps.${json.id}.output.body`;
  return [
    sentence(
      'a whole reference keeps its type',
      ['data.set', { value: `{{ ${body}.count }}` }],
      { output: 3 },
      [json],
    ),
    sentence('a reference inside a text is a text', ['data.set', { value: `n={{ ${body}.count }}` }], {
      output: 'n=3',
    }),
    sentence('a path indexes lists', ['data.set', { value: `{{ ${body}.rows[0].name }}` }], {
      output: 'Pot',
    }),
    sentence(
      'a missing value at the end of a path is output_invalid',
      ['data.set', { value: `{{ ${body}.nothing }}` }],
      { error: 'output_invalid' },
    ),
    sentence(
      'output contains is a condition',
      ['data.set', { value: 'say "hi"' }, { completionCondition: String.raw`output contains "\"hi\""` }],
      {
        output: 'say "hi"',
      },
    ),
    sentence(
      'a condition that does not come true is completion_condition_unmet',
      ['data.set', { value: 'no' }, { completionCondition: 'output contains "yes"', timeoutMs: 500 }],
      { error: 'completion_condition_unmet' },
    ),
    sentence(
      'not binds before and, and before or',
      [
        'data.set',
        { value: 'a' },
        { completionCondition: 'output contains "a" or output contains "b" and not output contains "a"' },
      ],
      { output: 'a' },
    ),
  ];
}

/** Actions in a page; they follow each other on one page. */
export function pageSentences(site: string): Sentence[] {
  const open = step('browser.navigate', { url: site });
  const text = (says: string, target: unknown, output: string) =>
    sentence(says, ['browser.extract', { target, as: 'text' }], { output });
  return [
    sentence('navigate answers url, title and status', ['browser.navigate', { url: `${site}/` }], {
      output: { url: `${site}/`, title: 'Contract page', status: 200 },
    }),
    text('a target that begins with # is a selector', '#top', 'Contract page'),
    text('a target that begins with . is a selector', '.large', 'Contract page'),
    text('a target that begins with [ is a selector', '[data-part=head]', 'Contract page'),
    text('a target that begins with // is a selector', '//h2', 'Second'),
    text('a target with an engine prefix is a selector', 'role=heading[name="Second"]', 'Second'),
    text('a known tag name is a selector', 'h2', 'Second'),
    text('another text is the exact visible name', 'Second', 'Second'),
    text('nth counts from 0', { css: '.item', nth: 1 }, 'second'),
    text('frame takes a selector', { css: '#deep', frame: 'iframe' }, 'In the frame'),
    text('frame takes a name', { css: '#deep', frame: 'inner' }, 'In the frame'),
    sentence('extract list answers texts', ['browser.extract', { target: '#list', as: 'list' }], {
      output: ['one', 'two'],
    }),
    sentence(
      'extract table answers rows with the header',
      ['browser.extract', { target: '#table', as: 'table' }],
      {
        output: [
          ['Name', 'Price'],
          ['Pot', '34.50'],
        ],
      },
    ),
    sentence('extract links answers text and href', ['browser.extract', { target: '#nav', as: 'links' }], {
      output: [
        { text: 'Other page', href: `${site}/other` },
        { text: 'Away', href: `${site}/away` },
      ],
    }),
    sentence('extract value', ['browser.extract', { target: '#amount', as: 'value' }], { output: '3' }),
    sentence(
      'extract attribute',
      ['browser.extract', { target: '#top', as: 'attribute', attribute: 'class' }],
      {
        output: 'large',
      },
    ),
    sentence('extract number', ['browser.extract', { target: '#table td:last-child', as: 'number' }], {
      output: 34.5,
    }),
    sentence(
      'no element is element_not_found',
      ['browser.click', { target: '#none' }, { timeoutMs: 1_000 }],
      {
        error: 'element_not_found',
      },
    ),
    sentence('several elements are element_ambiguous', ['browser.click', { target: 'Twin' }], {
      error: 'element_ambiguous',
    }),
    sentence(
      'assert text means contains, and waits',
      ['browser.assert', { target: '#said', text: 'is he' }],
      {},
      [step('browser.click', { target: '#late' })],
    ),
    sentence('assert url means contains', ['browser.assert', { url: '127.0.0.1' }], {}),
    sentence(
      'assert that does not hold is assertion_failed',
      ['browser.assert', { text: 'nowhere' }, { timeoutMs: 500 }],
      {
        error: 'assertion_failed',
      },
    ),
    ...['{ "ms": 1 }', '{ "text": "Second" }', '{ "url": "127.0.0.1" }', '"#top"'].map((each) =>
      sentence(`wait takes ${each}`, ['browser.wait', { for: JSON.parse(each) as unknown }], {}),
    ),
    sentence('scroll by is in CSS pixels', ['browser.evaluate', { expression: 'scrollY' }], { output: 700 }, [
      step('browser.scroll', { by: { x: 0, y: 700 } }),
    ]),
    sentence(
      'dialog answers the next one',
      ['browser.extract', { target: '#answer', as: 'text' }],
      { output: 'Ada' },
      [step('browser.dialog', { action: 'accept', text: 'Ada' }), step('browser.click', { target: '#ask' })],
    ),
    sentence(
      'upload takes content and Base64',
      ['browser.extract', { target: '#names', as: 'text' }],
      { output: 'a.txt 5, b.bin 3' },
      [
        step('browser.upload', {
          target: '#papers',
          files: [
            { name: 'a.txt', content: 'hello' },
            { name: 'b.bin', mimeType: 'application/octet-stream', base64: 'AAEC' },
          ],
        }),
      ],
    ),
    sentence('download answers artifactId, filename and bytes', ['browser.download', { target: '#file' }], {
      output: { artifactId: expect.any(String), filename: 'file.csv', bytes: 4 },
    }),
    sentence('screenshot answers an artifactId', ['browser.screenshot', {}], {
      output: { artifactId: expect.any(String) },
    }),
    sentence('pdf answers an artifactId', ['browser.pdf', {}], {
      output: { artifactId: expect.any(String) },
    }),
    sentence('snapshot answers the accessibility text', ['browser.snapshot', {}], {
      output: expect.stringContaining('heading "Contract page"'),
    }),
    ...[
      'url contains "127.0.0.1"',
      String.raw`url matches /:\d+\/$/`,
      'text "Second" is visible',
      'text "Not to be seen" is hidden',
      'element "#top" is visible',
      'not (text "Third" is visible) and (text "Second" is visible or url contains "nowhere")',
    ].map((completionCondition) =>
      sentence(
        `condition ${completionCondition}`,
        ['browser.extract', { target: 'h1', as: 'text' }, { completionCondition }],
        {
          output: 'Contract page',
        },
      ),
    ),
    sentence(
      'a popup does not become the active tab',
      ['browser.extract', { target: 'h1', as: 'text' }],
      { output: 'Contract page' },
      [step('browser.click', { target: '#popup' })],
    ),
    sentence(
      'a popup opens a tab, counted from 0',
      ['browser.extract', { target: 'h1', as: 'text' }],
      { output: 'Other page' },
      [step('browser.tab', { action: 'switch', index: 1 })],
    ),
    sentence(
      'a closed tab leaves the other',
      ['browser.extract', { target: 'h1', as: 'text' }],
      { output: 'Contract page' },
      [step('browser.tab', { action: 'close' })],
    ),
    sentence(
      'back and forward',
      ['browser.extract', { target: 'h1', as: 'text' }],
      { output: 'Other page' },
      [
        open,
        step('browser.click', { target: 'Other page' }),
        step('browser.back', {}),
        step('browser.forward', {}),
      ],
    ),
    sentence(
      'a navigation out of scope is site_not_allowed',
      ['browser.navigate', { url: `${site}/` }, { applicationScope: ['example.com'] }],
      {
        error: 'site_not_allowed',
      },
    ),
  ];
}

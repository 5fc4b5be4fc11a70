import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserMessage, PersonInput } from '@errand/contracts';
import { waitFor } from '@errand/wait-for';
import { afterAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type BrowserSession, createBrowserPool, createHand, type Hand } from '../src/index.ts';
import type { ProtocolMessage, Transport } from '../src/browser/connection/bound-connection.ts';
import { createRecorder } from './recorder.ts';
import { sharedSite } from './site.ts';

const LIST = '<select style="width:200px;height:30px"><option>Small<option selected>Large</select>';
const DESK = `<!doctype html><title>Desk</title><style>* { margin: 0 } body > * { position: absolute; left: 20px }</style>
<button style="top:20px;width:200px;height:30px" onmousedown="document.title = 'Pressed'">Press</button>
<div style="top:80px">${LIST}</div>
<div id="shadow" style="top:140px"></div>
<iframe src="/frame" style="top:200px;border:10px solid;width:400px;height:200px"></iframe>
<script>document.getElementById('shadow').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(LIST)};</script>`;
const FRAME = `<!doctype html><style>* { margin: 0 }</style>${LIST}<br><input type="password" style="width:200px;height:30px">`;

const pool = createBrowserPool({ cacheDir: join(tmpdir(), 'errand-browser'), environment: process.env });
afterAll(() => pool.close());
let answerHeld = () => undefined as void;
const site = sharedSite({
  '/': DESK,
  '/frame': FRAME,
  '/busy': `<!doctype html><input type="password" autofocus>
<script>document.querySelector('input').addEventListener('input', () => {
  const request = new XMLHttpRequest();
  request.open('GET', '/held', false);
  request.send();
});</script>`,
  '/held': (_request, response) => {
    answerHeld = () => response.end();
  },
});

interface Desk {
  surface: BrowserSession;
  hand: Hand;
  told: BrowserMessage[];
}

function atDesk(work: (desk: Desk) => Promise<void>): Promise<void> {
  return pool.withContext({ host: createRecorder(), scoped: false }, async (surface) => {
    await surface.page.goto(site.url);
    const told: BrowserMessage[] = [];
    const hand = createHand(surface, (message) => void told.push(message));
    await work({ surface, hand, told });
    await hand.end();
  });
}

function mouse(action: 'down' | 'up', x: number, y: number): PersonInput {
  return { type: 'mouse', action, x, y, button: 'left', clicks: 1, modifiers: [] };
}

const ENTER: PersonInput = {
  type: 'key',
  action: 'down',
  key: 'Enter',
  code: 'Enter',
  keyCode: 13,
  location: 0,
  repeat: false,
  modifiers: [],
};

interface Internals {
  _connection: { toImpl: (browser: Browser) => { _connection: { _transport: Transport } } };
}

/** The methods of the messages that go to the browser's pages meanwhile. */
async function sentDuring(surface: BrowserSession, work: () => Promise<void>): Promise<string[]> {
  const browser = surface.context.browser();
  if (browser === null) throw new Error('no browser');
  const transport = (browser as unknown as Internals)._connection.toImpl(browser)._connection._transport;
  const sent: string[] = [];
  const send = transport.send.bind(transport);
  transport.send = (message: ProtocolMessage) => {
    const method = message.method ?? '';
    // Not the check that the browser itself still answers, which comes at any time.
    if (!method.startsWith('Browser.')) sent.push(method);
    send(message);
  };
  try {
    await work();
  } finally {
    transport.send = send;
  }
  return sent;
}

test('a press asks the page a single question before it is passed on, because a page that moves answers slowly', () =>
  atDesk(async ({ surface, hand }) => {
    await hand.carryOut(mouse('down', 100, 35));
    await surface.page.waitForFunction(() => document.title === 'Pressed');
    const sent = await sentDuring(surface, () => hand.carryOut(mouse('down', 100, 35)));
    expect(sent.filter((method) => !method.startsWith('Input.'))).toEqual(['Runtime.callFunctionOn']);
  }));

test.each([
  ['of the page', 80, { x: 20, y: 80 }],
  ['in a shadow root', 140, { x: 20, y: 140 }],
  ['in a frame', 210, { x: 30, y: 210 }],
])('a press on a drop-down list %s shows its options at their place', (_where, top, corner) =>
  atDesk(async ({ surface, hand, told }) => {
    await surface.page.frameLocator('iframe').locator('select').waitFor();
    await hand.carryOut(mouse('down', 100, top + 15));
    expect(told).toEqual([
      {
        type: 'list',
        list: {
          id: '1',
          multiple: false,
          box: { ...corner, width: 200, height: 30 },
          options: [
            { text: 'Small', group: null, disabled: false, selected: false },
            { text: 'Large', group: null, disabled: false, selected: true },
          ],
        },
      },
    ]);
    await hand.carryOut({ type: 'list', id: '1', chosen: [0] });
    const frame = top > 200 ? surface.page.frames()[1] : surface.page.mainFrame();
    const select = frame?.locator(top === 80 ? 'div:not(#shadow) select' : 'select').last();
    expect(await select?.inputValue()).toBe('Small');
  }),
);

test('a password that is typed into a frame is hidden', () =>
  atDesk(async ({ surface, hand }) => {
    const hidden: string[] = [];
    surface.mask = { text: (text) => text, hide: (texts) => void hidden.push(...texts) };
    await surface.page.frameLocator('iframe').locator('input').focus();
    await hand.carryOut({ type: 'text', text: 'by-hand' });
    await hand.carryOut(mouse('down', 100, 35));
    await waitFor('the password to be hidden', () => hidden.length > 0, { timeoutMs: 60_000 });
    expect(hidden).toEqual(['by-hand']);
  }));

test('a password is hidden when the page answers only after Enter was pressed', () =>
  atDesk(async ({ surface, hand }) => {
    const hidden: string[] = [];
    surface.mask = { text: (text) => text, hide: (texts) => void hidden.push(...texts) };
    await surface.page.goto(`${site.url}/busy`);
    await surface.page.locator('input').focus();
    await hand.carryOut({ type: 'text', text: 'by-hand' });
    await hand.carryOut(ENTER);
    expect([hidden, site.requests.includes('GET /held')]).toEqual([[], true]);
    answerHeld();
    await waitFor('the password to be hidden', () => hidden.length > 0, { timeoutMs: 60_000 });
    expect(hidden).toEqual(['by-hand']);
  }));

import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isPrivateName } from '@errand/browser-runtime';
import { run, sharedPool, steps } from './browser.ts';
import { serve, type Site } from '@errand/browser-runtime/testing/site.ts';

const pool = sharedPool();
let home: Site;
let away: Site;

beforeAll(async () => {
  away = await serve({
    '/': 'away',
    '/pixel.png': 'x',
    '/file': (_request, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="f.txt"' });
      response.end('f');
    },
  });
  home = await serve({
    '/': `<title>Home</title><img src="${away.url}/pixel.png"><a id="link" href="${away.url}/">Link</a>
      <a id="bounce" href="/bounce">Bounce</a><a id="pop" target="_blank" href="${away.url}/">Popup</a>
      <form method="post" action="${away.url}/"><button>Post</button></form><iframe src="${away.url}/"></iframe>
      <a id="file" href="${away.url}/file">File</a>
      <script>const worker = new Worker('/worker.js'); new WebSocket('ws://${away.host}/socket');</script>`,
    '/worker.js': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(`fetch('${away.url}/from-worker').catch(() => 0)`);
    },
    '/bounce': (_request, response) => {
      response.writeHead(302, { location: `${away.url}/` });
      response.end();
    },
  });
});
afterAll(() => home?.close());
afterAll(() => away?.close());

function visit() {
  return { primitive: 'browser.navigate', input: { url: home.url } };
}
function inScope(...given: Parameters<typeof steps>) {
  return run(pool, steps(...given.map((step) => ({ applicationScope: [home.host], ...step }))), {
    scoped: true,
  });
}

describe('the application scope of a step', () => {
  test('blocks and logs what a page asks for elsewhere: picture, frame, worker, socket', async () => {
    away.requests.length = 0;
    const { outcome, host } = await inScope(visit(), {
      primitive: 'browser.wait',
      input: { for: { ms: 300 } },
    });
    expect(outcome.status).toBe('completed');
    expect(away.requests).toEqual([]);
    expect(host.ofType('log')[0]).toMatchObject({
      stepId: 's1',
      message: `Blocked a request: ${away.host} is outside the application scope of this step.`,
    });
  });

  test.each([
    ['a navigation', { primitive: 'browser.click', input: { target: '#link' } }],
    ['a redirect', { primitive: 'browser.click', input: { target: '#bounce' } }],
    ['a form post', { primitive: 'browser.click', input: { target: 'Post' } }],
    ['a popup', { primitive: 'browser.click', input: { target: '#pop' } }],
    ['a download', { primitive: 'browser.download', input: { target: '#file' } }],
  ])('fails on %s', async (_what, step) => {
    away.requests.length = 0;
    // A popup comes after the step that opens it has ended; the wait ends when it is refused.
    const { outcome, host } = await inScope(visit(), step, {
      primitive: 'browser.wait',
      input: { for: { ms: 20_000 } },
      timeoutMs: 30_000,
    });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'site_not_allowed' });
    expect(outcome.errorMessage).toContain(away.host);
    expect(away.requests).toEqual([]);
    expect(host.ofType('step.completed').map(({ stepId }) => stepId)).toContain('s1');
  });

  test.each([
    ['a navigation', 'browser.navigate', {}],
    ['a new tab', 'browser.tab', { action: 'new' }],
    ['an HTTP request', 'http.request', { method: 'GET' }],
    ['a download', 'browser.download', {}],
  ])('refuses %s of its own', async (_what, primitive, input) => {
    away.requests.length = 0;
    const { outcome } = await inScope({ primitive, input: { ...input, url: `${away.url}/` } });
    expect(outcome).toMatchObject({ errorCode: 'site_not_allowed' });
    const { outcome: redirected } = await inScope({
      primitive,
      input: { ...input, url: `${home.url}/bounce` },
    });
    expect(redirected).toMatchObject({ errorCode: 'site_not_allowed' });
    expect(away.requests).toEqual([]);
  });

  test.each([
    ['an HTTP request', 'http.request', { method: 'POST' }],
    ['a new tab', 'browser.tab', { action: 'new' }],
    ['a download', 'browser.download', {}],
  ])('refuses %s of its own in a dry run, and sends nothing', async (_what, primitive, input) => {
    home.requests.length = away.requests.length = 0;
    const dryRun = (url: string) =>
      run(pool, steps({ primitive, input: { ...input, url }, applicationScope: [home.host] }), {
        scoped: true,
        dryRun: true,
      });
    expect((await dryRun(`${away.url}/`)).outcome).toMatchObject({ errorCode: 'site_not_allowed' });
    expect((await dryRun(`${home.url}/`)).outcome).toMatchObject({ status: 'completed' });
    expect((await dryRun('/nowhere')).outcome).toMatchObject({ status: 'failed' });
    expect([...home.requests, ...away.requests]).toEqual([]);
  });

  test('is that of the step alone, and an empty one allows nothing', async () => {
    const { outcome } = await run(
      pool,
      steps(
        { ...visit(), applicationScope: [], onFailure: 'continue' },
        { primitive: 'browser.navigate', input: { url: away.url }, applicationScope: ['127.0.0.1'] },
        visit(),
      ),
      { scoped: true },
    );
    expect(outcome).toMatchObject({
      status: 'completed',
      outputs: { s1: null, s2: { status: 200 }, s3: { title: 'Home' } },
    });
  });

  test('is never silently ignored by a browser that cannot keep to it', async () => {
    const { outcome } = await run(pool, steps({ ...visit(), applicationScope: [home.host] }), {
      scoped: false,
    });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'internal_error' });
  });
});

describe('datagrams, which no proxy carries', () => {
  let listener: Socket;
  let received = 0;
  beforeAll(async () => {
    listener = createSocket('udp4', () => (received += 1)).bind(0, '127.0.0.1');
    await once(listener, 'listening');
  });
  afterAll(() => void listener?.close());

  async function sentBy(script: string, scope: string[] | undefined): Promise<number> {
    received = 0;
    const expression = script.replaceAll('PORT', String(listener.address().port));
    const { outcome } = await run(
      pool,
      steps(
        { ...visit(), applicationScope: scope },
        { primitive: 'browser.evaluate', input: { expression }, applicationScope: scope },
      ),
      { scoped: scope !== undefined },
    );
    expect(outcome).toMatchObject({ status: 'completed' });
    return received;
  }

  test('are not sent by WebRTC, not even without a scope', async () => {
    const script = `(async () => {
      const iceServers = [
        { urls: 'stun:127.0.0.1:PORT' },
        { urls: 'turn:127.0.0.1:PORT', username: 'stolen', credential: 'x' },
      ];
      const peer = new RTCPeerConnection({ iceServers });
      peer.createDataChannel('x');
      const gathered = new Promise((done) => {
        peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done();
      });
      await peer.setLocalDescription(await peer.createOffer());
      await gathered;
    })()`;
    expect(await sentBy(script, undefined)).toBe(0);
  });

  test('are not sent by WebTransport from a guarded page', async () => {
    const script = `(async () => {
      const hash = { algorithm: 'sha-256', value: new Uint8Array(32) };
      const options = { serverCertificateHashes: [hash] };
      await new WebTransport('https://127.0.0.1:PORT/', options).ready.catch(() => null);
    })()`;
    expect(await sentBy(script, [home.host])).toBe(0);
  });

  test('cannot be asked for by a guarded page: WebRTC, which looks hosts up itself, is in none of its windows and frames', async () => {
    const expression = `(async () => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      const written = document.createElement('iframe');
      written.srcdoc = '<p>Written</p>';
      await new Promise((loaded) => {
        written.onload = loaded;
        document.body.append(written);
      });
      const windows = [window, frame.contentWindow, written.contentWindow, open('about:blank')];
      return windows.map((each) => 'RTCPeerConnection' in each || 'webkitRTCPeerConnection' in each);
    })()`;
    const { outcome } = await inScope(visit(), { primitive: 'browser.evaluate', input: { expression } });
    expect(outcome.outputs).toMatchObject({ s2: [false, false, false, false] });
  });
});

describe('a private network', () => {
  const refused = (step: Parameters<typeof steps>[0]) =>
    run(pool, steps(step), { allowPrivateNetwork: false });

  test.each([
    'http://127.0.0.1:9999/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/',
    'http://localhost./',
    'http://anything.localhost/',
    'http://metadata.google.internal/computeMetadata/v1/',
  ])('is refused to the browser: %s', async (url) => {
    const { outcome } = await refused({ primitive: 'browser.navigate', input: { url } });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'site_not_allowed' });
  });

  test.each([
    'http://127.0.0.1:9999/',
    'http://localhost:9999/',
    'http://0x7f.1/',
    'http://METADATA.google.internal./',
    'http://printer.local/',
  ])('is refused to HTTP: %s', async (url) => {
    const { outcome } = await refused({ primitive: 'http.request', input: { method: 'GET', url } });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'site_not_allowed' });
  });

  test('is known by the names that are kept for it, before anybody looks them up', () => {
    for (const name of [
      'localhost',
      'a.localhost.',
      'printer.local',
      'metadata.google.internal',
      'nas.home.arpa',
    ])
      expect({ name, isPrivate: isPrivateName(name) }).toEqual({ name, isPrivate: true });
    for (const name of ['example.com', 'notlocalhost', 'local.example.com', 'internal.example.com.'])
      expect({ name, isPrivate: isPrivateName(name) }).toEqual({ name, isPrivate: false });
  });

  test.each([
    ['http://nowhere.invalid/', true],
    ['http://nowhere.invalid/', false],
    ['https://nowhere.invalid/', false],
  ])(
    'a name without an address is named: %s with private networks allowed: %s',
    async (url, allowPrivateNetwork) => {
      const { outcome } = await run(pool, steps({ primitive: 'browser.navigate', input: { url } }), {
        allowPrivateNetwork,
      });
      expect(outcome).toMatchObject({
        errorCode: 'navigation_failed',
        errorMessage: 'The host name nowhere.invalid could not be resolved.',
      });
    },
  );

  test('is refused in a dry run too, by name as well', async () => {
    const { outcome } = await run(
      pool,
      steps({ primitive: 'http.request', input: { method: 'POST', url: 'http://localhost:9999/' } }),
      { allowPrivateNetwork: false, dryRun: true },
    );
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'site_not_allowed' });
  });
});

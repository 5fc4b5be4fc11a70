import { expect, test } from '@jest/globals';
import { run, sharedPool, steps } from './browser.ts';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';

const PAGE = `<title>Sign in</title><form action="/echo"><label>Code <input name="code"></label>
<label>Password <input type="password" name="password"></label>
<textarea aria-label="Notes"></textarea><button>Sign in</button></form>`;
const MIRROR = `<title>Mirror</title><label>Code <input id="code"></label><h1>Order</h1><div id="shown"></div>
<script>code.onkeydown = ({ key }) => { if (key === 'Enter') shown.textContent = code.value }</script>`;
const secret = 'Tea & pots/42 äö';
const parameters = [{ name: 'code', type: 'secret' as const }];

const pool = sharedPool();
const site = sharedSite({
  '/': PAGE,
  '/mirror': MIRROR,
  '/framed': (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    // Another site than that of its page, so that another process draws it.
    response.end(
      `${MIRROR}<iframe name="other" src="http://localhost:${request.socket.localPort}/mirror"></iframe>`,
    );
  },
  '/echo': (request, response) => {
    const code = new URL(request.url ?? '', 'http://site').searchParams.get('code') ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<title>${code}</title><button>Hello ${'.'.repeat(30)} ${code}</button>`);
  },
});

function open() {
  return { primitive: 'browser.navigate', input: { url: site.url } };
}

async function pictureOf(code: string, typed: string, target = 'Code', primitive = 'browser.fill') {
  const { outcome, host } = await run(
    pool,
    steps(
      open(),
      { primitive, input: { target, [primitive === 'browser.fill' ? 'value' : 'text']: typed } },
      { primitive: 'browser.evaluate', input: { expression: 'document.activeElement.blur()' } },
      { primitive: 'browser.screenshot' },
    ),
    { parameters, inputs: { code } },
  );
  expect(outcome.errorMessage).toBeNull();
  return Buffer.from([...host.files.values()].at(-1)?.bytes ?? []).toString('base64');
}

test.each([
  ['Code', 'browser.fill'],
  ['Code', 'browser.type'],
  ['Notes', 'browser.fill'],
] as const)('a picture shows no secret in the field %s after %s', async (target, primitive) => {
  const pictures = await Promise.all(
    ['mmmm1111', 'iiii2222'].map((code) => pictureOf(code, '{{ inputs.code }}', target, primitive)),
  );
  expect(pictures[0]).toBe(pictures[1]);
  expect(await pictureOf('unused', 'mmmm1111', target, primitive)).not.toBe(pictures[0]);
});

test('a secret stays hidden in screenshots after the page reveals its password fields', async () => {
  const shown = async (code: string) => {
    const { host } = await run(
      pool,
      steps(
        open(),
        { primitive: 'browser.fill', input: { target: 'Password', value: '{{ inputs.code }}' } },
        {
          primitive: 'browser.evaluate',
          input: {
            expression:
              'document.querySelector("[name=password]").type = "text"; document.activeElement.blur()',
          },
        },
        { primitive: 'browser.screenshot' },
      ),
      { parameters, inputs: { code } },
    );
    return Buffer.from([...host.files.values()].at(-1)?.bytes ?? []).toString('base64');
  };
  expect(await shown('mmmm1111')).toBe(await shown('iiii2222'));
});

const ECHOES: readonly (readonly [string, string])[] = [
  ['as text', 'shown.textContent = code'],
  ['split into elements', 'shown.innerHTML = [...code].map((char) => `<b>${char}</b>`).join("")'],
  ['in another field', 'shown.innerHTML = "<input readonly>"; shown.firstChild.value = code'],
  ['in a text area', 'shown.innerHTML = "<textarea></textarea>"; shown.firstChild.value = code'],
  ['as a placeholder', 'shown.innerHTML = "<input>"; shown.firstChild.placeholder = code'],
  ['in a choice', 'shown.innerHTML = "<select><option></select>"; shown.querySelector("option").text = code'],
  ['in a shadow tree', 'shown.attachShadow({ mode: "closed" }).innerHTML = `<p>${code}</p>`'],
  [
    'by a style',
    'const rule = document.createElement("style"); rule.textContent = `#shown::after { content: "${code}" }`; document.head.append(rule)',
  ],
  ['in a drawing', 'shown.innerHTML = `<svg><text y="20">${code}</text></svg>`'],
];

function mirrored(echo: string, code: string, path = '/mirror') {
  return run(
    pool,
    steps(
      { primitive: 'browser.navigate', input: { url: site.url + path } },
      { primitive: 'browser.fill', input: { target: '#code', value: '{{ inputs.code }}' } },
      {
        primitive: 'browser.evaluate',
        input: {
          expression: `{ document.activeElement.blur(); const { code: { value: code }, shown } = window; ${echo}; null }`,
        },
      },
      { primitive: 'browser.extract', input: { target: 'h1', as: 'text' } },
      { primitive: 'browser.screenshot' },
    ),
    { parameters, inputs: { code }, limits: { screenshots: true, stepTimeoutMs: 10_000 } },
  );
}

test.each(ECHOES)('no screenshot shows a secret that the page echoes %s', async (_how, echo) => {
  // As wide as each other, because a choice is as wide as its text.
  const [one, other] = await Promise.all(['mmii1212', '2i1m2i1m'].map((code) => mirrored(echo, code)));
  expect([one?.outcome.errorMessage, one?.outcome.outputs['s4']]).toEqual([null, 'Order']);
  const kept = [...(one?.host.files.values() ?? [])].map(
    ({ stepId, contentType }) => `${stepId} ${contentType}`,
  );
  expect(kept).toEqual(['s1 image/jpeg', 's2 image/jpeg', 's5 image/png']);
  const [shown, shownOther] = [one, other].map((trial) =>
    Buffer.from([...(trial?.host.files.values() ?? [])].at(-1)?.bytes ?? []).toString('base64'),
  );
  expect(shown).toBe(shownOther);
});

test('a Run whose pages do not show its secret keeps all its screenshots unchanged', async () => {
  const { host } = await mirrored('shown.textContent = "nothing"', 'mmmm1111');
  expect([...host.files.values()].map(({ stepId }) => stepId)).toEqual(['s1', 's2', 's3', 's4', 's5', 's5']);
});

test('no screenshot or PDF shows a secret that a frame of another site echoes', async () => {
  const { host, outcome } = await run(
    pool,
    steps(
      { primitive: 'browser.navigate', input: { url: `${site.url}/framed` } },
      {
        primitive: 'browser.fill',
        input: { target: { css: '#code', frame: 'other' }, value: '{{ inputs.code }}' },
      },
      { primitive: 'browser.screenshot' },
      { primitive: 'browser.pdf' },
      { primitive: 'browser.press', input: { target: { css: '#code', frame: 'other' }, key: 'Enter' } },
      { primitive: 'browser.pdf' },
    ),
    { parameters, inputs: { code: 'mmmm1111' }, limits: { screenshots: true, stepTimeoutMs: 10_000 } },
  );
  expect(outcome).toMatchObject({
    errorCode: 'action_failed',
    errorMessage: expect.stringContaining('The page shows a secret'),
  });
  expect([...host.files.values()].map(({ stepId, kind }) => `${stepId} ${kind}`)).toEqual([
    's1 screenshot',
    's2 screenshot',
    's3 screenshot',
    's3 screenshot',
    's4 pdf',
    's4 screenshot',
  ]);
});

test('a secret that the page echoes is masked in everything that is reported', async () => {
  const { outcome, host } = await run(
    pool,
    steps(
      open(),
      { primitive: 'browser.fill', input: { target: 'Code', value: '{{ inputs.code }}' } },
      { primitive: 'browser.extract', input: { target: 'Code', as: 'value' } },
      { primitive: 'browser.snapshot' },
      {
        primitive: 'browser.click',
        input: { target: 'Sign in' },
        completionCondition: 'url contains "/echo"',
      },
      { primitive: 'browser.extract', input: { as: 'html' } },
      {
        primitive: 'browser.evaluate',
        input: { expression: '({ [document.title]: [btoa(unescape(encodeURIComponent(document.title)))] })' },
      },
      {
        primitive: 'browser.assert',
        input: { text: 'Goodbye {{ inputs.code }}' },
        timeoutMs: 300,
        onFailure: 'continue',
      },
      { primitive: 'browser.click', input: { target: 'Missing {{ inputs.code }}' }, timeoutMs: 300 },
    ),
    { parameters, inputs: { code: secret } },
  );
  const reported = JSON.stringify([outcome, host.events, host.intents, [...host.files.values()]]);
  expect(outcome).toMatchObject({
    status: 'failed',
    errorCode: 'element_not_found',
    finalUrl: `${site.url}/echo?code=[secret]&password=`,
  });
  expect(outcome.outputs).toMatchObject({ s3: '[secret]', s7: { '[secret]': ['[secret]'] } });
  for (const trace of [
    'pots',
    'Tea &',
    'Tea+',
    'Tea%20',
    Buffer.from('Tea & pots').toString('base64').slice(0, 12),
  ])
    expect(reported).not.toContain(trace);
});

test('an internal error is logged with its cause, and without the secret that the cause quotes', async () => {
  const host = createRecorder();
  const logged: [error: Error, stepId: string][] = [];
  host.logDefect = (error, stepId) => void logged.push([error, stepId]);
  host.declareIntent = () => Promise.reject(new TypeError(`cannot declare ${secret}`));
  const { outcome } = await run(
    pool,
    steps(open(), { primitive: 'browser.fill', input: { target: 'Code', value: '{{inputs.code}}' } }),
    { parameters, inputs: { code: secret }, host },
  );
  expect(outcome.errorCode).toBe('internal_error');
  expect(logged).toMatchObject([[{ name: 'TypeError', message: 'cannot declare [secret]' }, 's2']]);
  expect(logged[0]?.[0].stack).not.toContain(secret);
});

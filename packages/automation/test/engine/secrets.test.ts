import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BrowserPool } from '../../src/index.ts';
import { openPool, run, steps } from '../browser.ts';
import { serve, type Site } from '../site.ts';

const PAGE = `<title>Sign in</title><form action="/echo"><label>Code <input name="code"></label>
<label>Password <input type="password" name="password"></label>
<textarea aria-label="Notes"></textarea><button>Sign in</button></form>`;
const secret = 'Tea & pots/42 äö';
const parameters = [{ name: 'code', type: 'secret' as const }];

let pool: BrowserPool;
let site: Site;
beforeAll(async () => {
  pool = openPool();
  site = await serve({
    '/': PAGE,
    '/echo': (request, response) => {
      const code = new URL(request.url ?? '', 'http://site').searchParams.get('code') ?? '';
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<title>${code}</title><button>Hello ${'.'.repeat(30)} ${code}</button>`);
    },
  });
});
afterAll(() => pool?.close());
afterAll(() => site?.close());

const open = () => ({ primitive: 'browser.navigate', input: { url: site.url } });

const pictureOf = async (code: string, typed: string, target = 'Code', primitive = 'browser.fill') => {
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
};

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

test('a secret is dots also once the page shows passwords in clear', async () => {
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

test('a secret that the page echoes is in nothing that is reported', async () => {
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

import { describe, expect, test } from '@jest/globals';
import { executeRunbook } from '../src/engine/runbook.ts';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { serve } from '@errand/browser-runtime/testing/site.ts';
import { serveShop } from './shop-site.ts';

const pool = sharedPool();
const site = serveShop();
const open = openerOf(site);

describe('secrets', () => {
  test('secrets never leave the Run, in whatever form', async () => {
    const secret = 'p&ss wörd/1';
    const { outcome, host } = await run(
      pool,
      steps(
        open(),
        {
          primitive: 'browser.fill',
          input: { target: '#q', value: '{{ inputs.pw }}' },
          instruction: 'Type {{ inputs.pw }}',
        },
        {
          primitive: 'browser.press',
          input: { target: '#q', key: 'Enter' },
          completionCondition: 'url contains "q=" and text "{{ inputs.pw }}" is visible',
        },
        { primitive: 'browser.extract', input: { target: '#shown', as: 'text' } },
        {
          primitive: 'browser.evaluate',
          input: {
            expression:
              'location.href + btoa("user:" + unescape(encodeURIComponent(document.querySelector("#shown").textContent)))',
          },
        },
        { primitive: 'data.match', input: { value: '{{ steps.s4.output }}', pattern: '^p&ss' } },
        { primitive: 'browser.click', input: { target: '{{ inputs.pw }}!' }, timeoutMs: 100 },
      ),
      { parameters: [{ name: 'pw', type: 'secret' }], inputs: { pw: secret } },
    );
    const said = JSON.stringify([outcome, host.events, host.intents]);
    for (const form of [
      secret,
      'p%26ss',
      'wörd',
      'w%C3%B6rd',
      Buffer.from(`user:${secret}`).toString('base64').slice(8, -4),
    ])
      expect(said).not.toContain(form);
    expect(outcome.outputs['s4']).toBe('[secret]');
    expect(outcome.outputs['s6']).toEqual(['p&ss']);
    expect(outcome).toMatchObject({ errorCode: 'element_not_found', finalUrl: `${site.url}/?q=[secret]` });
    expect(outcome.errorMessage).toContain('"[secret]!"');
  });
});

describe('people', () => {
  const click = { primitive: 'browser.click', input: { target: '#add' } };

  test.each([{ risk: 'high' as const }, { effect: 'irreversible' as const }])(
    'approve %j before it happens',
    async (declared) => {
      const { outcome, host } = await run(pool, steps(open(), { ...click, ...declared }));
      expect(outcome.status).toBe('completed');
      expect(host.asked).toEqual([
        {
          stepId: 's2',
          message: expect.any(String),
          input: click.input,
          origin: site.url,
          pageDigest: expect.any(String),
          url: `${site.url}/`,
          element: {
            x: expect.any(Number),
            y: expect.any(Number),
            width: expect.any(Number),
            height: expect.any(Number),
          },
        },
      ]);
    },
  );

  test('a step that people reject does nothing', async () => {
    const host = createRecorder();
    host.answer = async () => ({ decision: 'reject', comment: 'Not today.' });
    const { outcome } = await run(pool, steps(open(), { ...click, risk: 'high', onFailure: 'continue' }), {
      host,
    });
    expect(outcome).toMatchObject({
      errorCode: 'approval_rejected',
      errorMessage: 'The step was rejected. Not today.',
    });
    expect(host.intents).toEqual([]);
  });

  test('people are asked again when the page went elsewhere meanwhile', async () => {
    const other = await serve({ '/': 'elsewhere <button id=add>Add</button>' });
    const host = createRecorder();
    const asked: (string | null)[] = [];
    await pool.withContext({ host, scoped: false }, async (surface) => {
      host.answer = async ({ origin }) => {
        asked.push(origin);
        if (asked.length === 1) await surface.page.goto(other.url);
        return { decision: 'approve' };
      };
      await executeRunbook({
        definition: { title: 'T', parameters: [], steps: steps(open(), { ...click, risk: 'high' }) },
        inputs: {},
        surface,
        host,
        limits: { screenshots: false },
      });
    });
    await other.close();
    expect(asked).toEqual([site.url, other.url]);
  });

  test('a step waits without a time limit for the approval and the values that people give', async () => {
    const host = createRecorder();
    host.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return { decision: 'approve', value: { code: '123' } };
    };
    const schema = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] };
    const { outcome } = await run(
      pool,
      steps(
        { primitive: 'human.approve', input: { message: 'Go?' }, timeoutMs: 50 },
        { primitive: 'human.input', input: { message: 'Code?', schema }, timeoutMs: 50 },
      ),
      { host },
    );
    expect(outcome.outputs).toEqual({ s1: null, s2: { code: '123' } });
    expect(host.asked.map(({ answerSchema }) => answerSchema)).toEqual([undefined, schema]);
    expect(host.intents).toEqual([]);
  });

  test('people are asked again for a value that does not fit its schema', async () => {
    const host = createRecorder();
    const answers = ['seven', null, 7];
    host.answer = async () => ({ decision: 'approve', value: answers[host.asked.length - 1] });
    const { outcome } = await run(
      pool,
      steps({ primitive: 'human.input', input: { message: 'Number?', schema: { type: 'number' } } }),
      { host },
    );
    expect(outcome.outputs).toEqual({ s1: 7 });
    expect(host.asked).toHaveLength(3);
    expect(host.ofType('log')).toHaveLength(2);
  });

  test('a value for a catastrophic pattern does not hang the step', async () => {
    const host = createRecorder();
    const answers = [`${'a'.repeat(20_000)}!`, 'aa'];
    host.answer = async () => ({ decision: 'approve', value: answers[host.asked.length - 1] });
    const schema = { type: 'string', pattern: '^(a+)+$' };
    const { outcome } = await run(
      pool,
      steps({ primitive: 'human.input', input: { message: 'Letters?', schema } }),
      { host },
    );
    expect(outcome.outputs).toEqual({ s1: 'aa' });
    expect(host.asked).toHaveLength(2);
  });

  test('people are asked again when the page goes elsewhere before the step has acted', async () => {
    const other = await serve({ '/': 'elsewhere <button id=add>Add</button>' });
    const host = createRecorder();
    const asked: (string | null)[] = [];
    const approved = Promise.withResolvers<void>();
    host.answer = async ({ origin }) => {
      asked.push(origin);
      approved.resolve();
      return { decision: 'approve' };
    };
    const started = await serve({
      '/': `<script>fetch('/approved').then(() => location.replace('${other.url}/'))</script>`,
      '/approved': (_request, response) => void approved.promise.then(() => response.end()),
    });
    const { outcome } = await run(
      pool,
      steps(
        { primitive: 'browser.navigate', input: { url: started.url } },
        { ...click, risk: 'high', completionCondition: 'text "elsewhere" is visible' },
      ),
      { host },
    );
    await Promise.all([other.close(), started.close()]);
    expect(outcome.status).toBe('completed');
    expect(asked).toEqual([started.url, other.url]);
    expect(host.intents).toHaveLength(1);
  });
});

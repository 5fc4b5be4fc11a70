import { describe, expect, test } from '@jest/globals';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { typesOf } from '@errand/browser-runtime/testing/recorder.ts';
import { serveShop } from './shop-site.ts';

const pool = sharedPool();
const site = serveShop();
const open = openerOf(site);

describe('templates', () => {
  test('templates resolve inputs and outputs with their types', async () => {
    const { outcome } = await run(
      pool,
      steps(
        {
          primitive: 'data.set',
          input: { value: { n: '{{ inputs.n }}', text: 'n={{ inputs.n }}', none: '{{ inputs.none }}' } },
        },
        { primitive: 'data.set', input: { value: '{{ steps.s1.output.n }}' } },
      ),
      { inputs: { n: 3 } },
    );
    expect(outcome.outputs).toEqual({ s1: { n: 3, text: 'n=3', none: null }, s2: 3 });
  });

  test('a template that leads nowhere fails the step', async () => {
    const { outcome, host } = await run(
      pool,
      steps(
        { primitive: 'data.set', input: { value: {} } },
        { primitive: 'data.set', input: { value: '{{ steps.s1.output.a.b }}' } },
      ),
    );
    expect(outcome).toMatchObject({
      errorCode: 'output_invalid',
      errorMessage: '{{ steps.s1.output.a.b }} has no value.',
    });
    expect(typesOf(host.ofType('step.failed'))).toEqual(['step.failed s2']);
  });

  test('a template of the wrong type fails the step, naming the field', async () => {
    const { outcome } = await run(
      pool,
      steps({ primitive: 'browser.navigate', input: { url: '{{ inputs.list }}' } }),
      { inputs: { list: [3] } },
    );
    expect(outcome.errorCode).toBe('action_failed');
    expect(outcome.errorMessage).toMatch(/^input\.url: /);
  });
});

describe('failure', () => {
  test('ends the Run at its step', async () => {
    const { outcome, host } = await run(
      pool,
      steps(open(), { primitive: 'browser.assert', input: { url: 'x' }, timeoutMs: 50 }, open('/other')),
    );
    expect(outcome).toMatchObject({
      status: 'failed',
      errorCode: 'assertion_failed',
      finalUrl: `${site.url}/`,
    });
    expect(outcome.summary).toMatch(/^Step 2 of 3 \("s2"\) failed: The check failed/);
    expect(typesOf(host.events).slice(-2)).toEqual(['step.failed s2', 'run.failed']);
  });

  test('is skipped when the step allows it, with a null output', async () => {
    const { outcome } = await run(
      pool,
      steps(
        { primitive: 'data.match', input: { value: 'a', pattern: 'b' }, onFailure: 'continue' },
        { primitive: 'data.set', input: { value: '{{ steps.s1.output }}' } },
      ),
    );
    expect(outcome).toMatchObject({ status: 'completed', outputs: { s1: null, s2: null } });
    expect(outcome.summary).toContain('1 of them failed and was passed over');
  });

  test('a failed read is retried', async () => {
    const { outcome, host } = await run(pool, steps({ ...open('/third'), retries: 2 }));
    expect(outcome.status).toBe('completed');
    expect(host.ofType('step.retried').map(({ data }) => data?.['attempt'])).toEqual([1, 2]);
  });

  test('a failed write is retried only when nothing can have happened', async () => {
    const absent = await run(
      pool,
      steps(open(), { primitive: 'browser.click', input: { target: '#no' }, timeoutMs: 2_000, retries: 1 }),
    );
    expect(absent.host.ofType('step.retried')).toHaveLength(1);
    expect(absent.host.intents).toHaveLength(1);
    const thrown = await run(
      pool,
      steps(open(), { primitive: 'browser.evaluate', input: { expression: 'no()' }, retries: 3 }),
    );
    expect(thrown.host.ofType('step.retried')).toHaveLength(0);
    const acted = await run(
      pool,
      steps(open(), {
        primitive: 'browser.click',
        input: { target: '#add' },
        retries: 2,
        timeoutMs: 8_000,
        completionCondition: 'element "#add[data-n=\'2\']" is visible',
      }),
    );
    expect(acted.outcome.errorCode).toBe('completion_condition_unmet');
    expect(acted.host.ofType('step.retried')).toHaveLength(0);
  });

  test('a desktop step fails for certain where there is no desktop', async () => {
    const { outcome } = await run(pool, steps({ primitive: 'desktop.click', input: { x: 1, y: 1 } }));
    expect(outcome).toMatchObject({
      errorCode: 'action_failed',
      errorMessage: 'A server has no desktop.',
    });
  });

  test('an output that is too large fails the step', async () => {
    const { outcome } = await run(pool, steps({ primitive: 'data.set', input: { value: 'x'.repeat(200) } }), {
      limits: { outputBytes: 100 },
    });
    expect(outcome).toMatchObject({ errorCode: 'output_invalid' });
  });
});

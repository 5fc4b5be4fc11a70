import { describe, expect, test } from '@jest/globals';
import { StepError } from '@errand/browser-runtime';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { waitFor } from '@errand/wait-for';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { serveShop } from './shop-site.ts';

const pool = sharedPool();
const site = serveShop();
const open = openerOf(site);

describe('completion conditions', () => {
  test('completion conditions are checked, and the event reports what was seen', async () => {
    const { outcome, host } = await run(
      pool,
      steps(open(), {
        primitive: 'browser.evaluate',
        input: {
          expression:
            "setTimeout(() => { document.querySelector('#shown').textContent = 'done: {{ inputs.n }}' }, 100), 'out'",
        },
        completionCondition:
          'text "done: {{ inputs.n }}" is visible and output contains "out" and not url matches /other$/',
      }),
      { inputs: { n: 7 } },
    );
    expect(outcome.status).toBe('completed');
    expect(host.ofType('step.completed')[1]?.data).toMatchObject({
      completion: {
        held: true,
        findings: [
          { checked: 'text "done: 7" is visible', held: true },
          { checked: 'output contains "out"', held: true, saw: 'out' },
          { checked: 'url matches /other$/', held: false, saw: `${site.url}/` },
        ],
      },
    });
  });

  test('a completion condition that does not hold in time fails the Run', async () => {
    const { outcome } = await run(
      pool,
      steps({ ...open(), timeoutMs: 4_000, completionCondition: 'text "Sold out" is visible' }),
    );
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'completion_condition_unmet' });
    expect(outcome.errorMessage).toContain('text "Sold out" is visible: saw not visible');
  });

  test('a completion condition that cannot be checked after the step acted is unmet, not a step timeout', async () => {
    const busy = 'setTimeout(() => { for (const end = Date.now() + 24000; Date.now() < end; ); }), 1';
    const { outcome, host } = await run(
      pool,
      steps(open(), {
        primitive: 'browser.evaluate',
        input: { expression: busy },
        timeoutMs: 8_000,
        completionCondition: 'text "Sold out" is visible',
      }),
    );
    const [failed] = host.ofType('step.failed');
    expect(failed?.data).toMatchObject({ error_code: 'completion_condition_unmet' });
    expect(outcome).toMatchObject({
      errorCode: 'completion_condition_unmet',
      errorMessage: expect.stringContaining('the page did not answer'),
    });
  });

  test('a completion condition is not checked when the step itself timed out', async () => {
    const { outcome } = await run(
      pool,
      steps(open(), {
        ...open('/hang'),
        timeoutMs: 300,
        completionCondition: 'text "Add" is visible',
      }),
    );
    expect(outcome.errorCode).toBe('step_timeout');
  });

  test('a free-text condition needs a model', async () => {
    const { outcome } = await run(pool, steps({ ...open(), completionCondition: 'the shop looks open' }));
    expect(outcome).toMatchObject({
      errorCode: 'completion_condition_unmet',
      errorMessage: expect.stringContaining('model'),
    });
  });
});

describe('time', () => {
  test.each([
    ['a page that does not answer', { primitive: 'browser.navigate', input: { url: '{{ inputs.hang }}' } }],
    [
      'a script that does not end',
      { primitive: 'browser.evaluate', input: { expression: 'new Promise(() => 0)' } },
    ],
    ['a wait that is too long', { primitive: 'browser.wait', input: { for: { ms: 60_000 } } }],
  ])('is up for %s', async (_what, step) => {
    const { outcome } = await run(pool, steps({ ...step, timeoutMs: 300 }), {
      inputs: { hang: `${site.url}/hang` },
    });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'step_timeout' });
  });

  test.each([
    ['cancelled', new Error('cancelled'), 'executor_lost'],
    ['out of time', new StepError('run_timeout', 'The Run took too long.'), 'run_timeout'],
  ])('is over at once for a Run that is %s', async (_what, reason, errorCode) => {
    const host = createRecorder();
    const running = run(pool, steps(open(), open('/hang')), { host, limits: { stepTimeoutMs: 3_600_000 } });
    await waitFor('the request', () => site.requests.at(-1)?.includes('/hang') ?? false);
    site.requests.length = 0;
    host.stop.abort(reason);
    const { outcome } = await running;
    expect(outcome).toMatchObject({ status: 'failed', errorCode });
    expect(host.ofType('run.failed')).toHaveLength(errorCode === 'run_timeout' ? 1 : 0);
  });
});

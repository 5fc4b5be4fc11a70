import { once } from 'node:events';
import { StepError } from '@errand/browser-runtime';
import { expect, test } from '@jest/globals';
import { requestApproval } from '../src/engine/approval.ts';
import type { RunSession } from '../src/engine/run-session.ts';
import { executeRunbook, needsScope } from '../src/engine/runbook.ts';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { createRecorder, typesOf } from '@errand/browser-runtime/testing/recorder.ts';
import { serveShop } from './shop-site.ts';

const pool = sharedPool();
const site = serveShop();
const open = openerOf(site);

test('reports a Run from its beginning to its end', async () => {
  const { outcome, host } = await run(
    pool,
    steps(open(), { primitive: 'browser.click', input: { target: '#add' }, instruction: 'Add one' }),
  );
  expect(outcome).toEqual({
    status: 'completed',
    summary: 'Completed 2 steps of "Trial".',
    finalUrl: `${site.url}/`,
    outputs: { s1: { url: `${site.url}/`, title: 'Shop', status: 200 }, s2: null },
    errorCode: null,
    errorMessage: null,
  });
  expect(typesOf(host.events)).toEqual([
    'run.started',
    'step.started s1',
    'step.completed s1',
    'step.started s2',
    'step.completed s2',
    'run.completed',
  ]);
  expect(host.intents).toEqual([
    { stepId: 's2', effect: 'write', action: 'browser.click: Add one', surface: 'browser' },
  ]);
  expect(host.events[4]).toMatchObject({ message: 'Add one', data: { effect: 'write' } });
});

test('keeps a screenshot of each browser step', async () => {
  const { host } = await run(pool, steps(open(), { primitive: 'data.set', input: { value: 1 } }), {
    limits: { screenshots: true },
  });
  const [picture, ...others] = host.files.values();
  expect(others).toEqual([]);
  expect(picture).toMatchObject({ kind: 'screenshot', stepId: 's1', contentType: 'image/jpeg' });
  expect(Buffer.from(picture?.bytes.subarray(0, 2) ?? []).toString('hex')).toBe('ffd8');
});

test('a popup becomes a tab, and not the active one', async () => {
  const { outcome } = await run(
    pool,
    steps(
      open(),
      { primitive: 'browser.click', input: { target: 'Popup' } },
      { primitive: 'browser.assert', input: { url: `${site.url}/` } },
      { id: 'title', primitive: 'browser.evaluate', input: { expression: 'document.title' } },
      { primitive: 'browser.tab', input: { action: 'switch', index: 1 } },
      { primitive: 'browser.assert', input: { text: 'other' } },
    ),
  );
  expect(outcome).toMatchObject({
    status: 'completed',
    outputs: { title: 'Shop' },
    finalUrl: `${site.url}/other`,
  });
});

test('a dry run reads, and finds what it would act upon', async () => {
  const { outcome, host } = await run(
    pool,
    steps(
      open(),
      { primitive: 'browser.click', input: { target: '#add' } },
      { primitive: 'browser.fill', input: { target: '#no', value: '' }, timeoutMs: 100 },
      { primitive: 'browser.extract', input: { target: '#add', as: 'attribute', attribute: 'data-n' } },
    ),
    { dryRun: true },
  );
  expect(typesOf(host.events)).toEqual([
    'run.started',
    'step.completed s1',
    'step.completed s2',
    'step.failed s3',
    'step.completed s4',
    'run.failed',
  ]);
  expect(outcome.outputs).toMatchObject({ s2: null, s3: null, s4: null });
  expect(host.events[2]?.data).toMatchObject({ acted: false });
  expect(host.intents).toEqual([]);
  expect(outcome.errorCode).toBe('element_not_found');
});

test('a dry run reports each step once, however often it retries', async () => {
  const { host } = await run(
    pool,
    steps(open(), { primitive: 'browser.assert', input: { text: 'nowhere' }, timeoutMs: 50, retries: 2 }),
    { dryRun: true },
  );
  expect(typesOf(host.events)).toEqual(['run.started', 'step.completed s1', 'step.failed s2', 'run.failed']);
});

test('agent steps need an agent', async () => {
  const host = createRecorder();
  const given = [
    {
      id: 'think',
      kind: 'agent' as const,
      instruction: 'Find {{ inputs.what }}',
      completionCondition: 'output contains "tea"',
    },
  ];
  const execute = (agent?: Parameters<typeof executeRunbook>[0]['agent']) =>
    pool.withContext({ host, scoped: needsScope({ steps: given }) }, (surface) =>
      executeRunbook({
        definition: { title: 'T', parameters: [], steps: given },
        inputs: { what: 'tea' },
        surface,
        host,
        ...(agent && { agent }),
      }),
    );
  expect(await execute()).toMatchObject({ errorCode: 'agent_model_not_configured' });
  expect(await execute(async ({ step }) => ({ found: step.instruction }))).toMatchObject({
    outputs: { think: { found: 'Find tea' } },
  });
});

test('an agent step has a step timeout, which excludes time waiting for people', async () => {
  const host = createRecorder();
  const execute = (agent: Parameters<typeof executeRunbook>[0]['agent']) =>
    pool.withContext({ host, scoped: false }, (surface) =>
      executeRunbook({
        definition: {
          title: 'T',
          parameters: [],
          steps: [{ id: 'think', kind: 'agent', instruction: 'Find' }],
        },
        inputs: {},
        surface,
        host,
        limits: { stepTimeoutMs: 500 },
        agent,
      }),
    );
  expect(await execute(() => new Promise(() => undefined))).toMatchObject({ errorCode: 'step_timeout' });
  host.answer = async () => {
    await once(AbortSignal.timeout(1_000), 'abort');
    return { decision: 'approve' };
  };
  const asking = ({ session }: { session: RunSession }) =>
    requestApproval(session, { stepId: 'think', message: 'May it?', input: {} });
  expect(await execute(async (given) => (await asking(given)).decision)).toMatchObject({
    outputs: { think: { decision: 'approve' } },
  });
});

test('an agent step is retried only when it has begun nothing that must not be done twice', async () => {
  type Agent = NonNullable<Parameters<typeof executeRunbook>[0]['agent']>;
  const attemptsOf = async (agent: Agent, retries: number) => {
    const host = createRecorder();
    let attempts = 0;
    const outcome = await pool.withContext({ host, scoped: false }, (surface) =>
      executeRunbook({
        definition: {
          title: 'T',
          parameters: [],
          steps: [{ id: 'think', kind: 'agent', instruction: 'Find', retries }],
        },
        inputs: {},
        surface,
        host,
        agent: (task) => {
          attempts += 1;
          return attempts > 2 ? Promise.resolve('found') : agent(task);
        },
      }),
    );
    return { attempts, retried: host.ofType('step.retried').length, status: outcome.status };
  };
  const givesUp: Agent = () => Promise.reject(new StepError('agent_gave_up', 'Not found.'));
  const acts: Agent = async (task) => {
    const { host } = task.session;
    await host.declareIntent({ stepId: 'think', effect: 'write', action: 'click', surface: 'browser' });
    return givesUp(task);
  };
  expect(await attemptsOf(givesUp, 2)).toEqual({ attempts: 3, retried: 2, status: 'completed' });
  expect(await attemptsOf(givesUp, 1)).toEqual({ attempts: 2, retried: 1, status: 'failed' });
  expect(await attemptsOf(acts, 2)).toEqual({ attempts: 1, retried: 0, status: 'failed' });
});

import { expect, test } from '@jest/globals';
import { executeRunbook, type RunbookExecution } from '../src/engine/runbook.ts';
import { sharedPool, steps } from './browser.ts';
import { createRecorder, type Recorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';

let posts = 0;
let amount = 5;
let loads = 0;
const pool = sharedPool();
const site = sharedSite({
  '/': (_request, response) => {
    loads += 1;
    response.setHeader('content-type', 'text/html');
    response.end(
      `<h1>Orders</h1><form><input type="hidden" name="csrf_token" value="token-${loads}"><input type="hidden" name="amount" value="${amount}"><button id="pay" type="button">Pay</button></form>`,
    );
  },
  '/orders': (_request, response) => {
    posts += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ number: posts }));
  },
});

type Step = Parameters<typeof steps>[number];

async function goOn(
  given: Step[],
  earlier: Partial<NonNullable<RunbookExecution['earlier']>>,
  host: Recorder = createRecorder(),
) {
  const outcome = await pool.withContext({ host, scoped: false }, (surface) =>
    executeRunbook({
      definition: { title: 'T', parameters: [], steps: steps(...given) },
      inputs: {},
      surface,
      host,
      limits: { screenshots: false, stepTimeoutMs: 30_000 },
      earlier: { completedSteps: [], grantedApproval: null, ...earlier },
    }),
  );
  return { outcome, host };
}

const open = { primitive: 'browser.navigate', input: {}, timeoutMs: 60_000 };
const heading = { primitive: 'browser.extract', input: { target: 'h1', as: 'text' } };
const pay = { primitive: 'browser.click', input: { target: '#pay' }, risk: 'high' as const };

test('completed effects are not repeated, their outputs stand, and reads build the page again', async () => {
  const order = { primitive: 'http.request', input: { method: 'POST', url: `${site.url}/orders` } };
  const { outcome, host } = await goOn(
    [
      { ...open, input: { url: site.url } },
      order,
      heading,
      { primitive: 'data.set', input: { value: '{{ steps.s2.output.body.number }}' } },
    ],
    { completedSteps: [{ id: 's2', output: { status: 200, headers: {}, body: { number: 41 } } }] },
  );
  expect(outcome).toMatchObject({ status: 'completed', outputs: { s3: 'Orders', s4: 41 } });
  expect(posts).toBe(0);
  expect(host.intents).toEqual([]);
  expect(host.ofType('step.completed').map(({ stepId }) => stepId)).toEqual(['s1', 's3', 's4']);
});

test('a completed effect reports its output for resuming, a read does not', async () => {
  const order = { primitive: 'http.request', input: { method: 'POST', url: `${site.url}/orders` } };
  const { host } = await goOn([order, { primitive: 'data.set', input: { value: 1 } }], {});
  expect(host.ofType('step.completed').map(({ result }) => result)).toEqual([
    { output: expect.objectContaining({ body: { number: 1 } }), reusable: true },
    undefined,
  ]);
});

test('an output with a secret, or a large one, is reported as not reusable', async () => {
  const host = createRecorder();
  await pool.withContext({ host, scoped: false }, (surface) =>
    executeRunbook({
      definition: {
        title: 'T',
        parameters: [{ name: 'pw', type: 'secret' }],
        steps: steps(
          { primitive: 'browser.evaluate', input: { expression: '"{{ inputs.pw }}"' } },
          { primitive: 'browser.evaluate', input: { expression: '"x".repeat(70000)' } },
        ),
      },
      inputs: { pw: 'hunter2!' },
      surface,
      host,
      limits: { screenshots: false },
    }),
  );
  expect(host.ofType('step.completed').map(({ result }) => result)).toEqual([
    { output: null, reusable: false },
    { output: null, reusable: false },
  ]);
});

test('an approval that was given before is used once, for exactly what was asked', async () => {
  const given = [{ ...open, input: { url: site.url } }, pay];
  const [first] = (await goOn(given, {})).host.asked;
  const approved = {
    stepId: 's2',
    input: pay.input,
    origin: site.url,
    pageDigest: first?.pageDigest ?? null,
    decision: { decision: 'approve' as const },
  };
  const used = await goOn(given, { grantedApproval: approved });
  expect(used.outcome.status).toBe('completed');
  expect(used.host.asked).toEqual([]);
  for (const other of [
    { ...approved, stepId: 's9' },
    { ...approved, input: { target: '#other' } },
    { ...approved, origin: 'https://elsewhere.example' },
  ])
    expect((await goOn(given, { grantedApproval: other })).host.asked).toHaveLength(1);
  amount = 5_000;
  expect((await goOn(given, { grantedApproval: approved })).host.asked).toHaveLength(1);
  amount = 5;
  const twice = await goOn([...given, { ...pay, id: 's3' }], { grantedApproval: approved });
  expect(twice.host.asked.map(({ stepId }) => stepId)).toEqual(['s3']);
});

test('a value that a person gave before is used', async () => {
  const schema = { type: 'number' };
  const { outcome, host } = await goOn(
    [{ primitive: 'human.input', input: { message: 'How many?', schema } }],
    {
      grantedApproval: {
        stepId: 's1',
        input: { message: 'How many?', schema },
        origin: null,
        pageDigest: null,
        decision: { decision: 'approve', value: 12 },
      },
    },
  );
  expect(outcome.outputs).toEqual({ s1: 12 });
  expect(host.asked).toEqual([]);
});

import { describe, expect, test } from '@jest/globals';
import type { PinnedDefinition } from '@errand/contracts/internal';
import { executeRunbook, type RunbookExecution } from '../src/engine/runbook.ts';
import { sharedPool, steps } from './browser.ts';
import { set, sharedOrders, type Step } from './orders-site.ts';
import { createRecorder, typesOf } from '@errand/browser-runtime/testing/recorder.ts';

const pool = sharedPool();
const { site, posted, post } = sharedOrders();

const INNER = '01890000-0000-7000-8000-000000000001';
const INNERMOST = '01890000-0000-7000-8000-000000000002';

async function runNested(
  definition: Pick<PinnedDefinition, 'steps'> & Partial<PinnedDefinition>,
  rest: Partial<RunbookExecution> = {},
  host = createRecorder(),
  scoped = false,
) {
  const outcome = await pool.withContext({ host, allowPrivateNetwork: true, scoped }, (surface) =>
    executeRunbook({
      definition: { title: 'Outer', parameters: [], ...definition },
      inputs: {},
      surface,
      host,
      limits: { stepTimeoutMs: 5_000, screenshots: false },
      ...rest,
    }),
  );
  return { outcome, host };
}

function nested(title: string, given: Step[], parameters: PinnedDefinition['parameters'] = []) {
  return { title, steps: steps(...given), parameters, revisionId: INNER, version: 1 };
}

function call(inputs: object, more: Partial<Step> = {}, runbookId = INNER): Step {
  return { id: 'outer', primitive: 'runbook.run', input: { runbookId, inputs }, ...more };
}

describe('runbook.run', () => {
  const greet = nested(
    'Greet',
    [
      set('Hello {{ inputs.name }}{{ inputs.mark }}', { id: 'inner' }),
      set('{{ steps.inner.output | length }}', { id: 'size' }),
    ],
    [
      { name: 'name', type: 'string', required: true },
      { name: 'mark', type: 'string', default: '!' },
    ],
  );

  test('does the steps of the pinned revision and gives their outputs', async () => {
    const { outcome, host } = await runNested(
      {
        steps: steps(
          call({ name: '{{ item }}' }, { forEach: '{{ inputs.names }}' }),
          set('{{ steps.outer.output[1].size }}'),
        ),
        runbooks: { [INNER]: greet },
      },
      { inputs: { names: ['Ada', 'Bo'] } },
    );
    expect(outcome.outputs).toEqual({
      outer: [
        { inner: 'Hello Ada!', size: 10 },
        { inner: 'Hello Bo!', size: 9 },
      ],
      s2: 9,
    });
    expect(typesOf(host.events).slice(1, 7)).toEqual([
      'step.started outer[0]',
      'step.started outer[0]/inner',
      'step.completed outer[0]/inner',
      'step.started outer[0]/size',
      'step.completed outer[0]/size',
      'step.completed outer[0]',
    ]);
  });

  test('checks its inputs, and passes a failure within on', async () => {
    const wrong = await runNested({ steps: steps(call({ nmae: 'Ada' })), runbooks: { [INNER]: greet } });
    expect(wrong.outcome).toMatchObject({
      errorCode: 'action_failed',
      errorMessage: 'input.inputs.nmae: is not a declared parameter.',
    });
    const failing = nested('Fails', [
      { id: 'match', primitive: 'data.match', input: { value: 'a', pattern: 'b' } },
    ]);
    const failed = await runNested({ steps: steps(call({}), set(1)), runbooks: { [INNER]: failing } });
    expect(failed.outcome.summary).toMatch(/^Step 1 of 2 \("outer\/match"\) failed/);
    expect(failed.host.ofType('step.failed').map(({ stepId }) => stepId)).toEqual(['outer/match', 'outer']);
    const over = await runNested({
      steps: steps(call({}, { onFailure: 'continue' }), set(1)),
      runbooks: { [INNER]: failing },
    });
    expect(over.outcome).toMatchObject({ status: 'completed', outputs: { outer: null, s2: 1 } });
  });

  test('asks for approval where the step within acts, and has the highest effect within', async () => {
    const runbooks = {
      [INNER]: nested('Middle', [call({}, { id: 'deep' }, INNERMOST)]),
      [INNERMOST]: nested('Deep', [post('deep', { id: 'send', risk: 'high' })]),
    };
    const { host } = await runNested({ steps: steps(call({})), runbooks });
    expect(host.asked.map(({ stepId }) => stepId)).toEqual(['outer/deep/send']);
    expect(host.ofType('step.completed').map(({ stepId, data }) => [stepId, data?.['effect']])).toEqual([
      ['outer/deep/send', 'write'],
      ['outer/deep', 'write'],
      ['outer', 'write'],
    ]);
  });

  test('keeps to the intersection of the scopes', async () => {
    const runbooks = {
      [INNER]: nested('Get', [
        {
          id: 'get',
          primitive: 'http.request',
          input: { method: 'GET', url: site.url },
          applicationScope: ['*.test', 'localhost', '127.0.0.1'],
        },
      ]),
    };
    const within = (applicationScope: string[]) =>
      runNested({ steps: steps(call({}, { applicationScope })), runbooks }, {}, createRecorder(), true);
    expect((await within(['localhost', '127.0.0.1'])).outcome.status).toBe('completed');
    expect((await within(['a.test'])).outcome.errorCode).toBe('site_not_allowed');
  });

  test('masks what is a secret within', async () => {
    const runbooks = {
      [INNER]: nested(
        'Secret',
        [set('it is {{ inputs.pin }}', { id: 'tell' })],
        [{ name: 'pin', type: 'secret' }],
      ),
    };
    const { outcome, host } = await runNested({
      steps: steps(set('98124-x'), call({ pin: '{{ steps.s1.output }}' })),
      runbooks,
    });
    expect(outcome.outputs['outer']).toEqual({ tell: 'it is [secret]' });
    expect(JSON.stringify(host.ofType('step.completed').slice(1))).not.toContain('98124');
  });

  test('has a time of its own only when it says so', async () => {
    const slow = nested('Slow', [
      { id: 'wait', primitive: 'browser.wait', input: { for: { ms: 60_000 } }, timeoutMs: 100_000 },
    ]);
    const { outcome } = await runNested({
      steps: steps(call({}, { timeoutMs: 300, onFailure: 'continue' }), set('after')),
      runbooks: { [INNER]: slow },
    });
    expect(outcome.outputs).toEqual({ outer: null, s2: 'after' });
  });

  test.each([
    ['ends a Run that does more than 10,000 steps', {}, 'iteration_limit_reached'],
    ['does not count the steps that are skipped', { when: 'value "{{ item }}" equals "0"' }, null],
  ])('%s', async (_what, fields, errorCode) => {
    const rows = Array.from({ length: 101 }, (_, row) => row);
    const runbooks = {
      [INNER]: nested(
        'Rows',
        [set('{{ item }}', { forEach: '{{ inputs.rows }}', ...fields })],
        [{ name: 'rows', type: 'list' }],
      ),
    };
    const { outcome } = await runNested(
      {
        steps: steps(
          call({ rows: '{{ inputs.rows }}' }, { forEach: '{{ inputs.rows }}', onFailure: 'continue' }),
        ),
        runbooks,
      },
      { inputs: { rows } },
    );
    expect(outcome.errorCode).toBe(errorCode);
  });
});

describe('an execution that takes over', () => {
  const rows = ['a', 'b', 'c'];

  test('goes on with the first item that took no effect, and keeps to the list of the first one', async () => {
    const definition = {
      steps: steps(
        set(['z', 'b', 'c', 'd']),
        post('{{ item }}', { id: 'rows', forEach: '{{ steps.s1.output }}' }),
      ),
    };
    const first = await runNested(definition);
    expect(first.host.ofType('log')).toMatchObject([
      { stepId: 'rows', result: { output: ['z', 'b', 'c', 'd'], reusable: true } },
    ]);
    posted.length = 0;
    const { outcome, host } = await runNested(definition, {
      earlier: {
        completedSteps: [
          { id: 'rows[]', output: rows },
          { id: 'rows[0]', output: { body: 'known' } },
          { id: 'rows[1]', output: { body: 'known' } },
        ],
        grantedApproval: null,
      },
    });
    expect(posted).toEqual(['c']);
    expect(outcome.outputs['rows']).toMatchObject([
      { body: 'known' },
      { body: 'known' },
      { body: { row: 'c' } },
    ]);
    expect(host.intents.map(({ stepId }) => stepId)).toEqual(['rows[2]']);
  });

  test('goes into a Runbook again, and repeats nothing that took effect there', async () => {
    posted.length = 0;
    const runbooks = { [INNER]: nested('Two', [post('one', { id: 'one' }), post('two', { id: 'two' })]) };
    const { outcome } = await runNested(
      {
        steps: steps(call({}, { repeatWhile: { condition: 'value "{{ index }}" is less than 1' } })),
        runbooks,
      },
      {
        earlier: {
          completedSteps: [
            { id: 'outer[0]/one', output: 1 },
            { id: 'outer[0]/two', output: 2 },
            { id: 'outer[1]/one', output: 3 },
          ],
          grantedApproval: null,
        },
      },
    );
    expect(posted).toEqual(['two']);
    expect(outcome.outputs['outer']).toMatchObject([
      { one: 1, two: 2 },
      { one: 3, two: { status: 200 } },
    ]);
  });
});

test('templates know the Run', async () => {
  const { outcome } = await runNested(
    { steps: steps(set('{{ run.id }} on {{ run.startedAt | date("YYYY-MM-DD") }}')) },
    { run: { id: 'r-1', startedAt: '2026-11-22T08:00:00.000Z' } },
  );
  expect(outcome.outputs).toEqual({ s1: 'r-1 on 2026-11-22' });
});

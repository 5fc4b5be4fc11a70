import { describe, expect, test } from '@jest/globals';
import type { PinnedDefinition } from '@errand/contracts/internal';
import { executeRunbook, type RunbookExecution } from '../src/engine/runbook.ts';
import { totp } from '../src/primitives/auth.ts';
import { run, sharedPool, steps, type Trial } from './browser.ts';
import { createRecorder, typesOf } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';

const posted: string[] = [];
const pool = sharedPool();
const site = sharedSite({
  '/': `<html lang="de"><h1>Orders</h1>
    <div class="row"><b>Tea</b><i>1.250,00 €</i><a href="/tea">more</a></div>
    <div class="row"><b>Pot</b><i>1.999</i><a href="/pot">more</a></div>
    <button id="next" onclick="let n = ++window.n; document.title = n; if (n > 2) this.hidden = true">Next</button>
    <script>window.n = 0</script>`,
  '/orders': (request, response) => {
    posted.push(request.headers['x-row'] as string);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ row: request.headers['x-row'] }));
  },
});

type Step = Parameters<typeof steps>[number];
function set(value: unknown, more: Partial<Step> = {}): Step {
  return { primitive: 'data.set', input: { value }, ...more };
}
function post(row: string, more: Partial<Step> = {}): Step {
  return {
    primitive: 'http.request',
    input: { method: 'POST', url: `${site.url}/orders`, headers: { 'x-row': row } },
    ...more,
  };
}
const open = {
  primitive: 'browser.navigate',
  get input() {
    return { url: site.url };
  },
  timeoutMs: 20_000,
};

async function outputs(given: Step[], trial: Trial = {}) {
  const { outcome, host } = await run(pool, steps(...given), trial);
  return { outcome, host, output: outcome.outputs };
}

describe('when', () => {
  test('skips a step whose condition does not hold, without counting it', async () => {
    const { output, host } = await outputs(
      [
        set('no', { when: 'value "{{ inputs.n }}" is greater than 5' }),
        set('yes', { when: 'not (value "{{ inputs.n }}" is greater than 5)' }),
        set('{{ steps.s1.output }}'),
      ],
      { inputs: { n: 3 } },
    );
    expect(output).toEqual({ s1: null, s2: 'yes', s3: null });
    expect(typesOf(host.events)).toEqual([
      'run.started',
      'step.skipped s1',
      'step.started s2',
      'step.completed s2',
      'step.started s3',
      'step.completed s3',
      'run.completed',
    ]);
    expect(host.events[1]?.data).toMatchObject({ findings: [{ held: false, saw: '3' }] });
  });

  test('looks at the page as it is', async () => {
    const { output } = await outputs([
      open,
      set('there', { when: 'text "Orders" is visible and element "#next" is visible' }),
      set('gone', { when: 'text "Sold out" is visible' }),
    ]);
    expect(output).toMatchObject({ s2: 'there', s3: null });
  });

  test('fails its step when it compares a text with a number', async () => {
    const { outcome, host } = await outputs([set(1, { when: 'value "{{ inputs.n }}" is less than 5' })], {
      inputs: { n: 'many' },
    });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'output_invalid' });
    expect(host.ofType('step.failed').map(({ stepId }) => stepId)).toEqual(['s1']);
  });
});

describe('forEach', () => {
  test('does its step for each item, judges when for each, and gives the list of outputs', async () => {
    const { output, host } = await outputs(
      [
        set('{{ index }} {{ item.name | upper }}', {
          id: 'each',
          forEach: '{{ inputs.rows }}',
          when: 'not value "{{ item.name }}" is empty',
        }),
        set('{{ steps.each.output[2] }}'),
      ],
      { inputs: { rows: [{ name: 'Ada' }, { name: '' }, { name: 'Bob' }] } },
    );
    expect(output).toEqual({ each: ['0 ADA', null, '2 BOB'], s2: '2 BOB' });
    expect(typesOf(host.events).filter((type) => type.includes('each'))).toEqual([
      'step.started each[0]',
      'step.completed each[0]',
      'step.skipped each[1]',
      'step.started each[2]',
      'step.completed each[2]',
    ]);
  });

  test('passes over the items that fail, or ends with the first', async () => {
    const failing = {
      primitive: 'data.match',
      input: { value: '{{ item }}', pattern: '^a' },
      forEach: '{{ inputs.rows }}',
    };
    const inputs = { rows: ['ab', 'b', 'ac'] };
    const over = await outputs([{ ...failing, onFailure: 'continue' }], { inputs });
    expect(over.output).toEqual({ s1: [['a'], null, ['a']] });
    expect(over.outcome.status).toBe('completed');
    const ended = await outputs([failing], { inputs });
    expect(ended.outcome).toMatchObject({ errorCode: 'assertion_failed', outputs: {} });
    expect(ended.outcome.summary).toMatch(/^Step 1 of 1 \("s1\[1\]"\) failed/);
  });

  test.each<[string, unknown, Partial<Step>, object]>([
    ['a text', 'text', {}, { errorCode: 'output_invalid' }],
    ['1,001 items', Array.from({ length: 1_001 }, () => 1), {}, { errorCode: 'output_invalid' }],
    ['null, passed over', null, { onFailure: 'continue' }, { status: 'completed', outputs: { s1: null } }],
    ['no items', [], {}, { status: 'completed', outputs: { s1: [] } }],
  ])('takes a list of at most 1,000 items: %s', async (_, rows, more, expected) => {
    const { outcome } = await outputs([set('{{ item }}', { forEach: '{{ inputs.rows }}', ...more })], {
      inputs: { rows },
    });
    expect(outcome).toMatchObject(expected);
  });

  test('asks for approval and declares the effect of each item', async () => {
    const { host } = await outputs([post('{{ item }}', { forEach: '{{ inputs.rows }}', risk: 'high' })], {
      inputs: { rows: ['a', 'b'] },
    });
    expect(host.asked.map(({ stepId }) => stepId)).toEqual(['s1[0]', 's1[1]']);
    expect(host.intents.map(({ stepId }) => stepId)).toEqual(['s1[0]', 's1[1]']);
  });

  test('checks the output schema of each item', async () => {
    const { outcome } = await outputs(
      [set('{{ item }}', { forEach: '{{ inputs.rows }}', outputSchema: { type: 'integer' } })],
      { inputs: { rows: [1, 'x'] } },
    );
    expect(outcome.errorCode).toBe('output_invalid');
    expect(outcome.summary).toContain('("s1[1]")');
  });

  test('stops between two items when the Run is stopped', async () => {
    const host = createRecorder();
    let rounds = 0;
    const emit = host.emit.bind(host);
    host.emit = (event) => {
      emit(event);
      rounds += event.type === 'step.completed' ? 1 : 0;
      if (rounds === 3) host.stop.abort(new Error('cancelled'));
    };
    await outputs([set('{{ item }}', { forEach: '{{ inputs.rows }}' })], {
      inputs: { rows: [1, 2, 3, 4, 5] },
      host,
    });
    expect(rounds).toBe(3);
  });
});

describe('repeatWhile', () => {
  test('does its step, judges its last output, and does it again while the condition holds', async () => {
    const { output } = await outputs([
      set('{{ index }}', {
        id: 'count',
        repeatWhile: {
          condition: 'value "{{ steps.count.output }}" is less than 3 and not output contains "9"',
        },
      }),
    ]);
    expect(output).toEqual({ count: [0, 1, 2, 3] });
  });

  test('fails at its bound when the condition still holds', async () => {
    const { outcome, host } = await outputs([
      set('{{ index }}', { repeatWhile: { condition: 'value "x" equals "x"', maxIterations: 3 } }),
    ]);
    expect(outcome.errorCode).toBe('iteration_limit_reached');
    expect(host.ofType('step.completed')).toHaveLength(3);
  });

  test('clicks through pages while there is a next one', async () => {
    const { output } = await outputs([
      open,
      {
        id: 'next',
        primitive: 'browser.click',
        input: { target: '#next' },
        repeatWhile: { condition: 'element "#next" is visible' },
      },
      { id: 'n', primitive: 'browser.evaluate', input: { expression: 'window.n' } },
    ]);
    expect(output).toMatchObject({ next: [null, null, null], n: 3 });
  });
});

describe('reading', () => {
  test('fields say how they are read, and numbers are read by the language of the page', async () => {
    const { output } = await outputs([
      open,
      {
        primitive: 'browser.extract',
        input: {
          target: '.row',
          as: 'list',
          fields: {
            name: 'css=b',
            price: { target: { css: 'i' }, as: 'number' },
            link: { target: { css: 'a' }, attribute: 'href' },
          },
        },
      },
      {
        primitive: 'browser.extract',
        input: { target: { css: '.row', nth: 1 }, fields: { name: { target: { css: 'b' } } } },
      },
      { primitive: 'browser.extract', input: { target: { css: 'i', nth: 0 }, as: 'number' } },
    ]);
    expect(output).toMatchObject({
      s2: [
        { name: 'Tea', price: 1250, link: '/tea' },
        { name: 'Pot', price: 1999, link: '/pot' },
      ],
      s3: { name: 'Pot' },
      s4: 1250,
    });
  });

  test('a text that shows no number is refused', async () => {
    const { outcome } = await outputs([
      open,
      { primitive: 'browser.extract', input: { target: 'h1', as: 'number' } },
    ]);
    expect(outcome).toMatchObject({ errorCode: 'output_invalid' });
  });

  test('one-time codes are those of RFC 6238', async () => {
    const key = Buffer.from('12345678901234567890');
    expect([59, 1_111_111_109, 20_000_000_000].map((s) => totp(key, s * 1_000))).toEqual([
      '287082',
      '081804',
      '353130',
    ]);
    const secret = 'gezd gnbv gy3t qojq gezdgnbvgy3tqojq';
    const before = totp(key, Date.now());
    const { output, host } = await outputs(
      [{ primitive: 'auth.totp', input: { secret: '{{ inputs.key }}' } }],
      {
        inputs: { key: secret },
        parameters: [{ name: 'key', type: 'secret' }],
      },
    );
    expect([before, totp(key, Date.now())]).toContain(output['s1']);
    expect(JSON.stringify(host.events)).not.toContain('gezd');
  });
});

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

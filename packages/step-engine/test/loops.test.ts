import { describe, expect, test } from '@jest/globals';
import { totp } from '../src/primitives/auth.ts';
import { run, sharedPool, steps, type Trial } from './browser.ts';
import { set, sharedOrders, type Step } from './orders-site.ts';
import { createRecorder, typesOf } from '@errand/browser-runtime/testing/recorder.ts';

const pool = sharedPool();
const { site, post } = sharedOrders();

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

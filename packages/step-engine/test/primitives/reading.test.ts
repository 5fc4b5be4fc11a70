import { expect, test } from '@jest/globals';
import { openerOf, run, sharedPool, steps } from '../browser.ts';
import { serveExample } from './example-site.ts';

const pool = sharedPool();
const site = serveExample();
const open = openerOf(site);

test('extracts every form', async () => {
  const extract = (id: string, input: Record<string, unknown>) => ({
    id,
    primitive: 'browser.extract',
    input,
  });
  const { outcome } = await run(
    pool,
    steps(
      open('/data'),
      extract('first', { target: { css: '.card h3', nth: 0 }, as: 'text' }),
      extract('value', { target: '#field', as: 'value' }),
      extract('attribute', { target: 'More', as: 'attribute', attribute: 'title' }),
      extract('html', { target: { css: '.card b', nth: 1 }, as: 'html' }),
      extract('list', { target: 'ul', as: 'list' }),
      extract('many', { target: '.card', as: 'list' }),
      extract('cards', { target: '.card', as: 'list', fields: { name: 'h3', price: { css: 'b' } } }),
      extract('table', { as: 'table' }),
      extract('links', { as: 'links' }),
      extract('fields', { as: 'text', fields: { far: '#far', more: { role: 'link' } } }),
    ),
  );
  expect(outcome.outputs).toMatchObject({
    first: 'A',
    value: 'kept',
    attribute: 'tip',
    html: '<b>2</b>',
    list: ['one', 'two'],
    many: ['A\n1', 'B\n2'].map((text) => expect.stringContaining(text[0] ?? '')),
    cards: [
      { name: 'A', price: '1' },
      { name: 'B', price: '2' },
    ],
    table: [
      ['Name', 'Price'],
      ['Tea', '3'],
      ['Milk', '2'],
    ],
    links: [{ text: 'More', href: `${site.url}/data#x` }],
    fields: { far: 'Far', more: 'More' },
  });
});

test('the items of several lists are one list, and an item holds the lists inside it', async () => {
  const extract = (id: string, target?: string) => ({
    id,
    primitive: 'browser.extract',
    input: { ...(target !== undefined && { target }), as: 'list' },
  });
  const { outcome } = await run(
    pool,
    steps(open('/lists'), extract('all'), extract('ordered', 'ol'), extract('mixed', 'css=ul, p')),
  );
  const items = ['one', expect.stringMatching(/^two\s+deeper$/)];
  expect(outcome.outputs).toMatchObject({
    all: [...items, 'three', 'four'],
    ordered: ['deeper', 'three', 'four'],
    mixed: [expect.stringMatching(/^one\s+two\s+deeper$/), 'and'],
  });
});

test('reads the fields of each item in itself, whatever the page makes of its own texts, and says what is wrong with a field', async () => {
  const extract = (id: string, fields: Record<string, unknown>, target = 'css=section, .row') => ({
    id,
    primitive: 'browser.extract',
    input: { target, as: 'list', fields },
    onFailure: 'continue' as const,
  });
  const { outcome, host } = await run(
    pool,
    steps(
      open('/rows'),
      extract(
        'rows',
        {
          name: 'b',
          price: { target: '.price', as: 'number' },
          link: { target: 'a', attribute: 'href' },
          held: { target: 'input', as: 'value' },
          tags: { target: 'i', as: 'list' },
        },
        '.row',
      ),
      extract('second', { name: { css: 'i', nth: 1 } }, '.row'),
      extract('inner', { name: 'i' }),
      { ...extract('missing', { name: 'u' }, '.row'), timeoutMs: 500 },
      extract('none', { price: { target: 'b', as: 'number' } }, '.row'),
    ),
  );
  expect(outcome.outputs).toMatchObject({
    rows: [
      { name: 'Tea', price: 1234.5, link: '/tea', held: 'green', tags: ['hot', 'leaf'] },
      { name: 'Milk', price: 2, link: '/milk', held: 'cow', tags: ['cold', 'white'] },
    ],
    second: [{ name: 'leaf' }, { name: 'white' }],
  });
  const failures = host.events
    .filter(({ type }) => type === 'step.failed')
    .map(({ stepId, data, message }) => `${stepId} ${String(data?.['error_code'])} ${message}`);
  expect(failures).toEqual([
    expect.stringMatching(/^inner element_ambiguous 4 elements match "i": /),
    expect.stringMatching(/^missing element_not_found No element matches "u"/),
    expect.stringMatching(/^none output_invalid "Tea" is not one number/),
  ]);
});

test('waits for an element, a text, an address and a time', async () => {
  const wait = (what: unknown) => ({ primitive: 'browser.wait', input: { for: what } });
  const { outcome } = await run(
    pool,
    steps(open('/data'), wait('#soon'), wait({ text: 'Soon' }), wait({ url: '/data' }), wait({ ms: 5 }), {
      ...wait({ url: '/never' }),
      timeoutMs: 200,
    }),
  );
  expect(outcome).toMatchObject({ status: 'failed', errorCode: 'step_timeout' });
  expect(outcome.summary).toContain('("s6")');
});

test('asserts, waiting for it to come true, and says what it saw', async () => {
  const check = (input: Record<string, unknown>, timeoutMs = 30_000) => ({
    primitive: 'browser.assert',
    input,
    timeoutMs,
  });
  const { outcome } = await run(
    pool,
    steps(
      open('/data'),
      check({ text: 'Soon' }),
      check({ target: '.card', count: 2 }),
      check({ target: 'ul', text: 'two', url: '/data' }),
      check({ target: '#gone', visible: false }),
      check({ target: 'table', text: 'Beer' }, 5_000),
    ),
  );
  expect(outcome).toMatchObject({ errorCode: 'assertion_failed' });
  expect(outcome.errorMessage).toMatch(/^The check failed: "table" holds "Name\s+Price[^]*", not "Beer"\.$/);
});

test.each([{ text: 'Tea' }, { visible: true }, { text: 'Beer' }])(
  'asserts %j of no one of several elements',
  async (input) => {
    const { outcome } = await run(
      pool,
      steps(open('/data'), { primitive: 'browser.assert', input: { target: '.card', ...input } }),
    );
    expect(outcome.errorCode).toBe('element_ambiguous');
    expect(outcome.errorMessage).toMatch(/2 elements match "\.card": /);
  },
);

test('takes pictures, prints, reads the tree and evaluates', async () => {
  const { outcome, host } = await run(
    pool,
    steps(
      open('/data'),
      { primitive: 'browser.screenshot' },
      { primitive: 'browser.screenshot', input: { target: 'table' } },
      { primitive: 'browser.pdf' },
      { id: 'tree', primitive: 'browser.snapshot' },
      {
        id: 'sum',
        primitive: 'browser.evaluate',
        input: { expression: '({ sum: 1 + 1, none: undefined })' },
      },
      { primitive: 'browser.evaluate', input: { expression: 'nothing.there' } },
    ),
  );
  const kinds = [...host.files.values()].map(
    ({ kind, bytes }) => `${kind} ${Buffer.from(bytes.subarray(1, 4)).toString()}`,
  );
  expect(kinds).toEqual(['screenshot PNG', 'screenshot PNG', 'pdf PDF']);
  expect(outcome.outputs['tree']).toMatch(/link "More" \[ref=e\d+\]/);
  expect(outcome.outputs['sum']).toEqual({ sum: 2 });
  expect(outcome.errorMessage).toBe('The expression failed: ReferenceError: nothing is not defined');
});

test('a reference of a snapshot is a target', async () => {
  const { outcome } = await run(
    pool,
    steps(
      open('/data'),
      { id: 'tree', primitive: 'browser.snapshot' },
      {
        id: 'ref',
        primitive: 'data.match',
        input: { value: '{{ steps.tree.output }}', pattern: 'link "More" \\[ref=(?<ref>e\\d+)' },
      },
      {
        id: 'more',
        primitive: 'browser.extract',
        input: { target: { ref: '{{ steps.ref.output.ref }}' }, as: 'text' },
      },
    ),
  );
  expect(outcome.outputs['more']).toBe('More');
});

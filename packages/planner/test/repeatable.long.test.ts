import { expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';

const shelf = ['Hinge', 'Bolt'].map(
  (name, at) =>
    `<article id="p${at}"><h2><a href="/">${name}</a></h2><p>Price: £${at + 1}.00</p><button>Buy</button></article>`,
);
const pages = {
  '/orders': `<h1>Orders</h1><label>Colour <select><option>Moss</option><option>Sand</option></select></label>
    <table><tr><th>Order</th><th>Price</th><th>Status</th></tr>
    <tr><td>1041</td><td>£4.50</td><td>Open</td></tr><tr><td>1042</td><td>£1.20</td><td>Shipped</td></tr>
    <tr><td>1043</td><td>£19.00</td><td>Open</td></tr></table><a href="/shelf">Shelf</a> <a href="/">Home</a>`,
  '/shelf': `<h1>Shelf</h1><main>${shelf.join('')}</main>`,
  '/customers': `<h1>Customers</h1><p>7 customers. Page 1 of 3</p><ul><li><a href="/c/1">Ada</a></li><li><a href="/c/2">Bob</a></li></ul>`,
};

const tasks = tasksOn(() => servePages(pages));

/** The value of the only output, the last step, and how the output follows from it. */
async function readBy(page: string, task: string) {
  const { outcome, events } = await tasks.run(`Open SITE${page}. ${task}`);
  const step = events.findLast(({ type }) => type === 'agent.action')?.data;
  const { output, moment } = events.findLast(({ data }) => data?.['evidence'] !== undefined)?.data ?? {};
  const [value] = Object.values(outcome.outputs);
  return { error: outcome.errorMessage, value, step, output, moment };
}

test.each([
  ['/orders', 'Count the rows', 3, 'tbody > tr:has(> td):visible'],
  ['/orders', 'How many open orders are there?', 2, ':visible'],
  ['/shelf', 'How many products are there?', 2, 'main > article:visible'],
])('on %s "%s" reads the things and counts them', async (page, task, count, selector) => {
  expect(await readBy(page, task)).toMatchObject({
    error: null,
    value: count,
    step: {
      primitive: 'browser.extract',
      input: { target: { css: expect.stringContaining(selector) }, as: 'list' },
    },
    output: { by: 'length' },
  });
});

test('a count of some things reads them by the words that select them', async () => {
  const { step } = await readBy('/orders', 'How many open orders are there?');
  expect(JSON.stringify(step)).toMatch(/tbody > tr.*:has\(.*open/);
});

test('a number that the page says is read from its text, whatever its other numbers are', async () => {
  const { value, output } = await readBy('/customers', 'How many customers are there?');
  expect(value).toBe(7);
  const { pattern, by } = output as { pattern: string; by: string };
  expect(by).toBe('number');
  expect(new RegExp(pattern, 'u').exec('12 customers. Page 2 of 4')?.groups?.['value']).toBe('12');
});

test.each([
  ['/orders', 'Get the prices of all orders', ['£4.50', '£1.20', '£19.00'], undefined],
  ['/orders', 'Which orders are open?', ['1041', '1043'], undefined],
  ['/orders', 'Report the options of Colour', ['Moss', 'Sand'], undefined],
  ['/shelf', 'Get the prices of all products', ['£1.00', '£2.00'], 'each'],
  ['/shelf', 'Report the products', ['Hinge', 'Bolt'], undefined],
])('reads a list on %s for "%s"', async (page, task, values, by) => {
  const read = await readBy(page, task);
  expect(read).toMatchObject({ error: null, value: values, step: { input: { as: 'list' } } });
  expect(read.output).toMatchObject(by === undefined ? {} : { by });
});

test.each([
  ['Is there an order called "1043"?', { text: '1043' }],
  ['Is there a Shelf link?', { target: { role: 'link', name: 'Shelf' }, visible: true }],
  ['Is order 1042 shipped?', { target: { nth: 0 }, visible: true }],
])('checks "%s" before it is reported as true', async (task, input) => {
  expect(await readBy('/orders', task)).toMatchObject({
    error: null,
    value: true,
    step: { primitive: 'browser.assert', input },
    output: { by: 'check' },
  });
});

test('a choice by comparing is recorded as a choice of that moment', async () => {
  const { value, moment } = await readBy('/orders', 'What is the price of the cheapest order?');
  expect(value).toBe('£1.20');
  expect(moment).toMatch(/comparing values/);
});

test('a number that is verified has to be equal', async () => {
  const task = (count: string) => readBy('/orders', `Check that the number of orders is ${count}`);
  expect((await task('3')).error).toBeNull();
  expect((await task('13')).error).toMatch(/is "3", not "13"/);
});

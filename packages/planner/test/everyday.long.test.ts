import { describe, expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';
import { pages } from './everyday-pages.ts';

const tasks = tasksOn(() => servePages(pages));

async function run(page: string, task: string, options: { stepTimeoutMs?: number } = {}) {
  return (await tasks.run(`Open SITE${page}. ${task}`, options)).outcome;
}
/** For a step that fails once it has waited this long. */
const SOON = { stepTimeoutMs: 6_000 };

describe('a question about a page', () => {
  test.concurrent.each([
    ['Count the rows', 3],
    ['How many orders are there?', 3],
    ['How many open orders are there?', 2],
    ['Get the prices of all orders', ['£4.50', '£1.20', '£1,900.00']],
    ['What is the status of order 1042?', 'Shipped'],
    ['In the row of order 1042, tell me its price', '£1.20'],
    ['Find the row of the Bolt and report its status', 'Shipped'],
    ['Who is the account manager?', 'Grace Hopper'],
    ["What's my account balance?", '£12.00'],
    ['When was order 1042 placed?', '9 May 2026'],
    ['Is there an order called "1043"?', true],
    ['Is there an order called "2000"?', false],
    ['What is the price of the cheapest order?', '£1.20'],
    ['Tell me the status of the most expensive order', 'Open'],
  ])('%s', async (task, answer) => {
    const { errorMessage, outputs } = await run('/orders', task);
    expect([errorMessage, ...Object.values(outputs)]).toEqual([null, answer]);
  });

  test.concurrent.each([
    ['Has order 2001 shipped?', false],
    ['Has order 2002 been shipped?', true],
    ['Has order 2003 shipped?', true],
    ['Was order 2002 sent?', true],
    ['Was order 2004 sent?', false],
    ['Has order 2002 been delivered?', false],
  ])('%s counts a later state as this one, too', async (task, answer) => {
    const { errorMessage, outputs } = await run('/parcels', task);
    expect([errorMessage, ...Object.values(outputs)]).toEqual([null, answer]);
  });

  test.concurrent.each([
    ['When is the York office open?', 'Tuesday to Friday 9:00 - 18:00'],
    ['What is the address of the York office?', '3 Dock Road, York'],
    ['Who is the manager of the York office?', 'Grace Hopper'],
    ['How many loyalty points do I have?', 2150],
    ['How much does delivery cost?', '£4.95'],
  ])('%s is answered by what stands under its heading', async (task, answer) => {
    const { errorMessage, outputs } = await run('/offices', task);
    expect([errorMessage, ...Object.values(outputs)]).toEqual([null, answer]);
  });

  test.concurrent.each([
    ['/lines', 'Remove the sticky notes from the basket and report the text of said', 'removed notes'],
    ['/me', 'Change my phone number to 77 and save, then report the text of said', 'saved 77'],
  ])('on %s: %s', async (page, task, told) => {
    const { errorMessage, outputs } = await run(page, task);
    expect([errorMessage, ...Object.values(outputs)]).toEqual([null, told]);
  });

  test('refuses to count a kind of thing that the page does not have', async () => {
    expect(await run('/orders', 'Count the invoices', SOON)).toMatchObject({ status: 'failed', outputs: {} });
  });

  test('names a screenshot in the outputs by its artifact', async () => {
    expect(await run('/orders', 'Take a screenshot')).toMatchObject({
      outputs: { screenshot: { artifactId: expect.any(String) } },
    });
  });
});

describe('a list in pages', () => {
  test('opens the last page of a list, not the previous one', async () => {
    expect(await run('/pages', 'Go to the last page and report the list')).toMatchObject({
      outputs: { list: ['Zebra'] },
    });
  });

  test('turns the pages of a list until one shows the text', async () => {
    expect(await run('/pages', 'Go to the next page until you see Bob, then report the list')).toMatchObject({
      outputs: { list: ['Bob'] },
    });
  });

  test('does not leave a page without page controls by a link named Back', async () => {
    expect(await run('/orders', 'Go to the last page', SOON)).toMatchObject({
      errorCode: 'element_not_found',
    });
  });
});

describe('a widget', () => {
  test.concurrent.each([
    ['Click Refresh prices and report the text of said', { text_of_said: 'refreshed' }],
    ['Click "My orders" and report the heading', { heading: 'Orders' }],
    ['Open the Account menu and choose My orders, then report the heading', { heading: 'Orders' }],
    ['Click "Choose express" and report the text of said', { text_of_said: 'express' }],
    ['Expand Shipping, click Choose express and report the text of said', { text_of_said: 'express' }],
    ['Slide the volume to 70 and report the value of Volume', { value_of_volume: '70' }],
    ['Set the due date to 2026-11-20 and report the text of said', { text_of_said: '2026-11-20' }],
    ['Copy the reference into the Note field and report the value of Note', { value_of_note: 'R-77' }],
    ['Click Price list and report the heading', { heading: 'Orders' }],
  ])('%s', async (task, outputs) => {
    expect(await run('/widgets', task)).toMatchObject({ errorMessage: null, outputs });
  });

  test('ticks both boxes', async () => {
    const { events } = await tasks.run(`Open SITE/widgets and tick both boxes`);
    expect(
      events.filter(({ type, message }) => type === 'agent.action' && message.startsWith('Tick')),
    ).toHaveLength(2);
  });
});

describe('an instruction about one of several', () => {
  test.concurrent.each([
    [
      '/orders',
      'In the row of order 1042, click Edit and report the text of said',
      { text_of_said: 'edited 1042' },
    ],
    [
      '/orders',
      'Click Edit in the row of Lathe and report the text of said',
      { text_of_said: 'edited 1043' },
    ],
    [
      '/orders',
      'Sort by price and report the value of "Sort by"',
      { value_of_sort_by: 'Price: low to high' },
    ],
    ['/orders', 'Filter by status Open and report the value of Status', { value_of_status: 'Open' }],
    [
      '/drafts',
      'Delete the draft Hello and confirm, then report the list',
      { list: [expect.stringContaining('Other')] },
    ],
    [
      '/drafts',
      'Delete the draft Other and confirm, then report the list',
      { list: [expect.stringContaining('Hello')] },
    ],
    [
      '/contact',
      'Fill in the form with name Ada Lovelace, email ada@example.com and message "Hi" and send it, then report the ticket',
      { ticket: 'T-1' },
    ],
    ['/contact', 'Enter Ada in Name and click Send, then report the heading', { heading: 'Thank you' }],
    [
      '/mail',
      'Click Archive of the second result and report the text of said',
      { text_of_said: 'archived 2' },
    ],
    ['/bag', 'How much is the Bolt?', { price_of_bolt: '£5.00' }],
    ['/bag', 'Add the cheapest one to my basket, then report the text of said', { text_of_said: 'Hinge;' }],
    ['/bag', 'Add Hinge and Bolt to the bag, then report the text of said', { text_of_said: 'Hinge;Bolt;' }],
    [
      '/bag',
      'Add the Salt and Pepper to the bag, then report the text of said',
      { text_of_said: 'Salt and Pepper;' },
    ],
    [
      '/bulk',
      'Tick 7001 and 7003 and mark them as paid, then report the text of said',
      { text_of_said: '7001,7003' },
    ],
    ['/cover', 'Cancel the booking, then report the text of said', { text_of_said: 'cancelled' }],
    ['/news', 'What is the first news item?', { name_of_result_news_1: 'Free delivery' }],
    ['/contact', 'Clcik Send in the form', {}],
  ])('%s: %s', async (page, task, outputs) => {
    const outcome = await run(page, task);
    if (task.startsWith('Clcik')) expect(outcome.errorCode).not.toBe('task_not_understood');
    else expect(outcome).toMatchObject({ errorMessage: null, outputs });
  });

  test.concurrent.each([
    ['/bag', 'Add Hinge and Lathe to the bag'],
    ['/bag', 'Add Lathe and Bolt to the bag'],
    ['/rows', 'Tick 7001 and mark them as paid'],
    ['/rows', 'Tick 7001 and mark as paid'],
    ['/rows', 'Mark everything as paid'],
    ['/rows', 'In the row of 7001, click Mark as paid'],
    ['/rows', 'In the first row, click Mark as paid'],
    ['/trip', 'Add the travellers'],
    ['/cover', 'Cancel the insurance'],
    ['/trip', 'Set the delivery date to 5 May 2027'],
  ])('%s: "%s" acts on nothing else', async (page, task) => {
    const { outcome, events } = await tasks.run(`Open SITE${page}. ${task}`, SOON);
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'element_not_found' });
    const acts = events.filter(({ data }) => /click|fill|type/u.test(String(data?.['primitive'])));
    expect(acts).toEqual([]);
  });

  test('opens the address that a purchase names first', async () => {
    const { outcome } = await tasks.run(`Put the Bolt in the bag on SITE/bag. Report the text of said`);
    expect(outcome).toMatchObject({ errorMessage: null, outputs: { text_of_said: 'Bolt;' } });
  });

  test('a failure first lists what was done before it', async () => {
    const { errorMessage } = await run(
      '/contact',
      'Enter Ada in Name and click Send, then report the invoice',
      SOON,
    );
    expect(errorMessage).toMatch(
      /^Done before it failed: .*"click Send".* Then "report the invoice" failed/u,
    );
  });
});

describe('a thing that is named by its place', () => {
  const targetsOf = (events: readonly { type: string; data?: Record<string, unknown> }[]) =>
    events
      .filter(({ type }) => type === 'agent.action')
      .map(({ data }) => (data?.['input'] as { target?: unknown }).target);

  test.concurrent.each([
    ['Open the second product', 'click'],
    ['Click Buy of the second product', 'click'],
    ['Report the price of the second product', 'read'],
  ])('%s is found again by that place, whatever stands there then', async (task) => {
    const { outcome, events } = await tasks.run(`Open SITE/shelf. ${task}`);
    expect(outcome.errorMessage).toBeNull();
    const target = targetsOf(events).at(-1) as { css: string };
    expect(target.css).toMatch(/^#shelf > article:nth-of-type\(2\) > /u);
  });

  test('records each output with its name, and how its value is found in what was read', async () => {
    const { outcome, events } = await tasks.run(
      `Open SITE/contact. Enter Ada in Name and click Send, then report the ticket and the heading`,
    );
    expect(outcome.outputs).toEqual({ ticket: 'T-1', heading: 'Thank you' });
    const concluded = events
      .filter(({ type }) => type === 'agent.thought')
      .map(({ data }) => ({ output: data?.['output'], proof: data?.['proof'] }));
    expect(concluded).toContainEqual({
      output: { name: 'ticket', pattern: expect.stringMatching(/^\^.s\*Ticket:/u) },
      proof: undefined,
    });
    expect(concluded).toContainEqual({ output: undefined, proof: { url: '/thanks' } });
  });
});

describe('a name', () => {
  test.concurrent.each([
    ['Click "Submit"', 'element_not_found'],
    ['Click "Save"', 'action_failed'],
    ['Click Continue', 'element_not_found'],
  ])('%s takes no other control for it', async (task, code) => {
    const { errorCode, outputs } = await run('/disguised', `${task} and report the text of said`, SOON);
    expect({ errorCode, outputs }).toEqual({ errorCode: code, outputs: {} });
  });

  test('a control with an effect that the task does not mention needs an approval', async () => {
    const { events } = await tasks.run(`Open SITE/disguised and click the last button`);
    expect(events.findLast(({ type }) => type === 'agent.action')?.data).toMatchObject({ risk: 'high' });
  });

  test.concurrent.each([
    ['/dangerous', 'Type x into Reason and press Enter', true],
    ['/dangerous', 'Tick the first checkbox', true],
    ['/dangerous', 'Select Erase from Action', false],
    ['/dangerous', 'Set Plan to Gold', true],
    ['/dangerous', 'Drag Report to Trash', false],
    ['/dangerous', 'Type hi into Message and press Enter', false],
    ['/dangerous', 'Tick I agree', false],
    ['/dangerous', 'Select Rename from Action', false],
  ])('%s: %s asks for an approval: %s', async (page, task, isAsked) => {
    const { events } = await tasks.run(`Open SITE${page}. ${task}`);
    const risks = events.filter(({ type, data }) => type === 'agent.action' && data?.['risk'] === 'high');
    expect(risks.length > 0).toBe(isAsked);
  });

  test('a control that does what the task asks needs no approval', async () => {
    const { events } = await tasks.run(`Open SITE/disguised and click Pay now`);
    expect(events.findLast(({ type }) => type === 'agent.action')?.data).not.toHaveProperty('risk');
  });
});

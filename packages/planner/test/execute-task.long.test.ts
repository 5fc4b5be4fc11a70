import { describe, expect, test } from '@jest/globals';
import { startShop } from '@errand/demo-shop';
import { tasksOn } from './browser.ts';

const tasks = tasksOn(startShop);

function run(task: string, options: { stepTimeoutMs?: number } = {}) {
  return tasks.run(task, options);
}
/** For a step that fails once it has waited this long. */
const SOON = { stepTimeoutMs: 6_000 };

describe('a task in the shop', () => {
  test('searches, chooses, buys and reports the total', async () => {
    const { outcome, events } = await run(
      "Open SITE, search for 'teapot', click the first result, choose 'Sand' from Colour, set quantity to 2, add it to the cart, and report the total.",
    );
    expect(outcome).toMatchObject({
      status: 'completed',
      outputs: { total: '£69.00' },
      finalUrl: `${tasks.site.url}/cart`,
      errorCode: null,
    });
    expect(outcome.summary).toContain('The total is £69.00.');
    expect(events.map(({ type }) => type).slice(0, 2)).toEqual(['run.started', 'agent.thought']);
    expect(events.at(-1)?.type).toBe('run.completed');
    const ids = events.filter(({ type }) => type === 'step.completed').map(({ stepId }) => stepId);
    expect(ids).toEqual(['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8']);
  });

  test('records how each element can be located again', async () => {
    const { events } = await run("Open SITE/products/blue-teapot, set quantity to 3 and click 'Add to cart'");
    const actions = events.filter(({ type }) => type === 'agent.action').map(({ data }) => data);
    expect(actions).toEqual([
      { primitive: 'browser.navigate', input: { url: `${tasks.site.url}/products/blue-teapot` } },
      { primitive: 'browser.fill', input: { target: { label: 'Quantity', exact: true }, value: '3' } },
      { primitive: 'browser.click', input: { target: { role: 'button', name: 'Add to cart', exact: true } } },
    ]);
  });

  test('places an order and reports its number', async () => {
    const before = tasks.site.orders.length;
    const { outcome, effects } = await run(
      `1. Open SITE
       2. Add the Milk Jug to the cart
       3. Click Checkout
       4. Enter "Ada O'Neill <3" in Full name, ada@example.com in Email and '12 High Street, London' in Address
       5. Select Ireland from Country; tick Gift wrap; choose Express
       6. Place the order, wait for "Thank you"
       7. Report the order number, the total and the heading`,
    );
    const order = tasks.site.orders[before];
    expect(outcome).toMatchObject({
      status: 'completed',
      outputs: { order_number: order?.number, total: '£24.35', heading: "Thank you, Ada O'Neill <3" },
    });
    expect(order).toMatchObject({
      name: "Ada O'Neill <3",
      email: 'ada@example.com',
      address: '12 High Street, London',
      country: 'Ireland',
      giftWrap: true,
      shipping: 'Express',
      total: 2_435,
    });
    expect(effects.some((effect) => effect.includes('Place order'))).toBe(true);
  });

  test('signs in from any page and keeps the password to itself', async () => {
    const { outcome, events, effects } = await run(
      'Open SITE and log in as demo@shop.example with password teapot-42, then tell me the heading',
    );
    expect(outcome).toMatchObject({ status: 'completed', outputs: { heading: 'Welcome back' } });
    expect(JSON.stringify([outcome, events, effects])).not.toContain('teapot-42');
  });

  test('reports a refused sign-in as what the page says', async () => {
    const { outcome } = await run(
      'Open SITE/login, log in as demo@shop.example with password wrong-1 and read the error message',
    );
    expect(outcome.outputs).toEqual({ error_message: 'The email or the password is wrong.' });
  });

  test('reads tables, prices, counts, options and values', async () => {
    const { outcome } = await run(
      `Open SITE/deals. Read the table. Tell me the price of the Milk Jug. Go to Home.
       Report the price of the second product, the name of the last product and the number of products.
       Search for bowl. How many results are there? Click the first result. What are the options of Size?
       What is the price? What is the value of the Quantity field? What is the page title?`,
    );
    expect(outcome.errorMessage).toBeNull();
    expect(outcome.outputs).toMatchObject({
      table: expect.arrayContaining([
        ['Product', 'Was', 'Now', 'You save'],
        ['Milk Jug', '£15.90', '£12.90', '19%'],
      ]),
      price_of_milk_jug: '£12.90',
      price_of_result_2: '£28.90',
      name_of_last_result: 'Travel Mug',
      number_of_result: 8,
      number_of_result_2: 1,
      options_of_size: ['Small', 'Medium', 'Large'],
      price: '£16.50',
      value_of_quantity: '1',
      title: 'Breakfast Bowl – Kettle & Clay',
    });
  });

  test('acts on the item that the task names', async () => {
    const { outcome } = await run(
      'Open SITE, add the Dinner Plate to the cart, go back, add the Travel Mug to the cart, remove the Dinner Plate from the cart and report the total',
    );
    expect(outcome.outputs).toEqual({ total: '£19.90' });
  });

  test('writes to the shop', async () => {
    const { outcome } = await run(
      `Go to SITE, click the Contact link, fill Name with Ada and Email with ada@example.com, choose Returns from Topic,
       write "Hello; it's me, and then some." in the Message field, send the message and verify that the page shows "Thank you, Ada"`,
    );
    expect(outcome).toMatchObject({ status: 'completed', errorMessage: null });
  });
});

describe('a task that cannot be done', () => {
  test('is refused as a whole when one clause is not plain', async () => {
    const { outcome, events } = await run('Open SITE, click Deals and tell me which deal is best');
    expect(outcome).toMatchObject({
      status: 'failed',
      errorCode: 'task_not_understood',
      finalUrl: null,
      outputs: {},
    });
    expect(outcome.errorMessage).toContain('"tell me which deal is best"');
    expect(outcome.errorMessage).toContain('configure a model');
    expect(events.map(({ type }) => type)).toEqual(['run.started', 'run.failed']);
  });

  test('keeps a password out of everything when it is refused', async () => {
    const { outcome, events } = await run(
      'Sign in to SITE as ada with password hunter-2! and think about it',
    );
    expect(outcome.errorCode).toBe('task_not_understood');
    expect(JSON.stringify([outcome, events])).not.toContain('hunter-2');
  });

  test('refuses a task that begins without a page', async () => {
    const { outcome } = await run('Click Save');
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'task_not_understood' });
    expect(outcome.errorMessage).toContain('"open"');
  });

  test('never chooses between equal elements and lists them', async () => {
    const { outcome, effects, events } = await run(
      "Open SITE, click 'Add to cart' and report the total",
      SOON,
    );
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'element_ambiguous' });
    expect(outcome.errorMessage).toContain('button "Add Milk Jug to cart"');
    expect(outcome.summary).toContain('Done: open');
    expect(outcome.summary).toContain('Not tried: read total');
    expect(effects).toEqual([]);
    expect(
      events.filter(({ type }) => type.endsWith('.failed')).map(({ type, stepId }) => [type, stepId]),
    ).toEqual([
      ['step.failed', 's2'],
      ['run.failed', null],
    ]);
  });

  test('lists what is on the page when an element is missing', async () => {
    const { outcome } = await run('Open SITE and click the Frobnicate button', SOON);
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'element_not_found' });
    expect(outcome.errorMessage).toContain('button "Search"');
  });

  test('keeps what it read before it failed', async () => {
    const { outcome } = await run(
      'Open SITE/about, report the phone number and select Blue from Colour',
      SOON,
    );
    expect(outcome).toMatchObject({ status: 'failed', outputs: { phone_number: '+44 20 7946 0018' } });
  });

  test('does not choose another option than the one that the task names', async () => {
    const { outcome } = await run('Open SITE/products/blue-teapot and choose Purple from Colour', SOON);
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'element_not_found' });
    expect(outcome.errorMessage).toContain('Moss');
  });

  test('fails when a verification does not hold', async () => {
    const { outcome } = await run('Open SITE and make sure the heading is "Sold out"');
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'assertion_failed' });
  });

  test('stops when it is aborted', async () => {
    const stop = new AbortController();
    const running = tasks.run('Open SITE and click Frobnicate', {
      signal: stop.signal,
      stepTimeoutMs: 30_000,
    });
    setImmediate(() => stop.abort(new Error('cancelled')));
    const { outcome, events } = await running;
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'executor_lost' });
    expect(events.some(({ type }) => type === 'run.failed')).toBe(false);
  });
});

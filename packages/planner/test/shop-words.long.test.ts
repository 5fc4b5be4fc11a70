import { expect, test } from '@jest/globals';
import { startShop } from '@errand/demo-shop';
import { tasksOn } from './browser.ts';

const tasks = tasksOn(startShop);

test.concurrent.each([
  ['Open SITE and tell me the prices of all teapots', ['£34.50', '£28.90']],
  ['Open SITE and tell me which colours the Blue Teapot comes in', ['Blue', 'Sand', 'Moss']],
  ['Open SITE and tell me the sizes of the Blue Teapot', ['0.8 l', '1.2 l']],
  ['Open SITE/products/blue-teapot. Which sizes does it come in?', ['0.8 l', '1.2 l']],
  ['Open SITE/products/blue-teapot and report the colour', 'Blue'],
  ['Open SITE and add the Glass Teapot and the Milk Jug to the cart and report the total', '£41.80'],
  ['Open SITE/about. When was the company founded?', '2009'],
  ['Open SITE/deals and tell me which product saves the most', 'Travel Mug'],
])('an instruction in the shop is answered: %s', async (task, answer) => {
  const { outcome } = await tasks.run(task);
  expect([outcome.errorMessage, Object.values(outcome.outputs)]).toEqual([null, [answer]]);
});

test.concurrent('two values of one sentence are read, each by its own name', async () => {
  const { outcome } = await tasks.run(
    'Open SITE/about and tell me the phone number and the number of workshops',
  );
  expect([outcome.errorMessage, Object.values(outcome.outputs)]).toEqual([null, ['+44 20 7946 0018', 14]]);
});

test.concurrent.each([
  'Open SITE and add a Blue Teapot in green to the cart',
  'Open SITE and add a large Blue Teapot to the cart',
  'Open SITE and add the Blue Teapot without a lid to the cart',
  'Open SITE/deals and tell me how much the Milk Jug will be next week',
])('what a thing is said to be is not left out: %s', async (task) => {
  const { outcome, effects } = await tasks.run(task, { stepTimeoutMs: 10_000 });
  expect([outcome.status, effects.filter((effect) => effect.includes('Add'))]).toEqual(['failed', []]);
});

import { expect, test } from '@jest/globals';
import { startShop } from '@errand/demo-shop';
import { tasksOn } from './browser.ts';

const tasks = tasksOn(startShop);

test.concurrent.each([
  ['which teapots cost less than 30', ['Glass Teapot']],
  ['which products are not on sale', ['Glass Teapot', 'Espresso Cups', 'Dinner Plate', 'Salt & Pepper Jars']],
  [
    'list all products except the teapots and the Milk Jug',
    ['Espresso Cups', 'Breakfast Bowl', 'Dinner Plate', 'Salt & Pepper Jars', 'Travel Mug'],
  ],
  ['which deals save more than 17%', ['Blue Teapot', 'Milk Jug', 'Travel Mug']],
  ['how many products cost between £20 and £25', 2],
  ['how many teapots are there', 2],
  ['is the Milk Jug on sale', true],
  ['is the Dinner Plate on sale', false],
  ['is the Blue Teapot cheaper than the Glass Teapot', false],
  ['what did the Travel Mug use to cost', '£24.90'],
  ['what was the price of the Blue Teapot before', '£42.00'],
  ['how much do I save on the Blue Teapot', '18%'],
  ['what do the Milk Jug and the Travel Mug cost together', '£32.80'],
  ['what do the two teapots cost together', '£63.40'],
  ['what is the average price of all products', '£22.09'],
  ['how much more does the Blue Teapot cost than the Glass Teapot', '£5.60'],
  ['which product has the biggest discount', 'Travel Mug'],
])('a question of things by their values is answered in the shop: %s', async (said, answer) => {
  const { outcome } = await tasks.run(`Open SITE. ${said}`);
  expect([outcome.errorMessage, Object.values(outcome.outputs)]).toEqual([null, [answer]]);
});

test.concurrent('the prices of two things are read as two values', async () => {
  const { outcome } = await tasks.run('Open SITE. What are the prices of the Milk Jug and the Dinner Plate?');
  expect([outcome.errorMessage, Object.values(outcome.outputs)]).toEqual([null, ['£12.90', '£18.50']]);
});

test.concurrent.each([
  ['add every teapot to the cart', 'tell me the total', '£63.40'],
  ['add all products under £15 to the cart', 'tell me the total', '£12.90'],
  ['add all products to the cart', 'tell me the total', '£176.70'],
])('all things of a kind are put into the cart: %s', async (said, asked, answer) => {
  const { outcome } = await tasks.run(`Open SITE. ${said} and ${asked}`);
  expect([outcome.errorMessage, Object.values(outcome.outputs)]).toEqual([null, [answer]]);
});

test.concurrent('the cart is emptied by the control of each thing in it', async () => {
  const { outcome } = await tasks.run(
    'Open SITE. Add the Milk Jug and the Dinner Plate to the cart, then empty the cart and tell me the heading',
  );
  const cart = await tasks.run('Open SITE and empty the cart', { stepTimeoutMs: 10_000 });
  expect([outcome.errorMessage, cart.outcome.status]).toEqual([null, 'failed']);
});

test.concurrent.each([
  'which products come in blue',
  'how much would two Dinner Plates cost',
  'how much is the Dinner Plate for 2 days',
  'how many items are in my cart',
])('what the shop does not say is refused: %s', async (said) => {
  const { outcome } = await tasks.run(`Open SITE. ${said}`, { stepTimeoutMs: 10_000 });
  expect([outcome.status, outcome.outputs]).toEqual(['failed', {}]);
});

import { describe, expect, test } from '@jest/globals';
import { attributeWords, bestOf, editDistance, grade, GRADES, normalised } from '../src/words/match-name.ts';
import { measured } from '../src/words/measures.ts';
import { narrowedTo, partOfKind } from '../src/words/kind-of-value.ts';
import { says } from '../src/words/senses.ts';

describe('grade', () => {
  test.each([
    ['Save', 'Save', 'identical'],
    ['save', '  SAVE… ', 'equal'],
    ['Prix total', 'prix  Total:', 'equal'],
    ['Café', 'cafe', 'equal'],
    ['Submit order', 'Submit your order', 'equalWords'],
    ['sign in', 'Log in', 'synonym'],
    ['Colour', 'Color', 'synonym'],
    ['e-mail', 'Email address', 'synonym'],
    ['Add to basket', 'Add to cart', 'synonym'],
    ['username', 'User name', 'synonym'],
    ['total', 'Order total', 'contains'],
    ['Turn on', 'Turn on notifications', 'contains'],
    ['Add to cart', 'Add Blue Teapot to cart', 'contains'],
    ['Quantty', 'Quantity', 'nearly'],
    ['Chekcout', 'Checkout', 'nearly'],
  ] as const)('%j against %j is %s', (said, name, expected) => {
    expect(grade(said, name)).toBe(GRADES[expected]);
  });

  test.each([
    ['total', 'Subtotal'],
    ['Save', 'Cancel'],
    ['Save the order', 'Save'],
    ['log out', 'Log in'],
    ['Opt in', 'Opt out'],
    ['Turn on', 'Turn off'],
    ['Zoom in', 'Zoom out'],
    ['Check in', 'Checking'],
    ['Room 12', 'Room 13'],
    ['Milk Jug', ''],
    ['', 'Milk Jug'],
  ])('%j does not fit %j', (said, name) => {
    expect(grade(said, name)).toBe(0);
  });

  test('a command may say more than its button, an item may not', () => {
    expect(grade('Subscribe to newsletter', 'Subscribe', true)).toBe(GRADES.contained);
    expect(grade('Proceed to checkout', 'Checkout', true)).toBe(GRADES.contained);
    expect(grade('Remove Milk Jug', 'Milk Jug', true)).toBe(0);
  });
});

test('normalizes case, accents and spelling before comparing', () => {
  expect(normalised('  Ｆull\u00a0NAME*: ')).toBe('full name');
  expect(attributeWords('orderNumber')).toBe('order number');
  expect(attributeWords('order_number-2')).toBe('order number 2');
});

test('counts edits up to a bound', () => {
  expect(editDistance('kitten', 'sitting', 3)).toBe(3);
  expect(editDistance('teh', 'the', 2)).toBe(1);
  expect(editDistance('abc', 'xyz', 2)).toBe(3);
});

test('returns every entry of the best grade', () => {
  expect(bestOf(['a', 'bb', 'cc', 'd'], (entry) => entry.length)).toEqual(['bb', 'cc']);
  expect(bestOf(['a'], () => 0)).toEqual([]);
});

test.each([
  ['Price', 'rate', true],
  ['Price', 'rating', false],
  ['Average rating', 'ratings', true],
])('tells whether "%s" says %s', (text, word, isSo) => {
  expect(says(text, word)).toBe(isSo);
});

test.each([
  ['We are closed from 24 to 27 December.', '24 to 27 December'],
  ['Closed 30 December – 2 January', '30 December – 2 January'],
  ['The tasting is on 9 December at 15:00.', '9 December at 15:00'],
])('of "%s" the days are told as a whole', (text, days) => {
  expect(partOfKind('when', text)).toBe(days);
});

test('a full date at which something ends is told with its beginning', () => {
  expect(narrowedTo('when', 'Closed from 24 to 27 December 2026.')).toBe('24 to 27 December 2026');
  expect(narrowedTo('when', 'Room 4, 27 December 2026')).toBe('27 December 2026');
});

test.each([
  [
    ['2h 40m', '45 min', '1.5 hours'],
    [160, 45, 90],
  ],
  [
    ['800 m', '2 km'],
    [80_000, 200_000],
  ],
  [
    ['900 g', '1,2 kg'],
    [900, 1200],
  ],
  [['45 m'], [45]],
  [['45 min', '2 km'], null],
  [['12 pieces', '2'], null],
])('measures %j in one unit', (values, sizes) => {
  expect(measured(values)).toEqual(sizes);
});

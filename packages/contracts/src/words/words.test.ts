import { expect, test } from '@jest/globals';
import { elementWords, stepWords, targetWords } from './index.ts';

test('roles are put into words that people use, and others stay as they are', () => {
  expect(elementWords('spinbutton', 'Quantity')).toBe('number field "Quantity"');
  expect(elementWords('searchbox')).toBe('search field');
  expect(elementWords('button', 'Save')).toBe('button "Save"');
});

test.each([
  ['#cart-total', '"#cart-total"'],
  [{ role: 'spinbutton', name: 'Quantity' }, 'the number field "Quantity"'],
  [{ role: 'button', name: 'Delete', nth: 1 }, 'the 2nd button "Delete"'],
  [{ label: 'E-mail', frame: 'checkout' }, 'the field "E-mail" in the frame "checkout"'],
  [{ placeholder: 'Search' }, 'the field with the placeholder "Search"'],
  [{ css: '.total', nth: 22 }, 'the 23rd element ".total"'],
  [{ app: 'mousepad', role: 'textbox' }, 'the text field of mousepad'],
  [{ name: 'Open', window: 'Letters' }, 'the element "Open" of the window "Letters"'],
])('the target %j is put into words', (target, words) => {
  expect(targetWords(target)).toBe(words);
});

test('a step is put into words by what it does to an element or an address', () => {
  expect(stepWords('browser.fill', { target: { label: 'Quantity' } })).toBe('Fill the field "Quantity"');
  expect(stepWords('browser.navigate', { url: 'https://example.com' })).toBe('Open https://example.com');
  expect(stepWords('data.set', {})).toBeNull();
});

test('names stand between the quotation marks that are asked for', () => {
  expect(targetWords({ role: 'link', name: 'Deals' }, (text) => `“${text}”`)).toBe('the link “Deals”');
});

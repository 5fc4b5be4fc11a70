import { expect, test } from '@jest/globals';
import { primitiveSignatures } from '@errand/contracts/primitives';
import { sentenceOf } from '../src/approvals/sentence.ts';

type Pending = Parameters<typeof sentenceOf>[0];

function sentence(primitive: string | null, input: unknown = null, origin: string | null = null): string {
  return sentenceOf({ primitive, input, origin } as Pending);
}

test.each([
  [
    'browser.click',
    { target: { role: 'button', name: 'Pay' } },
    'Clicks the button “Pay” on https://a.example.',
  ],
  [
    'browser.fill',
    { target: { label: 'Name' }, value: 'Ada' },
    'Puts "Ada" into the field “Name” on https://a.example.',
  ],
  ['browser.press', { key: 'Enter' }, 'Presses Enter on the page on https://a.example.'],
  ['browser.select', { target: 'Size', index: 2 }, 'Chooses entry 2 in “Size” on https://a.example.'],
  ['browser.tab', { action: 'new' }, 'Opens a tab on https://a.example.'],
  ['browser.dialog', { action: 'dismiss' }, 'Dismisses the next dialog on https://a.example.'],
  ['browser.evaluate', { expression: 'pay()' }, 'Runs a script in the page on https://a.example.'],
  ['http.request', { method: 'POST', url: 'https://b.example/pay' }, 'Sends POST to https://b.example/pay.'],
  ['data.set', { value: 1 }, 'Sets a value for later steps.'],
  ['desktop.click', { x: 10, y: 20 }, 'Clicks the point 10, 20 of the screen.'],
  [
    'desktop.drag',
    { from: { x: 1, y: 2 }, to: { x: 3, y: 4 } },
    'Drags from the point 1, 2 of the screen to the point 3, 4 of the screen.',
  ],
  ['desktop.type', { text: 'Hello' }, 'Types "Hello".'],
])('an approval of %s says what it does with %j', (primitive, input, expected) => {
  expect(sentence(primitive, input, 'https://a.example')).toBe(expected);
});

test.each(
  primitiveSignatures.flatMap(({ name, examples }) => examples.map((example) => [name, example] as const)),
)(
  'an approval of %s with %j is a sentence without the name of the primitive or a missing value',
  (name, example) => {
    const text = sentence(name, example);
    expect(text).toMatch(/^[A-Z].*\.$/u);
    expect(text).not.toMatch(/undefined|\[object/u);
    expect(text).not.toContain(name);
  },
);

test('an approval of a primitive that the page does not know names it', () => {
  expect(sentence('browser.new')).toBe('Does browser.new.');
});

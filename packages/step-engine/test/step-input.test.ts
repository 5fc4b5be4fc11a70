import { expect, test } from '@jest/globals';
import { parseInput } from '../src/engine/step-input.ts';
import { primitiveOf } from '../src/primitives/index.ts';

function parse(name: string, input: unknown) {
  const primitive = primitiveOf(name);
  if (primitive === undefined) throw new Error(`there is no ${name}`);
  return parseInput(primitive.input, input);
}

test.each([
  ['browser.fill', { target: '#n', value: 42 }, { target: '#n', value: '42' }],
  ['browser.type', { target: 7, text: true }, { target: '7', text: 'true' }],
  ['browser.click', { target: { role: 'link', name: 3 } }, { target: { role: 'link', name: '3' } }],
  ['browser.wait', { for: { text: 1.5 } }, { for: { text: '1.5' } }],
  ['data.match', { value: 42, pattern: '(4)' }, { value: '42', pattern: '(4)' }],
  [
    'http.request',
    { method: 'GET', url: 'https://a.test', headers: { 'x-n': 0 }, body: false },
    { method: 'GET', url: 'https://a.test', headers: { 'x-n': '0' }, body: 'false' },
  ],
])('%s takes %j, in which numbers and booleans stand for texts', (name, input, expected) => {
  expect(parse(name, input).data).toMatchObject(expected);
});

test('a number stays a number where one is wanted', () => {
  expect(parse('browser.wait', { for: { ms: 5 } }).data).toEqual({ for: { ms: 5 } });
  expect(parse('data.set', { value: 5 }).data).toEqual({ value: 5 });
});

test.each([
  ['nothing', { target: '#n', value: null }],
  ['an object', { target: '#n', value: {} }],
])('%s is not a text', (_what, input) => {
  expect(parse('browser.fill', input).error?.issues).toMatchObject([{ path: ['value'], expected: 'string' }]);
});

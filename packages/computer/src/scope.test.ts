import { expect, test } from '@jest/globals';
import { createScope } from './scope.ts';

test.each([
  ['mousepad', null, null, true],
  ['mousepad', ['app:mousepad'], null, true],
  ['mousepad', null, ['mousepad'], true],
  ['mousepad', ['app:mousepad'], ['galculator'], false],
  ['mousepad', ['example.com'], null, false],
  ['xterm', null, null, false],
  ['xterm', ['app:xterm'], null, false],
  ['xterm', null, ['xterm'], false],
  ['xterm', ['app:XTerm'], ['xterm'], true],
  ['', null, null, false],
])('a window of "%s", with the scope %j of the step and %j of the owner, is in reach: %j', (...row) => {
  const [name, items, allowed, isInReach] = row;
  expect(createScope(items, [], allowed).allows({ name })).toBe(isInReach);
});

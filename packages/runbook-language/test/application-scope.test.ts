import { expect, test } from '@jest/globals';
import { intersectScopes, isHostAllowed, isScopeItem } from '../src/index.ts';

test('an application of the desktop is an item of a scope, which is no host and is kept when scopes meet', () => {
  expect(['app:mousepad', 'app:org.xfce.mousepad', 'localhost:8080'].map(isScopeItem)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['app:', 'app:a b', 'no such/host'].map(isScopeItem)).toEqual([false, false, false]);
  expect(isHostAllowed(['app:mousepad'], new URL('http://mousepad/'))).toBe(false);
  expect(intersectScopes(['app:mousepad', '*.example.com'], ['app:mousepad', 'app:zenity'])).toEqual([
    'app:mousepad',
  ]);
});

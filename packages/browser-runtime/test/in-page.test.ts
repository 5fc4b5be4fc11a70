import { expect, test } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { asAscii } from '../src/page/in-page.ts';

test('a script in ASCII does what it did with other characters', () => {
  const source = `/* ☆ */ ['naïve 😀', 'añadido'.replace(/a[ñn]/u, '✓'), '😀'.replace(/^[😀]$/u, 'one')]`;
  expect(asAscii(source)).toMatch(/^[ -~]+$/);
  expect(runInNewContext(asAscii(source))).toEqual(['naïve 😀', '✓adido', 'one']);
});

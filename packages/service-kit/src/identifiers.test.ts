import { expect, test } from '@jest/globals';
import { uuidV7 } from './identifiers.ts';

test('is a version 7 UUID in lower case that begins with its moment', () => {
  expect(uuidV7(0x01_23_45_67_89_ab)).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('never repeats within one millisecond, and later ones sort later', () => {
  const same = new Set(Array.from({ length: 10_000 }, () => uuidV7(1_000)));
  expect(same.size).toBe(10_000);
  expect(uuidV7(1_000) < uuidV7(1_001)).toBe(true);
});

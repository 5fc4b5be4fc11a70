import { expect, test } from '@jest/globals';
import { hashKey, newKey, newPrefix, prefixOf } from './format.ts';

const key = newKey('erk_abcDEF12');

test('a key consists of its public part, 43 characters of secret and 6 of checksum', () => {
  expect(key).toMatch(/^erk_abcDEF12_[0-9A-Za-z]{49}$/);
  expect(prefixOf(key)).toBe('erk_abcDEF12');
  expect(newPrefix()).toMatch(/^erk_[0-9A-Za-z]{8}$/);
});

test('the checksum catches every change of one character and every swap of neighbours', () => {
  for (let at = 4; at < key.length; at += 1) {
    if (key[at] === '_') continue;
    for (const other of ['0', 'Z', 'q']) {
      if (other === key[at]) continue;
      expect(prefixOf(key.slice(0, at) + other + key.slice(at + 1))).toBeNull();
    }
    const [left, right] = [key[at], key[at + 1]];
    if (right === undefined || right === '_' || left === right) continue;
    expect(prefixOf(`${key.slice(0, at)}${right}${left}${key.slice(at + 2)}`)).toBeNull();
  }
});

test.each(['', 'erk_', key.slice(1), `${key} `, ` ${key}`, `${key}\n`, key.toLowerCase(), key.slice(0, -1)])(
  '%j is not a valid key',
  (text) => expect(prefixOf(text)).toBeNull(),
);

test('secrets do not repeat and use the whole alphabet', () => {
  const keys = Array.from({ length: 2_000 }, () => newKey('erk_abcDEF12'));
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(keys.map((each) => each.slice(14, 56)).join('')).size).toBe(62);
});

test('hashKey returns the SHA-256 of the whole key', () => {
  expect(Buffer.from(hashKey('abc')).toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

import { describe, expect, test } from '@jest/globals';
import { readShownNumber } from '../src/index.ts';

describe('readShownNumber', () => {
  test.each<[string, string, number | null]>([
    ['42', '', 42],
    ['  3.14 ', '', 3.14],
    ['-7', '', -7],
    ['−7,5', '', -7.5],
    ['$1,299.00', '', 1299],
    ['1.299,00 €', '', 1299],
    ['EUR12.50', '', 12.5],
    ['-$5', '', -5],
    ['1 234 567,8', '', 1234567.8],
    ["1'234.50", '', 1234.5],
    ['1,234,567', '', 1234567],
    ['12,50', '', 12.5],
    ['0.125', '', 0.125],
    ['1234.567', '', 1234.567],
    ['15 %', '', 15],
    ['Total: 12 items', '', 12],
    ['1,234', '', null],
    ['1.234', '', null],
    ['1,234', 'en', 1234],
    ['1.234', 'en', 1.234],
    ['1,234', 'de-AT', 1.234],
    ['1.234', 'de', 1234],
    ['1.2.3', '', null],
    ['2026-11-22', '', null],
    ['3 of 10', '', null],
    ['10:30', '', null],
    ['A12', '', null],
    ['1.2k', '', null],
    ['3 million', '', null],
    ['many', '', null],
    ['', '', null],
  ])('reads %j in %j as %p', (text, language, expected) => {
    expect(readShownNumber(text, language)).toBe(expected);
  });
});

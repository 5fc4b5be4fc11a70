import { describe, expect, test } from '@jest/globals';
import type { ControlFacts } from '../../src/engine/observation/page-facts.ts';
import { isSameValue } from '../../src/engine/observation/read-back.ts';
import { writtenFor } from '../../src/primitives/written-values.ts';

function control(type: string, language = ''): ControlFacts {
  return {
    key: '',
    says: 'Field',
    tag: 'input',
    type,
    value: '',
    checked: null,
    files: null,
    chosen: [],
    submits: false,
    discloses: false,
    isBlocked: false,
    row: null,
    column: null,
    box: null,
    language,
    min: '',
    max: '',
    step: '',
  };
}
function give(type: string, text: string, language?: string) {
  return writtenFor(control(type, language), text);
}

describe('written values', () => {
  test.each([
    ['date', '2026-11-20', '', '2026-11-20'],
    ['date', '20/11/2026', '', '2026-11-20'],
    ['date', '11/20/2026', '', '2026-11-20'],
    ['date', '03/04/2026', 'en-GB', '2026-04-03'],
    ['date', '03/04/2026', 'en-US', '2026-03-04'],
    ['date', '03.04.2026', '', '2026-04-03'],
    ['date', '3-4-2026', 'nl', '2026-04-03'],
    ['date', '20 November 2026', '', '2026-11-20'],
    ['date', 'November 20th, 2026', 'en', '2026-11-20'],
    ['date', '20. März 2026', 'de', '2026-03-20'],
    ['date', '1er février 2026', 'fr', '2026-02-01'],
    ['date', '20 de noviembre de 2026', '', '2026-11-20'],
    ['time', '17:05', '', '17:05'],
    ['time', '5:05 pm', '', '17:05'],
    ['time', '5pm', '', '17:00'],
    ['time', '12 am', '', '00:00'],
    ['time', '17h30', 'fr', '17:30'],
    ['month', 'November 2026', '', '2026-11'],
    ['month', '11/2026', '', '2026-11'],
    ['datetime-local', '2026-11-20 17:05', '', '2026-11-20T17:05'],
    ['datetime-local', '20 November 2026 at 5pm', '', '2026-11-20T17:00'],
    ['number', '1,234.50', '', '1234.50'],
    ['number', '1.234,50', '', '1234.50'],
    ['number', '1,234', 'en-US', '1234'],
    ['number', '3,5', '', '3.5'],
    ['number', '-2', '', '-2'],
    ['range', '40', '', '40'],
    ['color', 'Red', '', '#ff0000'],
    ['color', '#0AF', '', '#00aaff'],
    ['color', 'rgb(1, 2, 3)', '', '#010203'],
    ['text', '20/11/2026', '', '20/11/2026'],
  ])('a %s control takes %s in the language "%s" as %s', (type, text, language, wanted) => {
    expect(give(type, text, language)).toBe(wanted);
  });

  test.each([
    ['date', '03/04/2026', ''],
    ['date', '03/04/2026', 'en'],
    ['date', '20112026', ''],
    ['date', '31/02/2026', ''],
    ['date', 'tomorrow', ''],
    ['date', '20/11/26', ''],
    ['time', '25:00', ''],
    ['time', '17', ''],
    ['month', '13/2026', ''],
    ['number', 'many', ''],
    ['number', '1,234', ''],
    ['color', 'sunny', ''],
  ])('a %s control refuses %s in the language "%s" before anything is sent', (type, text, language) => {
    expect(() => give(type, text, language)).toThrow(
      expect.objectContaining({ code: 'action_failed', noEffect: true }),
    );
  });
});

test.each([
  ['4111111111111111', '4111 1111 1111 1111', true],
  ['1234.5', '1,234.50', true],
  ['1.50', '150', false],
  ['-5', '5', false],
  ['(555) 123', '555-123', true],
  ['Ada', 'ADA', true],
  ['Ada Lovelace', 'Ada Lovela', false],
  ['!', '', false],
  ['', '', true],
])('%s and %s in a control are the same: %s', (asked, held, same) => {
  expect(isSameValue(asked, held)).toBe(same);
});

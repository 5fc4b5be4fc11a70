import { describe, expect, test } from '@jest/globals';
import { suggestionsAt, templateBefore } from '../src/schema-form/suggestions.ts';

const known = {
  templates: ['{{ inputs.site }}', '{{ steps.open.output }}'],
  values: ['true', 'false'],
};

describe('suggestionsAt', () => {
  test('offers the templates that hold what was typed after two braces, in the place of both', () => {
    expect(suggestionsAt('Open {{ ste and go', 11, known)).toEqual({
      from: 5,
      offers: ['{{ steps.open.output }}'],
    });
  });

  test('offers every template right after two braces', () => {
    expect(suggestionsAt('{{', 2, known).offers).toEqual(known.templates);
  });

  test('offers values that begin like the text, and none that it already is', () => {
    expect(suggestionsAt('t', 1, known)).toEqual({ from: 0, offers: ['true'] });
    expect(suggestionsAt('true', 4, known).offers).toEqual([]);
  });

  test('offers nothing after a filter or a template that is closed', () => {
    expect(suggestionsAt('{{ inputs.site | ', 17, known).offers).toEqual([]);
    expect(suggestionsAt('{{ inputs.site }}', 17, known).offers).toEqual([]);
  });
});

test.each([
  ['a {{ b }}', 9, 2],
  ['a {{ b }} ', 10, null],
  ['{{ a }}{{ b }}', 14, 7],
])('the template before the caret of %j at %i begins at %j', (text, caret, begin) => {
  expect(templateBefore(text, caret)).toBe(begin);
});

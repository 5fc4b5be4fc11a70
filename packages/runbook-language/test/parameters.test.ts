import { describe, expect, test } from '@jest/globals';
import { linesOf, runbook } from './samples.ts';

function parameterProblems(...parameters: object[]) {
  return linesOf(runbook({ parameters }));
}

describe('parameters', () => {
  test.each<[object, string[]]>([
    [{ type: 'number', minLength: 1 }, ['parameters[0].minLength: does not fit the type number']],
    [{ type: 'string', minimum: 1 }, ['parameters[0].minimum: does not fit the type string']],
    [{ type: 'boolean', enum: ['a'] }, ['parameters[0].enum: does not fit the type boolean']],
    [{ type: 'date', pattern: 'a' }, ['parameters[0].pattern: does not fit the type date']],
    [{ type: 'secret', default: 'x' }, ['parameters[0].default: does not fit the type secret']],
    [{ type: 'integer', minimum: 3, maximum: 2 }, ['parameters[0].minimum: is greater than maximum']],
    [{ type: 'string', minLength: 3, maxLength: 2 }, ['parameters[0].minLength: is greater than maxLength']],
    [{ type: 'string', pattern: '[' }, ['parameters[0].pattern: is not a regular expression']],
    [{ type: 'string', pattern: '(a)\\1' }, ['parameters[0].pattern: backreferences are not supported']],
    [
      { type: 'string', default: null },
      ['parameters[0].default: must be of type string or number or boolean or object or array'],
    ],
    [{ type: 'string', default: 5 }, ['parameters[0].default: must be a string']],
    [{ type: 'integer', default: 1.5 }, ['parameters[0].default: must be an integer']],
    [{ type: 'integer', default: 9, maximum: 8 }, ['parameters[0].default: must be at most 8']],
    [
      { type: 'date', default: '2023-02-30' },
      ['parameters[0].default: must be a date that exists, as YYYY-MM-DD'],
    ],
    [{ type: 'string', enum: ['a', 2] }, ['parameters[0].enum[1]: must be a string']],
    [{ type: 'string', enum: ['a'], default: 'b' }, ['parameters[0].default: must be one of "a"']],
    [{ type: 'list', minLength: 1, default: [] }, ['parameters[0].default: must have at least 1 item']],
    [{ type: 'string', pattern: '^(a+)+$', default: 'aaa' }, []],
    [{ type: 'email', required: true, minLength: 3, description: 'x' }, []],
  ])('%j', (rules, expected) => {
    expect(parameterProblems({ name: 'it', ...rules })).toEqual(expected);
  });

  test('rejects a parameter name that is used twice', () => {
    expect(parameterProblems({ name: 'a', type: 'string' }, { name: 'a', type: 'date' })).toEqual([
      'parameters[1].name: "a" is used more than once',
    ]);
  });
});

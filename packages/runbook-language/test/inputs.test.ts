import { describe, expect, jest, test } from '@jest/globals';
import type { RunbookParameter } from '@errand/contracts';
import * as fc from 'fast-check';
import { checkInputs, fileInputs, withoutSecretInputs, withSecretInputs } from '../src/index.ts';

fc.configureGlobal({ seed: jest.getSeed() });

function accepts(rules: Omit<RunbookParameter, 'name'>, value: unknown): boolean {
  return checkInputs([{ name: 'it', ...rules }], { it: value }).ok;
}

describe('a value fits its type', () => {
  test.each<[RunbookParameter['type'], unknown, boolean]>([
    ['string', '', true],
    ['string', 1, false],
    ['string', null, false],
    ['string', ['a'], false],
    ['secret', 's3cret', true],
    ['secret', 1, false],
    ['number', 1.5, true],
    ['number', '1.5', false],
    ['integer', -3, true],
    ['integer', 2.0, true],
    ['integer', 2.5, false],
    ['integer', 2 ** 53, false],
    ['boolean', false, true],
    ['boolean', 0, false],
    ['boolean', 'true', false],
    ['date', '2024-02-29', true],
    ['date', '2023-02-29', false],
    ['date', '1900-02-29', false],
    ['date', '2024-04-31', false],
    ['date', '2024-13-01', false],
    ['date', '2024-1-1', false],
    ['date', '2024-01-01T00:00:00Z', false],
    ['date', 20_240_101, false],
    ['file', { fileId: '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e' }, true],
    ['file', '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e', false],
    ['file', { fileId: '/etc/passwd' }, false],
    ['file', { fileId: '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e', path: '/' }, false],
    ['url', 'https://example.com/a?b#c', true],
    ['url', 'HTTP://localhost:8080', true],
    ['url', '/relative', false],
    ['url', 'https:example.com', false],
    ['url', 'ftp://example.com', false],
    ['url', 'javascript:alert(1)', false],
    ['url', ' https://example.com', false],
    ['url', 'https://exa mple.com', false],
    ['url', 'https://', false],
    ['email', 'ada@example.com', true],
    ['email', "o'hara+x@example", true],
    ['email', 'ada@', false],
    ['email', 'ada@-example.com', false],
    ['email', 'Ada <ada@example.com>', false],
    ['email', 'a b@example.com', false],
  ])('%s %j: %s', (type, value, fits) => {
    expect(accepts({ type }, value)).toBe(fits);
  });
});

describe('a value keeps the rules of its parameter', () => {
  test.each<[Omit<RunbookParameter, 'name'>, unknown, boolean]>([
    [{ type: 'string', enum: ['a', 'b'] }, 'b', true],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', false],
    [{ type: 'integer', enum: [1, 2] }, 2, true],
    [{ type: 'integer', enum: [1, 2] }, 3, false],
    [{ type: 'string', minLength: 2 }, 'a', false],
    [{ type: 'string', minLength: 2 }, '😀', false],
    [{ type: 'string', maxLength: 2 }, '😀😀', true],
    [{ type: 'string', maxLength: 2 }, 'abc', false],
    [{ type: 'string', pattern: '^[A-Z]{3}$' }, 'ABC', true],
    [{ type: 'string', pattern: '^[A-Z]{3}$' }, 'ABCD', false],
    [{ type: 'string', pattern: 'b' }, 'abc', true],
    [{ type: 'number', minimum: 0, maximum: 1 }, 0, true],
    [{ type: 'number', minimum: 0, maximum: 1 }, 1.01, false],
    [{ type: 'number', minimum: 0, maximum: 1 }, -0.01, false],
  ])('%j %j: %s', (rules, value, fits) => {
    expect(accepts(rules, value)).toBe(fits);
  });
});

describe('inputs as a whole', () => {
  const parameters: RunbookParameter[] = [
    { name: 'customer', type: 'string', required: true },
    { name: 'count', type: 'integer', default: 5 },
    { name: 'note', type: 'string' },
    { name: 'constructor', type: 'string', required: true, default: 'x' },
  ];

  test('fills in defaults and omits absent optional inputs', () => {
    expect(checkInputs(parameters, { customer: 'Ada' })).toEqual({
      ok: true,
      values: { customer: 'Ada', count: 5, constructor: 'x' },
    });
  });

  test('prefers a given value to the default', () => {
    expect(checkInputs(parameters, { customer: 'Ada', count: 0 })).toMatchObject({
      ok: true,
      values: { count: 0 },
    });
  });

  test('reports every problem and quotes no value', () => {
    const inputs: Record<string, unknown> = JSON.parse('{"count": "p4ssw0rd", "extra": 1, "__proto__": 2}');
    const check = checkInputs(parameters, inputs);
    expect(check).toMatchObject({
      ok: false,
      problems: [
        { path: 'inputs.extra' },
        { path: 'inputs.__proto__' },
        { path: 'inputs.customer', message: 'is required' },
        { path: 'inputs.count', message: 'must be an integer' },
      ],
    });
    expect(JSON.stringify(check)).not.toContain('p4ssw0rd');
  });

  test('fifty hostile patterns stay within the work limit', () => {
    const names = Array.from({ length: 50 }, (_, at) => `p${at}`);
    const hostile = names.map((name): RunbookParameter => ({
      name,
      type: 'string',
      pattern: '(.*)*(.*)*(.*)*x',
    }));
    const started = process.cpuUsage();
    const check = checkInputs(hostile, Object.fromEntries(names.map((name) => [name, 'y'.repeat(20_000)])));
    expect(check).toMatchObject({ ok: false });
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
  });

  test('fifty long texts with ordinary patterns stay within the work limit', () => {
    const names = Array.from({ length: 50 }, (_, at) => `p${at}`);
    const usual = names.map((name): RunbookParameter => ({
      name,
      type: 'string',
      pattern: '^[a-z]+( [a-z]+)*$',
    }));
    const inputs = Object.fromEntries(names.map((name) => [name, 'word '.repeat(600).trim()]));
    expect(checkInputs(usual, inputs)).toMatchObject({ ok: true });
  });

  test('checking any inputs does not throw', () => {
    const rules: RunbookParameter[] = [
      { name: 'a', type: 'url', pattern: '(x+)+y' },
      { name: 'b', type: 'date' },
      { name: 'c', type: 'email', minLength: 3 },
    ];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.jsonValue()), (inputs) => {
        expect(typeof checkInputs(rules, inputs).ok).toBe('boolean');
      }),
    );
  });
});

test('rejects a secret longer than 4 KiB', () => {
  const parameters: RunbookParameter[] = [{ name: 'pin', type: 'secret' }];
  expect(checkInputs(parameters, { pin: 'ä'.repeat(2_048) })).toMatchObject({ ok: true });
  expect(checkInputs(parameters, { pin: 'ä'.repeat(2_049) })).toEqual({
    ok: false,
    problems: [{ path: 'inputs.pin', message: 'must be at most 4096 bytes long, as a secret' }],
  });
});

describe('lists and objects', () => {
  const users: RunbookParameter = {
    name: 'users',
    type: 'list',
    maxLength: 2,
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', required: true },
        role: { type: 'string', default: 'member' },
        password: { type: 'secret' },
      },
    },
  };
  const parameters: RunbookParameter[] = [
    users,
    { name: 'key', type: 'secret' },
    { name: 'any', type: 'object' },
  ];

  test('lists and objects are checked in every part, and problems name its path', () => {
    const messages = (value: unknown) => {
      const check = checkInputs(parameters, { users: value });
      return check.ok ? [] : check.problems.map(({ path, message }) => `${path}: ${message}`);
    };
    expect(messages([{ name: 'Ada' }])).toEqual([]);
    expect(messages('Ada')).toEqual(['inputs.users: must be a list']);
    expect(messages([{ name: 'Ada' }, {}])).toEqual(['inputs.users[1].name: is required']);
    expect(messages([{ name: 5 }])).toEqual(['inputs.users[0].name: must be a string']);
    expect(messages([{ name: 'Ada', age: 1 }])).toEqual(['inputs.users[0].age: unknown property']);
    expect(messages([{}, {}, {}])).toEqual(['inputs.users: must have at most 2 items']);
    expect(checkInputs(parameters, { any: { constructor: [1, null] } }).ok).toBe(true);
  });

  test('objects get the defaults of their properties', () => {
    expect(checkInputs(parameters, { users: [{ name: 'Ada' }] })).toMatchObject({
      values: { users: [{ name: 'Ada', role: 'member' }] },
    });
  });

  test('secrets inside lists and objects are stored apart and put back', () => {
    const inputs = {
      users: [{ name: 'Ada', password: 'p1' }, { name: 'Bob' }, { name: 'Eve', password: 'p3' }],
      key: 'k',
      any: { password: 'shown' },
    };
    const stored = withoutSecretInputs(parameters, inputs);
    expect(stored).toEqual({
      inputs: {
        users: [
          { name: 'Ada', password: '[secret]' },
          { name: 'Bob' },
          { name: 'Eve', password: '[secret]' },
        ],
        any: { password: 'shown' },
      },
      secrets: { 'users[0].password': 'p1', 'users[2].password': 'p3', key: 'k' },
    });
    expect(withSecretInputs(stored.inputs, stored.secrets)).toEqual(inputs);
  });
});

test('the files among inputs are found with their paths, also inside lists and objects', () => {
  const scan = { type: 'object' as const, properties: { scan: { type: 'file' as const } } };
  const parameters: RunbookParameter[] = [
    { name: 'cover', type: 'file' },
    { name: 'pages', type: 'list', items: scan },
    { name: 'other', type: 'object' },
  ];
  const inputs = { cover: { fileId: 'a' }, pages: [{}, { scan: { fileId: 'b' } }], other: { fileId: 'c' } };
  expect(fileInputs(parameters, inputs)).toEqual([
    { path: 'inputs.cover', fileId: 'a' },
    { path: 'inputs.pages[1].scan', fileId: 'b' },
  ]);
});

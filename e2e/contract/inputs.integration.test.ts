import { AcceptedRun } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, signUp } from './people.ts';
import { RUN_MS, finish, listed, start } from './runs.ts';
import { createPublished, setStep } from './samples.ts';

let client: KeyClient;
beforeAll(async () => {
  client = await (await signUp()).key();
});

describe('Runbook inputs', () => {
  type Case = [string, Record<string, unknown>, unknown[], unknown[]];
  const cases: Case[] = [
    ['string', {}, ['', 'x', ' ', '😀', '{{ inputs.p }}'], [1, true, null, [], {}, 'a\0', '\ud800']],
    ['string', { minLength: 2, maxLength: 3 }, ['ab', '😀😀😀'], ['a', 'abcd', '😀']],
    ['string', { pattern: '^[a-z]+$' }, ['abc'], ['ABC', '', 'a1']],
    ['string', { enum: ['red', 'blue'] }, ['red'], ['green', 'Red', '']],
    ['number', {}, [0, -1.5, 1e300], ['1', null, true, []]],
    ['number', { minimum: 1, maximum: 2 }, [1, 1.5, 2], [0.99, 2.01]],
    ['number', { enum: [1, 2.5] }, [2.5], [2, '1']],
    ['integer', {}, [0, -5, 9_007_199_254_740_991], [1.5, '1', 1e300, true]],
    ['integer', { minimum: 0, maximum: 9 }, [0, 9], [-1, 10]],
    ['boolean', {}, [true, false], ['true', 0, 1, null]],
    [
      'date',
      {},
      ['2026-02-28', '2028-02-29', '0001-01-01'],
      ['2026-02-29', '2026-2-28', '28.02.2026', '2026-02-28T00:00:00Z', '', 20260228],
    ],
    [
      'url',
      {},
      ['https://example.com', 'http://localhost:8080/a?b#c', 'HTTPS://EXAMPLE.COM/ü'],
      ['example.com', 'ftp://example.com', '/a', 'javascript:alert(1)', 'https://', 'https://a b', 5],
    ],
    [
      'email',
      {},
      ['a@b', 'first.last+tag@sub.example.com'],
      ['a', 'a@', '@b', 'a@b c', 'a@-b', 'Ada <a@b.c>', 'a@b..c'],
    ],
    ['secret', {}, ['hunter2', ''], [1, null, {}]],
    ['secret', { minLength: 8 }, ['longenough'], ['short']],
  ];
  test.each(cases)(
    'a parameter of type %s with rules %j accepts and rejects the listed values',
    async (type, rules, good, bad) => {
      const { id } = await createPublished(client, {
        parameters: [{ name: 'p', type, required: true, ...rules }],
      });
      const run = (p: unknown) => start(client, id, { inputs: { p }, executionTarget: 'local' });
      for (const value of good) expect([value, (await run(value)).status]).toEqual([value, 202]);
      for (const value of bad) {
        const detail = (await run(value)).refusal(422, /^inputs/);
        if (type === 'secret' && typeof value === 'string') expect(detail).not.toContain(value);
      }
      (await start(client, id, { executionTarget: 'local' })).refusal(422, /^inputs\.p: /);
      (await start(client, id, { inputs: { p: good[0], q: 1 }, executionTarget: 'local' })).refusal(
        422,
        /^inputs\.q: /,
      );
    },
  );

  test(
    'an absent optional input is its default, or null as a whole value and empty inside a text',
    async () => {
      const parameters = [
        { name: 'a', type: 'string' },
        { name: 'b', type: 'integer', default: 3 },
        { name: 'c', type: 'boolean', required: true, default: false },
      ];
      const steps = [
        setStep('whole', '{{ inputs.a }}'),
        setStep('inside', 'x{{inputs.a}}y'),
        setStep('typed', ['{{ inputs.b }}', '{{inputs.c}}', 'n={{ inputs.b }}']),
      ];
      const { id } = await createPublished(client, { parameters, steps });
      const outputs = async (inputs: unknown) =>
        (await finish(client, (await start(client, id, { inputs })).as(202, AcceptedRun).id)).result?.outputs;
      expect(await outputs({})).toEqual({ whole: null, inside: 'xy', typed: [3, false, 'n=3'] });
      expect(await outputs({ a: 'A', b: 7, c: true })).toEqual({
        whole: 'A',
        inside: 'xAy',
        typed: [7, true, 'n=7'],
      });
      (await start(client, id, { inputs: { a: null } })).refusal(422, /^inputs\.a: /);
    },
    RUN_MS,
  );

  test(
    'a secret input appears in no output, event or list',
    async () => {
      const secret = 'hunter2-Ünïque/+"';
      const forms = [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64'),
        JSON.stringify(secret).slice(1, -1),
      ];
      const { id } = await createPublished(client, {
        parameters: [{ name: 'token', type: 'secret', required: true }],
        steps: [
          setStep('whole', '{{ inputs.token }}'),
          setStep('inside', 'a {{ inputs.token }} b'),
          setStep('encoded', forms.slice(1)),
          {
            id: 'fails',
            kind: 'primitive',
            primitive: 'data.match',
            input: { value: '{{ inputs.token }}', pattern: 'zzz' },
          },
        ],
      });
      const run = (await start(client, id, { inputs: { token: secret } })).as(202, AcceptedRun);
      const done = await finish(client, run.id);
      expect([done.status, done.error_code]).toEqual(['failed', 'assertion_failed']);
      expect(done.result?.outputs).toMatchObject({
        whole: '[secret]',
        inside: 'a [secret] b',
        encoded: ['[secret]', '[secret]', '[secret]'],
      });
      const seen = [
        (await client.get(`/v1/runs/${run.id}`)).text,
        (await client.get(`/v1/runs/${run.id}/events`)).text,
        JSON.stringify(await listed(client, run.id)),
      ].join();
      for (const form of forms) expect(seen).not.toContain(form);
    },
    RUN_MS,
  );
});

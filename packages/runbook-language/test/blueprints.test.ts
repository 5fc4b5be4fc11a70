import { describe, expect, test } from '@jest/globals';
import { CreateBlueprint, type RunbookParameter } from '@errand/contracts';
import { checkBlueprint, taskOfBlueprint, withoutSecretInputs } from '../src/index.ts';

const parameters: RunbookParameter[] = [
  {
    name: 'login',
    type: 'object',
    properties: { user: { type: 'string' }, password: { type: 'secret' } },
  },
  { name: 'pins', type: 'list', items: { type: 'secret' } },
  { name: 'key', type: 'secret' },
];

describe('the task of a Blueprint', () => {
  test('names each secret input, those inside lists and objects too', () => {
    const goal =
      'Sign in as {{ inputs.login.user }} with {{ inputs.login.password }}, PIN {{ inputs.pins[1] }}, key {{ inputs.key }}';
    const given = { login: { user: 'ada', password: 'hunter2' }, pins: ['1', '2'], key: 'k' };
    const { inputs } = withoutSecretInputs(parameters, given);
    expect(taskOfBlueprint({ goal, startUrl: null, parameters }, inputs, false).task).toBe(
      'Sign in as ada with {{ secrets.login.password }}, PIN {{ secrets.pins[1] }}, key {{ secrets.key }}',
    );
  });
});

describe('the first address of a Blueprint', () => {
  function problems(startUrl: string) {
    const check = checkBlueprint({ name: 'x', goal: 'Look', startUrl, parameters }, CreateBlueprint);
    return check.ok ? [] : check.problems.map(({ path, message }) => `${path}: ${message}`);
  }

  test.each(['inputs.key', 'inputs.login.password', 'inputs.login', 'inputs.pins[0]'])(
    'must not contain {{ %s }}, which is or holds a secret',
    (reference) => {
      expect(problems(`https://x.test/{{ ${reference} }}`)).toEqual([
        'startUrl: must not contain a secret input',
      ]);
    },
  );

  test('may contain the other properties of an object that holds a secret', () => {
    expect(problems('https://x.test/{{ inputs.login.user }}')).toEqual([]);
  });
});

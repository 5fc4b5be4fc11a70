import { expect, test } from '@jest/globals';
import { createSecrets } from '../../src/safety/named-secrets.ts';

test('a secret inside a list or object is hidden and revealed by the name of its path', () => {
  const secrets = createSecrets({ key: 'abc', 'login.password': 'hunter2', 'users[0].pin': '4711' });
  const text = 'Type hunter2, 4711 and abc';
  const hidden = 'Type {{ inputs.login.password }}, {{ inputs.users[0].pin }} and {{ inputs.key }}';
  expect(secrets.hide(text)).toBe(hidden);
  expect(secrets.reveal(hidden)).toBe(text);
  expect(secrets.reveal('{{ inputs.login.user }}')).toBe('{{ inputs.login.user }}');
});

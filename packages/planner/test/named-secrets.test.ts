import { describe, expect, test } from '@jest/globals';
import { taskSecrets } from '../src/task/task-secrets.ts';
import { servePages, tasksOn } from './browser.ts';

const FORM = `<h1>Sign in</h1><form onsubmit="event.preventDefault(); document.querySelector('output').textContent =
  'Hello ' + user.value + ', your password has ' + pw.value.length + ' letters'; document.querySelector('h1').textContent = 'Welcome'">
  <label>User <input id="user"></label><label>Password <input id="pw" type="password"></label>
  <button>Sign in</button></form><p>Message: <output>none</output></p>`;
const PASSWORD = 'correct "horse", and {{ battery }}';

const tasks = tasksOn(() => servePages({ '/': FORM }));

describe('a secret that a task names', () => {
  test.each([
    'type ada into User, type {{ secrets.pw }} into Password, click "Sign in"',
    'enter "ada" in the User field and "{{secrets.pw}}" in the Password field, then click "Sign in"',
    'sign in as ada with password {{ secrets.pw }}',
  ])('a secret named by the task is typed and never revealed: %s', async (how) => {
    const { outcome, events } = await tasks.run(
      `Open SITE/, ${how}, and report the heading and the message`,
      {
        secrets: { pw: PASSWORD },
        stepTimeoutMs: 20_000,
      },
    );
    expect(outcome).toMatchObject({
      errorMessage: null,
      status: 'completed',
      outputs: { heading: 'Welcome' },
    });
    expect(JSON.stringify(outcome.outputs)).toContain(`has ${PASSWORD.length} letters`);
    const told = JSON.stringify([events, outcome]);
    expect(told).not.toContain('battery');
    expect(told).toContain('{{ secrets.pw }}');
  });
});

describe('the bounds of an ad-hoc Run', () => {
  test('outputs that do not fit outputSchema fail it with output_invalid', async () => {
    const task = 'Open SITE/ and report the heading';
    const schema = (type: string) => ({
      type: 'object',
      required: ['heading'],
      properties: { heading: { type } },
    });
    const misfit = await tasks.run(task, { outputSchema: schema('number') });
    expect(misfit.outcome).toMatchObject({
      status: 'failed',
      errorCode: 'output_invalid',
      errorMessage: expect.stringContaining('heading'),
      outputs: { heading: 'Sign in' },
    });
    const fit = await tasks.run(task, { outputSchema: schema('string') });
    expect(fit.outcome).toMatchObject({ status: 'completed', outputs: { heading: 'Sign in' } });
  });

  test('a site outside of applicationScope fails it with site_not_allowed', async () => {
    const task = 'Open SITE/ and report the heading';
    const outside = await tasks.run(task, { applicationScope: ['example.com'] });
    expect(outside.outcome).toMatchObject({ status: 'failed', errorCode: 'site_not_allowed' });
    const inside = await tasks.run(task, { applicationScope: ['127.0.0.1'] });
    expect(inside.outcome).toMatchObject({ status: 'completed' });
  });
});

test('a value that a task selects for a password is a secret of it', () => {
  expect(taskSecrets('Open x.test. Select kingfisher from Password.')).toEqual(['kingfisher']);
  expect(taskSecrets('Open x.test. Select kingfisher from Birds.')).toEqual([]);
});

import { Problem } from '@errand/contracts';
import { expect, test } from '@jest/globals';
import { createControl } from '../src/control.ts';

function controlled() {
  const stop = new AbortController();
  const told: string[] = [];
  const control = createControl(stop.signal, {
    onClosed: () => told.push('closed'),
    onOpened: () => told.push('opened'),
    refresh: () => told.push('refresh'),
  });
  return { control, told, stop };
}

test('no action begins while the Run is paused, and the clock stops meanwhile', async () => {
  const { control, told } = controlled();
  control.apply('paused', 1);
  const order: string[] = [];
  const entering = control.gate.enter().then(() => order.push('entered'));
  control.apply('user_controlling', 2);
  order.push('released');
  control.apply('running', 3);
  await entering;
  expect(order).toEqual(['released', 'entered']);
  expect(told).toEqual(['closed', 'opened']);
});

test('an answer to an earlier heartbeat is ignored', async () => {
  const { control, told } = controlled();
  control.apply('paused', 5);
  control.apply('running', 4);
  expect(told).toEqual(['closed']);
});

test('the browser is the person’s once no action is in progress', async () => {
  const { control } = controlled();
  const leave = await control.gate.enter();
  control.apply('user_controlling', 1);
  expect([control.isPersons(), control.gate.takeovers]).toEqual([false, 1]);
  leave();
  expect(control.isPersons()).toBe(true);
  control.apply('running', 2);
  expect(control.isPersons()).toBe(false);
});

test('an action whose effect is refused while the Run is paused waits, and counts as not begun', async () => {
  const { control } = controlled();
  await control.gate.enter();
  control.apply('user_controlling', 1);
  const refused = Promise.withResolvers<void>();
  let calls = 0;
  const declared = control.retryWhileClosed(async () => {
    calls += 1;
    if (calls > 1) return 'declared';
    refused.resolve();
    throw new Problem(423, 'paused');
  });
  await refused.promise;
  await Promise.resolve();
  expect(control.isPersons()).toBe(true);
  control.apply('running', 2);
  expect(await declared).toBe('declared');
});

test('a stopped Run leaves no one waiting', async () => {
  const { control, stop } = controlled();
  control.apply('paused', 1);
  const waiting = expect(control.gate.enter()).rejects.toThrow('over');
  stop.abort(new Error('over'));
  await waiting;
  await expect(control.gate.open()).rejects.toThrow('over');
});

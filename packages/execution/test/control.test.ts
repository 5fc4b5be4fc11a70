import { Problem, type RunStatus } from '@errand/contracts';
import { expect, test } from '@jest/globals';
import { type Control, createControl } from '../src/control.ts';

function controlled() {
  const stop = new AbortController();
  const told: string[] = [];
  const control = createControl(stop.signal, {
    onClosed: () => void told.push('closed'),
    returnControl: async () => void told.push('returned control'),
    onOpened: () => void told.push('opened'),
    onChanged: () => undefined,
    refresh: () => void told.push('refresh'),
  });
  return { control, told, stop };
}

function apply(control: Control, status: RunStatus, sentAt: number): void {
  control.apply({ status, controller: status === 'user_controlling' ? 'member' : null }, sentAt);
}

test('no action begins while the Run is paused, and its clock is stopped', async () => {
  const { control, told } = controlled();
  apply(control, 'paused', 1);
  const order: string[] = [];
  const entering = control.gate.enter().then(() => order.push('entered'));
  apply(control, 'user_controlling', 2);
  order.push('released');
  apply(control, 'running', 3);
  await entering;
  expect(order).toEqual(['released', 'entered']);
  expect(told).toEqual(['closed', 'returned control', 'opened']);
});

test('an answer to an earlier heartbeat is ignored', async () => {
  const { control, told } = controlled();
  apply(control, 'paused', 5);
  apply(control, 'running', 4);
  expect(told).toEqual(['closed']);
});

test('the browser is the person’s once no action is in progress', async () => {
  const { control } = controlled();
  const leave = await control.gate.enter();
  apply(control, 'user_controlling', 1);
  expect([control.isPersons(), control.gate.takeovers]).toEqual([false, 1]);
  leave();
  expect(control.isPersons()).toBe(true);
  apply(control, 'running', 2);
  expect(control.isPersons()).toBe(false);
});

test('an action whose effect is refused during a pause waits, and counts as not begun', async () => {
  const { control } = controlled();
  await control.gate.enter();
  apply(control, 'user_controlling', 1);
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
  apply(control, 'running', 2);
  expect(await declared).toBe('declared');
});

test('a stopped Run leaves nothing waiting', async () => {
  const { control, stop } = controlled();
  apply(control, 'paused', 1);
  const waiting = expect(control.gate.enter()).rejects.toThrow('over');
  stop.abort(new Error('over'));
  await waiting;
  await expect(control.gate.open()).rejects.toThrow('over');
});

test('an action that waits yields to the person, and continues once the Run may act again', async () => {
  const { control } = controlled();
  const leave = await control.gate.enter();
  await control.gate.stepAside();
  const { closing } = control.gate;
  apply(control, 'user_controlling', 1);
  expect([closing.aborted, control.isPersons()]).toEqual([true, false]);
  const waiting = control.gate.stepAside();
  expect(control.isPersons()).toBe(true);
  apply(control, 'running', 2);
  await waiting;
  expect(control.gate.closing.aborted).toBe(false);
  apply(control, 'user_controlling', 3);
  expect(control.isPersons()).toBe(false);
  leave();
  expect(control.isPersons()).toBe(true);
});

test('an action answered while the Run is only paused ends, and counts again while a person has control', async () => {
  const { control } = controlled();
  const leave = await control.gate.enter();
  apply(control, 'paused', 1);
  const answered = Promise.withResolvers<void>();
  const waiting = control.gate.stepAside(answered.promise);
  answered.resolve();
  await waiting;
  apply(control, 'user_controlling', 2);
  expect(control.isPersons()).toBe(false);
  leave();
  expect(control.isPersons()).toBe(true);
});

test('an action answered while a person has the browser waits until they give it back', async () => {
  const { control } = controlled();
  await control.gate.enter();
  apply(control, 'user_controlling', 1);
  const answered = Promise.withResolvers<void>();
  const order: string[] = [];
  const waiting = control.gate.stepAside(answered.promise).then(() => order.push('went on'));
  answered.resolve();
  await answered.promise;
  expect(control.isPersons()).toBe(true);
  order.push('given back');
  apply(control, 'running', 2);
  await waiting;
  expect(order).toEqual(['given back', 'went on']);
});

import { expect, test } from '@jest/globals';
import { createLogger } from './logging.ts';
import { startPeriodicTask } from './periodic-task.ts';

const log = createLogger('test', 'silent');

/** A task that notes how it was called and answers as `answers` say; `called` waits until it was called so often. */
function noting(intervalMs: number, answers: (boolean | Error)[]) {
  const calls: boolean[] = [];
  let tell: () => void = () => undefined;
  const task = startPeriodicTask(
    'noting',
    intervalMs,
    (isRoutine) => {
      calls.push(isRoutine);
      tell();
      const answer = answers.shift() ?? false;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    log,
  );
  const called = async (times: number) => {
    while (calls.length < times) await new Promise<void>((resolve) => (tell = resolve));
    return calls;
  };
  return { task, called };
}

test('a task is told that it runs because of the interval alone', async () => {
  const { task, called } = noting(1, [false, new Error('failed'), false]);
  expect(await called(3)).toEqual([true, true, true]);
  await task.stop();
});

test('a task is told that it was woken, or that it asked to be repeated', async () => {
  const { task, called } = noting(3_600_000, [true, false, false]);
  expect(await called(2)).toEqual([true, false]);
  task.wake();
  expect(await called(3)).toEqual([true, false, false]);
  await task.stop();
});

test('a task that fails is logged by its name', async () => {
  const logged = Promise.withResolvers<string>();
  const failing = startPeriodicTask(
    'noting',
    3_600_000,
    () => Promise.reject(new Error('failed')),
    createLogger('test', 'warn', { write: logged.resolve }),
  );
  expect(JSON.parse(await logged.promise)).toMatchObject({ name: 'noting', msg: 'periodic task failed' });
  await failing.stop();
});

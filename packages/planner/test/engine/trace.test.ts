import { expect, test } from '@jest/globals';
import { executeTask } from '../../src/execute-task.ts';
import { type TraceMode } from '@errand/step-engine';
import { run, sharedPool, steps, type Trial } from '@errand/step-engine/testing/browser.ts';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { serveShop } from '@errand/step-engine/testing/shop-site.ts';

const pool = sharedPool();
const site = serveShop();

async function traces(trace: TraceMode, fails: boolean, trial: Trial = {}) {
  const { host } = await run(
    pool,
    steps(
      { primitive: 'browser.navigate', input: { url: site.url } },
      { primitive: 'browser.assert', input: { url: fails ? 'nowhere' : '/' }, timeoutMs: 100 },
    ),
    { ...trial, limits: { trace } },
  );
  return [...host.files.values()].filter(({ kind }) => kind === 'trace');
}

test.each([
  ['on', false, 1],
  ['on', true, 1],
  ['on-failure', false, 0],
  ['on-failure', true, 1],
  ['off', true, 0],
] as const)('trace mode %s, Run fails: %s, traces kept: %s', async (mode, fails, times) => {
  const kept = await traces(mode, fails);
  expect(kept).toHaveLength(times);
  for (const { filename, contentType, stepId, bytes } of kept) {
    expect({ filename, contentType, stepId }).toEqual({
      filename: 'trace.zip',
      contentType: 'application/zip',
      stepId: null,
    });
    expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe('PK');
    expect(Buffer.from(bytes).includes('trace.network')).toBe(true);
  }
});

test('a Run with a secret keeps no trace', async () => {
  const parameters = [{ name: 'pw', type: 'secret' as const }];
  expect(await traces('on', true, { parameters, inputs: { pw: 'hunter2!' } })).toEqual([]);
  expect(await traces('on', true, { parameters })).toHaveLength(1);
});

test('a task with a password keeps no trace, one without keeps one', async () => {
  const tracesOf = async (task: string) => {
    const host = createRecorder();
    await pool.withContext({ host, scoped: false }, (surface) =>
      executeTask({ task, surface, host, limits: { trace: 'on', screenshots: false, stepTimeoutMs: 500 } }),
    );
    return [...host.files.values()].filter(({ kind }) => kind === 'trace');
  };
  expect(await tracesOf(`Open ${site.url} and report the title`)).toHaveLength(1);
  expect(await tracesOf(`Open ${site.url} and log in as ada with password hunter2`)).toEqual([]);
});

test('a stopped Run keeps no trace', async () => {
  const host = createRecorder();
  host.emit = ({ type }) => {
    if (type === 'step.completed') host.stop.abort(new Error('cancelled'));
  };
  expect(await traces('on', false, { host })).toEqual([]);
});

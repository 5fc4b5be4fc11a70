import { readdir } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { waitFor } from '@errand/wait-for';
import { executeTask } from '../../src/task/execute-task.ts';
import { executeRunbook, type TraceMode } from '@errand/step-engine';
import { run, sharedPool, steps, type Trial } from '@errand/step-engine/testing/browser.ts';
import { traceFolderOf } from '@errand/browser-runtime/testing/trace-folder.ts';
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

/** The events of a trace, which are the first file of its archive. */
function eventsOf(zip: Uint8Array): { type: string; method?: string; snapshot?: { html: unknown } }[] {
  const bytes = Buffer.from(zip);
  const begin = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  expect(bytes.subarray(30, begin).toString()).toContain('trace.trace');
  const lines = inflateRawSync(bytes.subarray(begin)).toString().trim().split('\n');
  return lines.map((line) => JSON.parse(line) as ReturnType<typeof eventsOf>[number]);
}

test('the trace of a failed Run holds its calls from the first on, and how the page was at the end', async () => {
  const [kept] = await traces('on-failure', true);
  const events = eventsOf(kept?.bytes ?? new Uint8Array());
  expect(events.flatMap(({ method }) => method ?? [])).toContain('goto');
  const shown = events.find(({ type }) => type === 'frame-snapshot');
  expect(JSON.stringify(shown?.snapshot?.html)).toContain('BODY');
});

test.each([
  ['completes', '/'],
  ['fails', 'nowhere'],
])('a Run that %s leaves no files of its trace in the folder of its browser', async (_how, url) => {
  const host = createRecorder();
  const folder = await pool.withContext({ host, scoped: false }, async (surface) => {
    await executeRunbook({
      definition: {
        title: 'Trial',
        parameters: [],
        steps: steps(
          { primitive: 'browser.navigate', input: { url: site.url } },
          { primitive: 'browser.assert', input: { url }, timeoutMs: 100 },
        ),
      },
      inputs: {},
      surface,
      host,
      limits: { trace: 'on-failure', screenshots: false },
    });
    return traceFolderOf(surface.context) ?? '';
  });
  const left = async () => (await readdir(folder)).filter((file) => /\.(?:trace|network|stacks)$/.test(file));
  await waitFor('the files of the trace to go', async () => (await left()).length === 0);
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

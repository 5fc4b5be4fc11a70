import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClaimedRun } from '@errand/contracts/internal';
import { createInternalClient, createLogger } from '@errand/service-kit';
import { expect, test } from '@jest/globals';
import { createHost } from '../src/host.ts';
import { alwaysRunning } from './always-running.ts';
import type { Reporter } from '../src/reporter.ts';

const DETAIL = 'The storage quota of a Run is used up.';
const REFUSAL = `The file a.txt was not kept. ${DETAIL}`;

test('a file that a storage quota refuses fails the step that waits for it, and is a log event otherwise', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(413, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ detail: DETAIL }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const runs = createInternalClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token');
  const told: string[] = [];
  const host = createHost(
    { runs, executorId: 'me', approvalHoldMs: 60_000, log: createLogger('test', 'silent') },
    { id: 'run', attempt: 1, lease: 'lease' } as ClaimedRun,
    { emit: ({ message }) => void told.push(message) } as Reporter,
    {
      signal: new AbortController().signal,
      isHeld: () => true,
      lose: () => undefined,
      onWaiting: () => undefined,
      onSuspended: () => undefined,
      pauseDeadline: () => undefined,
      resumeDeadline: () => undefined,
      control: alwaysRunning(new AbortController().signal),
    },
  );
  const file = { stepId: 's', filename: 'a.txt', contentType: 'text/plain', bytes: new Uint8Array(1) };
  try {
    await expect(host.stored(host.store({ ...file, kind: 'download' }))).rejects.toMatchObject({
      code: 'download_failed',
      message: REFUSAL,
    });
    await expect(host.stored(host.store({ ...file, kind: 'pdf' }))).rejects.toMatchObject({
      code: 'action_failed',
    });
    expect(told).toEqual([]);
    host.store({ ...file, kind: 'screenshot' });
    await host.settle();
    expect(told).toEqual([REFUSAL]);
  } finally {
    await runs.close();
    server.close();
  }
});

import { RunEvent } from '@errand/contracts';
import { expect } from '@jest/globals';
import type { Client } from './client.ts';

/** Reads the event stream of a Run until the server ends it; expects exactly one `end` message, as the last. */
export async function readEvents(
  client: Client,
  runId: string,
  headers: Record<string, string> = {},
  query = '',
): Promise<{ events: RunEvent[]; ids: string[]; end: unknown }> {
  const answer = await client.get(`/v1/runs/${runId}/events${query}`, {
    accept: 'text/event-stream',
    ...headers,
  });
  expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
    200,
    'text/event-stream',
  ]);
  const messages = answer.text
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith(':')))
    .filter((lines) => lines.length > 0)
    .map((lines) =>
      Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      ),
    );
  const ends = messages.filter(({ event }) => event === 'end');
  expect([ends.length, messages.at(-1)?.['event']]).toEqual([1, 'end']);
  const runEvents = messages.slice(0, -1);
  return {
    events: runEvents.map(({ data }) => RunEvent.parse(JSON.parse(data ?? ''))),
    ids: runEvents.map(({ id }) => id ?? ''),
    end: JSON.parse(ends[0]?.['data'] ?? ''),
  };
}

import {
  AcceptedRun,
  type Run,
  type RunEvent,
  RunEventPage,
  RunList,
  RunState,
  TERMINAL_STATUSES,
} from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import type { Answer, Client } from './client.ts';

/** Timeout of a test that executes Runs. */
export const RUN_MS = 180_000;

/** Creates a local Run, which no executor claims. */
export async function createRun(client: Client, body: Record<string, unknown> = {}): Promise<AcceptedRun> {
  return (await client.post('/v1/runs', { task: 'Look', executionTarget: 'local', ...body })).as(
    202,
    AcceptedRun,
  );
}

/** Starts a Run of a Runbook. */
export function start(client: Client, runbookId: string, body?: unknown): Promise<Answer> {
  return client.post(`/v1/runbooks/${runbookId}/runs`, body);
}

export async function stateOf(client: Client, id: string): Promise<RunState> {
  return (await client.get(`/v1/runs/${id}`)).as(200, RunState);
}

const TERMINAL = new Set<string>(TERMINAL_STATUSES);

/** Waits until a Run has ended and returns its state. */
export async function finish(client: Client, id: string): Promise<RunState> {
  await waitFor(`Run ${id} to end`, async () => TERMINAL.has((await stateOf(client, id)).status), {
    timeoutMs: RUN_MS,
  });
  return await stateOf(client, id);
}

/** A Run as `GET /v1/runs` shows it. */
export async function listed(client: Client, id: string): Promise<Run> {
  const { data } = (await client.get('/v1/runs?limit=100')).as(200, RunList);
  const run = data.find((each) => each.id === id);
  if (run === undefined) throw new Error('the Run is not listed');
  return run;
}

export async function latestRun(client: Client): Promise<Run> {
  const [run] = (await client.get('/v1/runs?limit=1')).as(200, RunList).data;
  if (run === undefined) throw new Error('no Run');
  return run;
}

export async function eventsOf(client: Client, id: string): Promise<RunEvent[]> {
  return (await client.get(`/v1/runs/${id}/events`)).as(200, RunEventPage).data;
}

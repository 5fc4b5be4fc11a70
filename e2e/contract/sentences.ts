import { AcceptedRun, type RunEvent, RunEventPage } from '@errand/contracts';
import { expect } from '@jest/globals';
import type { KeyClient } from './people.ts';
import { finish, start } from './runs.ts';
import { createPublished } from './samples.ts';

/** A sentence of the contract about a step, the step, and its expected output or error code. */
export interface Sentence {
  readonly says: string;
  readonly id: string;
  readonly step: Record<string, unknown>;
  readonly output?: unknown;
  readonly error?: string;
  /** Steps that prepare it; their outputs are not looked at. */
  readonly before?: readonly Record<string, unknown>[];
}

export interface Performed {
  outputs: Record<string, unknown>;
  events: RunEvent[];
}

export async function allEventsOf(key: KeyClient, runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (let isWhole = false; !isWhole;) {
    const address = `/v1/runs/${runId}/events?after=${events.length}`;
    const { data, has_more } = (await key.get(address)).as(200, RunEventPage);
    events.push(...data);
    isWhole = !has_more;
  }
  return events;
}

/** One Run of all sentences, of a Runbook with `parameters`. What failed is passed over. */
export async function perform(
  key: KeyClient,
  sentences: readonly Sentence[],
  { parameters = [], inputs = {} }: { parameters?: readonly object[]; inputs?: object } = {},
): Promise<Performed> {
  const steps = sentences.flatMap(({ step, before = [] }) => [...before, step]);
  const { id } = await createPublished(key, { steps, parameters });
  const run = (await start(key, id, { inputs })).as(202, AcceptedRun);
  const { status, result } = await finish(key, run.id);
  expect(status).toBe('completed');
  return { outputs: result?.outputs ?? {}, events: await allEventsOf(key, run.id) };
}

export function check({ outputs, events }: Performed, { id, output, error }: Sentence): void {
  const failed = events.find(({ type, step_id }) => type === 'step.failed' && step_id === id);
  if (error === undefined) {
    expect(failed?.message).toBeUndefined();
    const isPlainObject = Object.getPrototypeOf(output ?? []) === Object.prototype;
    if (isPlainObject) expect(outputs[id]).toMatchObject(output as object);
    else expect(outputs[id] ?? undefined).toEqual(output);
    return;
  }
  expect([failed?.message, failed?.data]).toEqual([
    expect.any(String),
    expect.objectContaining({ error_code: error }),
  ]);
  expect(outputs[id]).toBeNull();
}

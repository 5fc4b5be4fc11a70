import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type AcceptedRun, type Run, type RunState, isTerminal } from '@errand/contracts';

/** A Run that was asked for, and how to ask for it again. */
export interface Order {
  kind: 'reading' | 'ordering';
  path: string;
  body: Record<string, unknown>;
  key: string;
  runId: string;
}

export interface Workload {
  readonly orders: readonly Order[];
  /** Asks for Runs as a careful client does: with a key, again and again until it is answered. */
  add: (kind: Order['kind'], count: number) => Promise<void>;
  /** Asks for the same once more; answers the id of the Run. */
  repeat: (order: Order) => Promise<string>;
  read: (runId: string) => Promise<RunState>;
  /** Ids of all Runs of the workspace. */
  list: () => Promise<string[]>;
  /** Waits until `holds` of the states of all Runs; throws when it does not within `ms`. */
  until: (ms: number, holds: (states: readonly RunState[]) => boolean) => Promise<RunState[]>;
}

const ANSWER_MS = 15_000;
const TIMEOUT_MS = 90_000;
const PAGE = 100;

export function allEnded(states: readonly RunState[]): boolean {
  return states.every(({ status }) => isTerminal(status));
}

export function createWorkload(options: {
  baseUrl: string;
  apiKey: string;
  task: string;
  runbookId: string;
  inputs: Record<string, unknown>;
}): Workload {
  const orders: Order[] = [];

  /** Retries while there is no response, or a 5xx. */
  const ask = async <Result>(method: string, path: string, body?: unknown, key?: string): Promise<Result> => {
    const end = performance.now() + TIMEOUT_MS;
    for (;;) {
      const answer = await fetch(`${options.baseUrl}${path}`, {
        method,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: {
          authorization: `Bearer ${options.apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'x-idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch((error: unknown) => ({ status: 0, text: String(error) }));
      if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text) as Result;
      const curable = answer.status === 0 || answer.status >= 500;
      if (!curable || performance.now() > end)
        throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
      await pause(250);
    }
  };

  const post = async ({ path, body, key }: Omit<Order, 'runId'>): Promise<string> =>
    (await ask<AcceptedRun>('POST', path, body, key)).id;

  const read = (runId: string) => ask<RunState>('GET', `/v1/runs/${runId}`);

  return {
    orders,
    add: async (kind, count) => {
      for (let made = 0; made < count; made += 1) {
        const order =
          kind === 'reading'
            ? { kind, path: '/v1/runs', body: { task: options.task }, key: randomUUID() }
            : {
                kind,
                path: `/v1/runbooks/${options.runbookId}/runs`,
                body: { inputs: options.inputs },
                key: randomUUID(),
              };
        orders.push({ ...order, runId: await post(order) });
      }
    },
    repeat: post,
    read,
    list: async () => {
      const found: string[] = [];
      for (;;) {
        const { data } = await ask<{ data: Run[] }>('GET', `/v1/runs?limit=${PAGE}&offset=${found.length}`);
        found.push(...data.map(({ id }) => id));
        if (data.length < PAGE) return found;
      }
    },
    until: async (ms, holds) => {
      const end = performance.now() + ms;
      for (;;) {
        const states: RunState[] = [];
        for (const { runId } of orders) states.push(await read(runId));
        if (holds(states)) return states;
        if (performance.now() > end) {
          const counts = Object.entries(Object.groupBy(states, ({ status }) => status));
          throw new Error(
            `still not so after ${ms} ms: ${counts.map(([status, runs]) => `${runs.length} ${status}`).join(', ')}`,
          );
        }
        await pause(500);
      }
    },
  };
}

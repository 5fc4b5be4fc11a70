import { describe, expect, test } from '@jest/globals';
import {
  type RunEvent,
  APIUserAbortError,
  NotFoundError,
  RunUnsuccessfulError,
  WaitTimeoutError,
} from '../src/index.ts';
import {
  type Act,
  RUN_ID,
  ScriptedServer,
  drop,
  end,
  events,
  json,
  message,
  page,
  refuse,
  state,
} from './scripted-server.ts';

async function seqs(stream: AsyncIterable<RunEvent>): Promise<number[]> {
  const seen: number[] = [];
  for await (const { seq } of stream) seen.push(seq);
  return seen;
}

describe('a stream', () => {
  test('yields events in order and ends with the Run', async () => {
    await using server = await ScriptedServer.start(
      events(': still here\n\n', message(1), message(2).replaceAll('\n', '\r\n'), end),
    );
    expect(await seqs(server.client().runs.stream(RUN_ID))).toEqual([1, 2]);
    expect(server.requests[0]?.headers['accept']).toBe('text/event-stream');
  });

  test.each<[string, Act[]]>([
    ['a connection that ends early', [events(message(1)), events(message(2), message(3), end)]],
    ['a connection that is dropped', [events(message(1)), drop, events(message(2), message(3), end)]],
    [
      'repeated events',
      [events(message(1), message(1), message(2)), events(message(1), message(2), message(3), end)],
    ],
    ['an event that was lost', [events(message(1), message(3)), events(message(2), message(3), end)]],
    [
      'a garbled event',
      [events(message(1), 'id: 2\ndata: {"seq":2,"a\n\n'), events(message(2), message(3), end)],
    ],
    [
      'an event that was cut',
      [events(message(1), message(2).slice(0, 20)), events(message(2), message(3), end)],
    ],
    ["a proxy's page", [events(message(1)), page(200), page(502), events(message(2), message(3), end)]],
    [
      'a server that is away',
      [events(message(1)), refuse(503), refuse(503), events(message(2), message(3), end)],
    ],
  ])('yields each event once through %s', async (_what, acts) => {
    await using server = await ScriptedServer.start(...acts);
    expect(await seqs(server.client().runs.stream(RUN_ID))).toEqual([1, 2, 3]);
    const last = server.requests.at(-1);
    const id = String(last?.headers['last-event-id']);
    expect(Number(id)).toBeGreaterThan(0);
    expect(last?.url).toContain(`after=${id}`);
  });

  test('begins after a known event', async () => {
    await using server = await ScriptedServer.start(events(message(5), end));
    expect(await seqs(server.client().runs.stream(RUN_ID, { after: 4 }))).toEqual([5]);
    expect(server.requests[0]?.headers['last-event-id']).toBe('4');
  });

  test('takes the options of a request last, as every method does', async () => {
    await using server = await ScriptedServer.start(events(message(5), end));
    const options = { headers: { 'x-request-id': 'mine' } };
    expect(await seqs(server.client().runs.stream(RUN_ID, { after: 4 }, options))).toEqual([5]);
    expect(server.requests[0]?.headers).toMatchObject({ 'x-request-id': 'mine', 'last-event-id': '4' });
  });

  test('fails when the Run does not exist, and ends when its signal is aborted', async () => {
    await using server = await ScriptedServer.start(refuse(404), (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(message(1));
    });
    const { runs } = server.client();
    await expect(seqs(runs.stream(RUN_ID))).rejects.toBeInstanceOf(NotFoundError);
    const controller = new AbortController();
    const read = async () => {
      for await (const _ of runs.stream(RUN_ID, { signal: controller.signal })) controller.abort();
    };
    await expect(read()).rejects.toBeInstanceOf(APIUserAbortError);
  });

  test('closes its connection when the reader stops', async () => {
    let closed: () => void = () => {};
    const closing = new Promise<void>((resolve) => {
      closed = resolve;
    });
    await using server = await ScriptedServer.start((response) => {
      response.on('close', closed);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(message(1));
    });
    for await (const _ of server.client().runs.stream(RUN_ID)) break;
    await closing;
  });
});

describe('a wait', () => {
  test('goes on through failures until the Run ends, and tells of each status', async () => {
    await using server = await ScriptedServer.start(
      state('queued'),
      drop,
      refuse(502),
      page(200),
      state('completed', { step_count: 2 }),
    );
    const told: string[] = [];
    const run = await server.client().runs.wait(RUN_ID, { onStatus: (status) => told.push(status) });
    expect(run).toMatchObject({ id: RUN_ID, status: 'completed', step_count: 2 });
    expect(told).toEqual(['queued', 'completed']);
  });

  test('goes on while no connection can be made, and follows the events afterwards', async () => {
    const before: Act = (response, request) => {
      if (request.url.includes('/events')) events(message(1))(response, request);
      else state('running')(response, request);
    };
    const after: Act = (response, request) => {
      if (request.url.includes('/events'))
        events(message(1), message(2, 'run.completed'), end)(response, request);
      else state('completed')(response, request);
    };
    const first = await ScriptedServer.start(before);
    const { port } = new URL(first.baseURL);
    let second: ScriptedServer | null = null;
    const seen: number[] = [];
    const { runs } = first.client({
      fetch: async (...request) => {
        try {
          return await fetch(...request);
        } catch (error) {
          second ??= await ScriptedServer.startAt(Number(port), after);
          throw error;
        }
      },
    });
    const run = await runs.wait(RUN_ID, {
      onStatus: (status) => void (status === 'running' && first[Symbol.asyncDispose]()),
      onEvent: ({ seq }) => seen.push(seq),
    });
    await (second as ScriptedServer | null)?.[Symbol.asyncDispose]();
    expect(second).not.toBeNull();
    expect([run.status, seen]).toEqual(['completed', [1, 2]]);
  });

  test.each([['null'], ['{"status":7}']])(
    'takes an answer %s, which is no Run, for a garbled one',
    async (body) => {
      await using server = await ScriptedServer.start(json(200, JSON.parse(body)), state('completed'));
      expect(await server.client().runs.wait(RUN_ID)).toMatchObject({ status: 'completed' });
    },
  );

  test('gives all events to onEvent though a proxy holds the stream back', async () => {
    const answer: Act = (response, request) => {
      if (request.headers.accept === 'text/event-stream')
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(message(1));
      else if (request.url.includes('/events?after=1'))
        json(200, { data: [2, 3].map((seq) => ({ seq, type: 'log' })), has_more: false })(response, request);
      else state('completed')(response, request);
    };
    await using server = await ScriptedServer.start(answer);
    const seen: number[] = [];
    await server.client().runs.wait(RUN_ID, { onEvent: ({ seq }) => seen.push(seq) });
    expect(seen).toEqual([1, 2, 3]);
  });

  test('returns a failed Run, or throws it when asked to', async () => {
    await using server = await ScriptedServer.start(state('failed', { error_message: 'No such page.' }));
    const { runs } = server.client();
    expect(await runs.wait(RUN_ID)).toMatchObject({ status: 'failed' });
    const error = await runs.wait(RUN_ID, { throwOnUnsuccessful: true }).then(null, (each: unknown) => each);
    expect(error).toBeInstanceOf(RunUnsuccessfulError);
    expect(error).toMatchObject({ run: { id: RUN_ID, status: 'failed' } });
  });

  test('returns early on the statuses that it was told', async () => {
    await using server = await ScriptedServer.start(state('waiting_for_approval'));
    const run = await server.client().runs.wait(RUN_ID, { returnOn: ['waiting_for_approval'] });
    expect(run.status).toBe('waiting_for_approval');
  });

  test('ends with WaitTimeoutError and the last state, an unknown status not being the end', async () => {
    await using server = await ScriptedServer.start(state('teleporting'));
    const error = await server
      .client()
      .runs.wait(RUN_ID, { timeout: 100 })
      .then(null, (each: unknown) => each);
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject({ run: { id: RUN_ID, status: 'teleporting' } });
  });

  test('ends at once when the Run does not exist or the signal is aborted', async () => {
    await using server = await ScriptedServer.start(refuse(404), state('running'));
    const { runs } = server.client();
    await expect(runs.wait(RUN_ID)).rejects.toBeInstanceOf(NotFoundError);
    const controller = new AbortController();
    const waiting = runs.wait(RUN_ID, { signal: controller.signal, onStatus: () => controller.abort() });
    await expect(waiting).rejects.toBeInstanceOf(APIUserAbortError);
  });

  test('gives all events to onEvent before it returns, and passes on what it throws', async () => {
    const answer: Act = (response, request) => {
      if (request.url.includes('/events'))
        events(message(1), message(2, 'run.completed'), end)(response, request);
      else state('completed')(response, request);
    };
    await using server = await ScriptedServer.start(answer);
    const { runs } = server.client();
    const seen: number[] = [];
    await runs.wait(RUN_ID, { onEvent: ({ seq }) => seen.push(seq) });
    expect(seen).toEqual([1, 2]);
    const failing = runs.wait(RUN_ID, {
      onEvent: () => {
        throw new Error('mine');
      },
    });
    await expect(failing).rejects.toThrow('mine');
  });
});

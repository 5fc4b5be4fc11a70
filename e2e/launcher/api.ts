import type { RunEvent, RunState } from '@errand/contracts';

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON body, or `{}`. */
  body: Record<string, unknown> & { id: string; detail: string };
}

/** A client of the public API with one key, which records all answers. */
export interface Api {
  /** Status, headers and body of every answer so far, as text. */
  readonly answered: string[];
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a POST; throws unless the answer is 201 or 202. */
  create(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer['body']>;
  /** The events of a Run so far. */
  events(runId: string): Promise<RunEvent[]>;
  /** Waits until a Run has ended and returns its state. */
  finished(runId: string): Promise<RunState>;
}

export function openApi(baseUrl: string, apiKey: string): Api {
  const answered: string[] = [];
  const exchange = async (method: string, path: string, body?: unknown, headers = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    answered.push(`${response.status} ${JSON.stringify([...response.headers])} ${text}`);
    return { response, text: Buffer.from(text, 'latin1').toString('utf8') };
  };
  const call: Api['call'] = async (method, path, body, headers) => {
    const { response, text } = await exchange(method, path, body, headers);
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Answer['body'],
    };
  };
  return {
    answered,
    call,
    create: async (path, body, headers) => {
      const { status, body: created } = await call('POST', path, body, headers);
      if (status !== 201 && status !== 202) throw new Error(`${path} answered ${status}: ${created.detail}`);
      return created;
    },
    events: async (runId) => (await call('GET', `/v1/runs/${runId}/events`)).body['data'] as RunEvent[],
    finished: async (runId) => {
      await exchange('GET', `/v1/runs/${runId}/events`, undefined, { accept: 'text/event-stream' });
      const { body } = await call('GET', `/v1/runs/${runId}`);
      return body as unknown as RunState;
    },
  };
}

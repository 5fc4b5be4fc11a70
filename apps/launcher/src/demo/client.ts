import {
  type AcceptedRun,
  type Artifact,
  type CreateRunbook,
  type PublishedRunbook,
  type RunEvent,
  type RunState,
  type Runbook,
  type StartRunbook,
  isTerminal,
} from '@errand/contracts';

/** The calls of the public API that the demo makes. */
export interface Client {
  createRun(task: string): Promise<AcceptedRun>;
  createRunbook(runbook: CreateRunbook): Promise<Runbook>;
  publishRunbook(runbook: Runbook): Promise<PublishedRunbook>;
  startRunbook(runbookId: string, body: StartRunbook): Promise<AcceptedRun>;
  /** Yields the events of a Run until it has ended. */
  follow(runId: string): AsyncGenerator<RunEvent>;
  getRun(runId: string): Promise<RunState>;
  listArtifacts(runId: string): Promise<Artifact[]>;
  readArtifact(runId: string, artifactId: string): Promise<Buffer>;
}

export const createClient = (baseUrl: string, apiKey: string, signal: AbortSignal): Client => {
  const request = async (method: string, path: string, body?: unknown, accept = 'application/json') => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      signal,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const json = async <Result>(method: string, path: string, body?: unknown): Promise<Result> =>
    (await (await request(method, path, body)).json()) as Result;

  return {
    createRun: (task) => json('POST', '/v1/runs', { task }),
    createRunbook: (runbook) => json('POST', '/v1/runbooks', runbook),
    publishRunbook: ({ id, version }) =>
      json('POST', `/v1/runbooks/${id}/publish`, { expectedVersion: version }),
    startRunbook: (runbookId, body) => json('POST', `/v1/runbooks/${runbookId}/runs`, body),
    getRun: (runId) => json('GET', `/v1/runs/${runId}`),
    listArtifacts: async (runId) =>
      (await json<{ data: Artifact[] }>('GET', `/v1/runs/${runId}/artifacts`)).data,
    readArtifact: async (runId, artifactId) => {
      const response = await request('GET', `/v1/runs/${runId}/artifacts/${artifactId}`, undefined, '*/*');
      return Buffer.from(await response.arrayBuffer());
    },
    async *follow(runId) {
      const response = await request('GET', `/v1/runs/${runId}/events`, undefined, 'text/event-stream');
      for await (const message of readServerSentEvents(response)) {
        if (message.event === 'end') return;
        yield JSON.parse(message.data) as RunEvent;
      }
      const { status } = await this.getRun(runId);
      if (!isTerminal(status)) throw new Error(`The event stream of run ${runId} ended before the Run did.`);
    },
  };
};

async function* readServerSentEvents(response: Response): AsyncGenerator<{ event: string; data: string }> {
  if (response.body === null) return;
  let buffered = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    buffered += text;
    const blocks = buffered.split('\n\n');
    buffered = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => splitField(line)));
      const data = fields.get('data');
      if (data !== undefined) yield { event: fields.get('event') ?? 'message', data };
    }
  }
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(': ');
  return [line.slice(0, colon), line.slice(colon + 2)];
}

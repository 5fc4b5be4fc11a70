import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The proxy's action on one exchange. `drop-answer`: the server has answered, the client never learns it. */
export type Misdeed =
  | 'pass'
  | 'drop-request'
  | 'drop-answer'
  | 'cut-answer'
  | 'garble-answer'
  | 'bad-gateway'
  | 'rate-limited'
  | 'unavailable'
  | 'twice';

export interface MisbehavingProxy extends AsyncDisposable {
  readonly baseUrl: string;
  /** What happens to the next exchanges, in order; those after them pass. */
  plan(...misdeeds: Misdeed[]): void;
  /** Cuts the connections of all exchanges that go on. */
  cut(): void;
  /** How many exchanges there were. */
  readonly count: number;
}

const PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** Refusals as the gateway sends them, which may be repeated at once. */
const REFUSALS: Partial<Record<Misdeed, { status: number; detail: string }>> = {
  'rate-limited': { status: 429, detail: 'Too many requests. Try again in 0 seconds.' },
  unavailable: { status: 503, detail: 'The service is temporarily unavailable. Try again soon.' },
};

function refuse(response: ServerResponse, { status, detail }: { status: number; detail: string }): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': randomUUID(),
    'retry-after': '0',
  });
  response.end(JSON.stringify({ detail }));
}

function sendPage(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end(PAGE);
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Sends the request on; event streams are passed through piece by piece. */
async function exchange(target: URL, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = incoming;
    const outgoing = forward(new URL(url ?? '/', target), { method, headers }, resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** A proxy in front of `baseUrl` that loses, cuts, garbles and repeats exchanges as configured. */
export async function startMisbehavingProxy(baseUrl: string): Promise<MisbehavingProxy> {
  const target = new URL(baseUrl);
  let planned: Misdeed[] = [];
  let count = 0;
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const misdeed = planned.shift() ?? 'pass';
    count += 1;
    const body = await bodyOf(incoming);
    if (misdeed === 'drop-request') {
      response.destroy();
      return;
    }
    const refusal = REFUSALS[misdeed];
    if (refusal !== undefined) {
      refuse(response, refusal);
      return;
    }
    if (misdeed === 'twice') (await exchange(target, incoming, body)).resume();
    const answer = await exchange(target, incoming, body);
    if (misdeed === 'pass' || misdeed === 'twice') {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy());
      response.on('close', () => answer.destroy());
      answer.pipe(response);
      return;
    }
    const bytes = await bodyOf(answer);
    if (misdeed === 'drop-answer') response.destroy();
    else if (misdeed === 'bad-gateway') sendPage(response, 502);
    else if (misdeed === 'garble-answer') sendPage(response, answer.statusCode ?? 200);
    else {
      response.writeHead(answer.statusCode ?? 200, { ...answer.headers, 'content-length': bytes.length });
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
    }
  };
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (...misdeeds) => {
      planned = misdeeds;
    },
    cut: () => server.closeAllConnections(),
    get count() {
      return count;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

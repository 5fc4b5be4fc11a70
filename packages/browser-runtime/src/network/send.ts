import { Agent, request } from 'undici';
import { StepError } from '../host.ts';
import { decodeBody } from './decode.ts';
import { pinnedTo, type Network } from './network.ts';

const MAX_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface Sending {
  network: Network;
  method: string;
  url: URL;
  /** Called for each hop, so that nothing meant for one site is sent to another. */
  headersFor: (url: URL) => Promise<Record<string, string>>;
  body?: string;
  /** Aborted with `step_timeout` when the answer comes too late. */
  signal: AbortSignal;
  /** Bytes that the answer may have once it is decoded. */
  mostBytes: number;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  bytes: Uint8Array;
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function tooLarge(host: string, mostBytes: number): StepError {
  return new StepError('action_failed', `The answer from ${host} is larger than ${mostBytes} bytes.`);
}

async function bounded(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
  host: string,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > mostBytes) throw tooLarge(host, mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decoded(
  bytes: Uint8Array,
  { 'content-encoding': encoding = '' }: Record<string, string>,
  mostBytes: number,
  host: string,
): Promise<Uint8Array> {
  return decodeBody(bytes, encoding, mostBytes).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(host, mostBytes);
    throw new StepError('action_failed', `The answer from ${host} is not encoded as declared.`, {
      cause: error,
    });
  });
}

function failure(sending: Sending, error: unknown): unknown {
  if (error instanceof StepError) return error;
  const stopped: unknown = sending.signal.reason;
  if (stopped instanceof StepError && stopped.code !== 'step_timeout') return stopped;
  if (stopped instanceof StepError)
    return new StepError('step_timeout', `${sending.url.host} did not answer in time.`, { cause: error });
  return new StepError('action_failed', `${sending.url.host} could not be reached.`, { cause: error });
}

/**
 * Sends an HTTP request and follows at most ten redirects; each hop must be admitted by `network` and goes to the
 * address that was checked.
 * @throws {StepError} `site_not_allowed`, `action_failed`, `step_timeout`
 */
export async function send(sending: Sending): Promise<{ url: URL; response: Answer }> {
  const { signal } = sending;
  let { url, method, body } = sending;
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const addresses = await sending.network.resolve(url);
      const dispatcher = new Agent({ connect: { lookup: pinnedTo(addresses) } });
      try {
        const answer = await request(url, {
          dispatcher,
          method: method as 'GET',
          headers: await sending.headersFor(url),
          body: body ?? null,
          signal,
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        const location = answer.headers['location'];
        const next =
          REDIRECTS.has(answer.statusCode) && typeof location === 'string' ? URL.parse(location, url) : null;
        if (next === null) {
          const headers = flat(answer.headers);
          const { mostBytes } = sending;
          const received = await bounded(answer.body, mostBytes, url.host);
          const bytes = await decoded(received, headers, mostBytes, url.host);
          return { url, response: { status: answer.statusCode, headers, bytes } };
        }
        const rewritten =
          answer.statusCode === 303 ? method !== 'HEAD' : answer.statusCode < 303 && method === 'POST';
        if (rewritten) {
          method = 'GET';
          body = undefined;
        }
        url = next;
      } finally {
        await dispatcher.destroy();
      }
    }
    throw new StepError('action_failed', `${sending.url.host} redirected more than ${MAX_REDIRECTS} times.`);
  } catch (error) {
    throw failure(sending, error);
  }
}

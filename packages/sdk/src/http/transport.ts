import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  APIUserAbortError,
  ErrandError,
  errorOf,
} from '../errors.ts';
import { operations, type Operations } from '../openapi/operations.ts';
import { APIPromise, type Exchange } from './api-promise.ts';
import { delay, throwIfAborted } from './delay.ts';
import { causesOf, GarbledAnswerError, isNothingDone, type Repeatable, retryDelay } from './retry-policy.ts';
import { VERSION } from '../version.ts';

/** What each method takes last. */
export interface RequestOptions {
  /** Aborts the request; it then throws APIUserAbortError. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt, its body included. Default: the client's. */
  timeout?: number | undefined;
  /** Retries after the first attempt. Default: the client's. */
  maxRetries?: number | undefined;
  /** Additional headers; null removes one. */
  headers?: Readonly<Record<string, string | null | undefined>> | undefined;
  /** `X-Idempotency-Key` of a creation. Default: a UUID made for this call. */
  idempotencyKey?: string | undefined;
}

export interface TransportOptions {
  /** Null: the session cookie of the page is used. */
  readonly apiKey: string | null;
  readonly baseURL: string;
  readonly timeout: number;
  readonly maxRetries: number;
  readonly fetch: typeof globalThis.fetch;
  readonly defaultHeaders: Readonly<Record<string, string | null | undefined>>;
}

/** Bytes that a request can send, again if it is retried. */
export type Bytes = Uint8Array | ArrayBuffer | Blob | string;

/** A request as a resource describes it. */
export interface Call {
  readonly method: string;
  /** Of the OpenAPI document, with the names of `ids` in braces. */
  readonly path: string;
  readonly ids?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as they are, in the place of `body`. */
  readonly bytes?: { content: Bytes; contentType: string } | undefined;
  readonly accept?: string;
  /** A creation that honours an idempotency key. */
  readonly takesKey: boolean;
  /**
   * Asked when the call is refused after an earlier attempt whose answer was lost: the answer that was lost, or null when
   * the refusal stands.
   */
  readonly recover?: (refusal: APIError) => Promise<{ data: unknown } | null>;
}

type OperationName = keyof typeof operations;

/** Arguments of an operation in addition to its path. */
export interface CallParts<Name extends keyof Operations> {
  readonly path?: Operations[Name]['path'];
  readonly query?: Operations[Name]['query'] | undefined;
  readonly body?: Operations[Name]['body'];
}

const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/** The path with its ids. Refuses an id that would make it another path. */
function pathOf({ path, ids = {} }: Call): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = ids[name];
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
      throw new ErrandError(`${name} must be an id, but is ${JSON.stringify(value)}.`);
    return encodeURIComponent(value);
  });
}

/** The call of an operation of the OpenAPI document. */
export function callOf<Name extends OperationName>(name: Name, parts: CallParts<Name>): Call {
  const { method, path, takesKey } = operations[name];
  const { query, body } = parts;
  return { method, path, ids: parts.path, query, body, takesKey };
}

/** Sends requests: URL, headers, time-outs and retries. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Sends the call of an operation and parses its JSON answer. */
  request<Name extends OperationName>(
    name: Name,
    parts: CallParts<Name>,
    options?: RequestOptions,
  ): APIPromise<Operations[Name]['answer']> {
    return this.json(callOf(name, parts), options);
  }

  json<Data>(call: Call, options?: RequestOptions): APIPromise<Data> {
    return new APIPromise(this.exchange<Data>(call, options));
  }

  /** Sends a call and reads its JSON answer whole; an empty answer (204) is undefined. */
  exchange<Data>(call: Call, options: RequestOptions = {}): Promise<Exchange<Data>> {
    return this.#retried<Exchange<Data>>(call, options, async (response) => {
      const text = await response.text();
      const isEmpty = response.status === 204 || response.status === 205 || call.method === 'HEAD';
      return {
        data: (isEmpty ? undefined : this.#parse(text, response)) as Data,
        response: copyOf(response, isEmpty ? null : text),
      };
    });
  }

  /** Sends a call and returns its response with the body unread; time-out and retries end with its head. */
  open(call: Call, options: RequestOptions = {}): Promise<Response> {
    return this.#retried(call, options, (response) => Promise.resolve(response), { keepBody: true });
  }

  async #retried<Result>(
    asked: Call,
    options: RequestOptions,
    read: (response: Response) => Promise<Result>,
    { keepBody = false } = {},
  ): Promise<Result> {
    const call = { ...asked, path: pathOf(asked) };
    const headers = this.#headersOf(call, options);
    const url = this.#urlOf(call);
    const maxRetries = options.maxRetries ?? this.#options.maxRetries;
    const repeatable: Repeatable =
      READ_METHODS.has(call.method) || (call.takesKey && headers.has('x-idempotency-key'))
        ? 'always'
        : 'when-nothing-was-done';
    let mayBeDone = false;
    for (let retry = 0; ; retry += 1) {
      try {
        return await this.#attempt(call, url, headers, options, read, keepBody);
      } catch (error) {
        const wait = retry < maxRetries ? retryDelay(error, repeatable, retry) : null;
        if (wait === null) {
          const recovered = mayBeDone && error instanceof APIError ? await call.recover?.(error) : null;
          if (!recovered || !(error instanceof APIError)) throw error;
          const body = recovered.data === undefined ? null : JSON.stringify(recovered.data);
          return await read(
            new Response(body, { status: body === null ? 204 : 200, headers: error.headers }),
          );
        }
        mayBeDone ||= !isNothingDone(error);
        await delay(wait, options.signal);
      }
    }
  }

  async #attempt<Result>(
    call: Call,
    url: string,
    headers: Headers,
    { signal, timeout = this.#options.timeout }: RequestOptions,
    read: (response: Response) => Promise<Result>,
    keepBody: boolean,
  ): Promise<Result> {
    throwIfAborted(signal);
    const controller = new AbortController();
    const abort = (): void => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    let timedOut = false;
    let isOpen = false;
    const timer = setTimeout(() => {
      timedOut = true;
      controller.abort();
    }, timeout);
    const { fetch, baseURL } = this.#options;
    try {
      const response = await fetch(url, {
        method: call.method,
        headers,
        signal: controller.signal,
        ...bodyOf(call),
      });
      if (!response.ok) throw await this.#refusal(response);
      const result = await read(response);
      isOpen = keepBody;
      return result;
    } catch (error) {
      if (error instanceof ErrandError) throw error;
      if (signal?.aborted) throw new APIUserAbortError('The request was aborted.', { cause: signal.reason });
      const what = `${call.method} ${call.path}`;
      if (timedOut) throw new APITimeoutError(`${baseURL} did not answer ${what} within ${timeout} ms.`);
      const code = causesOf(error).find((one) => one !== '');
      throw new APIConnectionError(
        `${baseURL} gave no complete answer to ${what}: the connection failed${code === undefined ? '' : ` (${code})`}.`,
        { cause: error },
      );
    } finally {
      clearTimeout(timer);
      // An open body still follows the caller's signal.
      if (!isOpen) signal?.removeEventListener('abort', abort);
    }
  }

  async #refusal(response: Response): Promise<Error> {
    let detail: string | null = null;
    try {
      const body: unknown = JSON.parse(await response.text());
      const value = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : null;
      if (typeof value === 'string') detail = this.#withoutKey(value);
    } catch {
      // A proxy's page, or a body that was cut: the status says enough.
    }
    return errorOf(response.status, detail, response.headers);
  }

  #parse(text: string, response: Response): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw new GarbledAnswerError(response.status, response.headers);
    }
  }

  #withoutKey(text: string): string {
    const { apiKey } = this.#options;
    return apiKey === null ? text : text.replaceAll(apiKey, '[key]');
  }

  #urlOf({ path, query }: Call): string {
    const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
    const texts = pairs.map(([name, value]) => [name, String(value)] as const);
    const search = new URLSearchParams(Object.fromEntries(texts)).toString();
    return `${this.#options.baseURL}${path}${search === '' ? '' : `?${search}`}`;
  }

  #headersOf(call: Call, options: RequestOptions): Headers {
    const headers = new Headers({ accept: call.accept ?? 'application/json' });
    // Browsers set their own.
    if (!('document' in globalThis)) headers.set('user-agent', `errand-sdk/${VERSION}`);
    if (call.bytes !== undefined) headers.set('content-type', call.bytes.contentType);
    else if (call.body !== undefined) headers.set('content-type', 'application/json');
    if (this.#options.apiKey !== null) headers.set('authorization', `Bearer ${this.#options.apiKey}`);
    for (const [name, value] of [
      ...Object.entries(this.#options.defaultHeaders),
      ...Object.entries(options.headers ?? {}),
    ]) {
      if (value === null) headers.delete(name);
      else if (value !== undefined) headers.set(name, value);
    }
    if (options.idempotencyKey !== undefined) headers.set('x-idempotency-key', options.idempotencyKey);
    else if (call.takesKey && !headers.has('x-idempotency-key'))
      headers.set('x-idempotency-key', crypto.randomUUID());
    return headers;
  }
}

function bodyOf({ body, bytes }: Call): Pick<RequestInit, 'body'> {
  if (bytes !== undefined) return { body: bytes.content as RequestInit['body'] };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

/** The response with a body that can be read again. */
function copyOf({ status, statusText, headers }: Response, text: string | null): Response {
  return new Response(text, { status, statusText, headers });
}

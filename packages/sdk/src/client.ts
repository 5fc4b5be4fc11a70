import { ErrandError } from './errors.ts';
import type { APIPromise } from './http/api-promise.ts';
import { type RequestOptions, Transport } from './http/transport.ts';
import type { Me } from './openapi/schemas.ts';
import { BlueprintRuns, Blueprints } from './resources/blueprints.ts';
import { Files } from './resources/files.ts';
import { Runbooks } from './resources/runbooks.ts';
import { Runs } from './resources/runs.ts';

const DEFAULT_BASE_URL = 'http://localhost:8080';
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_RETRIES = 2;

export interface ClientOptions {
  /**
   * API key of the workspace. Default: the environment variable `ERRAND_API_KEY`. `null`: no key is sent; for a page of
   * the API's own origin, whose session cookie identifies the person.
   */
  apiKey?: string | null | undefined;
  /** Address of the API, without `/v1`. Default: `ERRAND_BASE_URL`, else `http://localhost:8080`. */
  baseURL?: string | undefined;
  /** Milliseconds for each attempt of a request. Default 60,000. */
  timeout?: number | undefined;
  /** Retries after the first attempt. Default 2. */
  maxRetries?: number | undefined;
  /** Used in the place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Sent with every request. */
  defaultHeaders?: Readonly<Record<string, string | null | undefined>> | undefined;
  /** Allows a key in a browser page, where every visitor can read it. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** The environment in Node, Bun and Deno; empty elsewhere, or where it may not be read. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined;
  }
}

function isBrowserPage(): boolean {
  return 'window' in globalThis && 'document' in globalThis;
}

function keyOf({ apiKey, dangerouslyAllowBrowser }: ClientOptions): string | null {
  if (apiKey === null) return null;
  const key = apiKey?.trim() || environment('ERRAND_API_KEY');
  if (key === undefined)
    throw new ErrandError(
      'No API key: set the environment variable ERRAND_API_KEY, or pass { apiKey } to the client.',
    );
  // A header would refuse it with a message that quotes it.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ErrandError('The API key holds characters that no key has: copy it again.');
  if (isBrowserPage() && !dangerouslyAllowBrowser)
    throw new ErrandError(
      'An API key is a server credential, and everyone who opens this page could read it. Call the API from a server, or pass { dangerouslyAllowBrowser: true }.',
    );
  return key;
}

function addressOf(baseURL: string | undefined): string {
  const text = baseURL?.trim() || environment('ERRAND_BASE_URL') || DEFAULT_BASE_URL;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new ErrandError('baseURL must be an http or https address, such as https://errand.example.com.');
  if (url.username !== '' || url.password !== '')
    throw new ErrandError('baseURL must hold no user name and no password.');
  return url.href.replace(/\/+$/, '');
}

/** Client of the Errand API. Throws ErrandError when no API key is set. */
export class Errand {
  readonly baseURL: string;
  readonly runs: Runs;
  readonly runbooks: Runbooks;
  readonly blueprints: Blueprints;
  readonly blueprintRuns: BlueprintRuns;
  readonly files: Files;
  readonly #transport: Transport;

  constructor(options: ClientOptions = {}) {
    const apiKey = keyOf(options);
    this.baseURL = addressOf(options.baseURL);
    this.#transport = new Transport({
      apiKey,
      baseURL: this.baseURL,
      timeout: options.timeout ?? DEFAULT_TIMEOUT_MS,
      maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
      fetch: options.fetch ?? globalThis.fetch,
      defaultHeaders: options.defaultHeaders ?? {},
    });
    this.runs = new Runs(this.#transport);
    this.runbooks = new Runbooks(this.#transport, this.runs);
    this.blueprintRuns = new BlueprintRuns(this.#transport);
    this.blueprints = new Blueprints(this.#transport, this.blueprintRuns);
    this.files = new Files(this.#transport);
  }

  /** The workspace, the key and its scopes. */
  me(options?: RequestOptions): APIPromise<Me> {
    return this.#transport.request('getMe', {}, options);
  }

  /** Sends any request of the API, with the same retries and errors: `request('GET', '/v1/runs')`. */
  request<Data = unknown>(
    method: string,
    path: string,
    { body, ...options }: RequestOptions & { body?: unknown } = {},
  ): APIPromise<Data> {
    if (!path.startsWith('/')) throw new ErrandError('A path begins with "/", such as /v1/runs.');
    const call = { method: method.toUpperCase(), path, body, takesKey: options.idempotencyKey !== undefined };
    return this.#transport.json<Data>(call, options);
  }
}

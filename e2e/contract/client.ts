import { ErrorBody } from '@errand/contracts';
import { expect } from '@jest/globals';
import type { z } from 'zod';
import { ContractDocument } from './document.ts';
import { sharedStack } from './stack.ts';

export interface Call {
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, as application/json unless `headers` override it. */
  body?: string | Uint8Array<ArrayBuffer>;
}

/** An answer that was checked against the OpenAPI document and the headers that every answer has. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;

  constructor(status: number, headers: Headers, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  get json(): unknown {
    return JSON.parse(this.text);
  }

  /** The parsed body; fails unless the answer has this status. */
  as<Schema extends z.ZodType>(status: number, schema: Schema): z.output<Schema> {
    expect([this.status, this.status === status ? '' : this.text]).toEqual([status, '']);
    return schema.parse(this.json);
  }

  /** The detail of an error with this status; fails unless it matches `about`. */
  refusal(status: number, about?: RegExp | string): string {
    const { detail } = this.as(status, ErrorBody);
    if (about !== undefined) expect(detail).toMatch(about);
    return detail;
  }
}

async function readDocument(): Promise<ContractDocument> {
  const response = await fetch(`${sharedStack().baseUrl}/v1/openapi.json`);
  return new ContractDocument(await response.json());
}

/** Kept for all files of the test process: compiling its schemas takes up to half a second of CPU. */
const DOCUMENT = Symbol.for('errand.contract-document');
const ofProcess = globalThis as { [DOCUMENT]?: Promise<ContractDocument> };

/** The OpenAPI document that the stack serves. */
export function contractDocument(): Promise<ContractDocument> {
  return (ofProcess[DOCUMENT] ??= readDocument().catch((error: unknown) => {
    delete ofProcess[DOCUMENT];
    throw error;
  }));
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const GENERATED_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks the headers that every answer has. */
export function expectCommonHeaders(headers: Headers, sentId?: string): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-powered-by')).toBeNull();
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  const id = headers.get('x-request-id');
  if (sentId !== undefined && REQUEST_ID.test(sentId)) expect(id).toBe(sentId);
  else expect(id).toMatch(GENERATED_ID);
}

function parsed(body: Call['body']): unknown {
  try {
    return JSON.parse(Buffer.from(body ?? '').toString());
  } catch {
    return undefined;
  }
}

/** A client of the stack with the headers in `identity`; every exchange is checked. */
export class Client {
  readonly identity: Readonly<Record<string, string>>;
  readonly baseUrl: string;

  constructor(identity: Readonly<Record<string, string>> = {}, baseUrl = sharedStack().baseUrl) {
    this.identity = identity;
    this.baseUrl = baseUrl;
  }

  async send(method: string, path: string, { headers = {}, json, body }: Call = {}): Promise<Answer> {
    const bytes = json === undefined ? body : JSON.stringify(json);
    const response = await fetch(this.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...this.identity,
        ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(bytes === undefined ? {} : { body: typeof bytes === 'string' ? Buffer.from(bytes) : bytes }),
    });
    const answer = new Answer(response.status, response.headers, await response.text());
    expectCommonHeaders(answer.headers, headers['x-request-id']);
    if (this.baseUrl === sharedStack().baseUrl) {
      const { pathname } = new URL(this.baseUrl + path);
      const sent = json === undefined ? parsed(body) : json;
      const { status, headers: received, text } = answer;
      const exchange = { method, pathname, sent, status, headers: received, text };
      const departures = (await contractDocument()).departures(exchange);
      expect({ method, path, status: answer.status, departures }).toEqual({
        method,
        path,
        status: answer.status,
        departures: [],
      });
    }
    return answer;
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.send('GET', path, { ...(headers && { headers }) });
  }

  post(path: string, json?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.send('POST', path, { json, ...(headers && { headers }) });
  }

  put(path: string, json: unknown): Promise<Answer> {
    return this.send('PUT', path, { json });
  }
}

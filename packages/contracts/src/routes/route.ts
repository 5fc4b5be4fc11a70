import { z } from 'zod';
import type { Scope } from '../public/scopes.ts';

/** The service that answers a route. The gateway answers its own and forwards the others unchanged. */
export type Owner = 'gateway' | 'runs' | 'runbooks';

/** What a caller must show: a key with these scopes (or a session), a session alone, or nothing. */
export type Access = { scopes: readonly Scope[] } | 'session' | 'public';

export interface Answer {
  readonly description: string;
  readonly body?: z.ZodType;
  /** Media type of an answer that is not JSON. */
  readonly contentType?: string;
  /** With `Accept: text/event-stream` the answer is a live stream of these. */
  readonly stream?: z.ZodType;
  readonly headers?: readonly string[];
}

/** One public route. Gateway, services, validation and the OpenAPI document all read this, and nothing else. */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/v1/…` with `{name}` for path parameters. */
  readonly path: string;
  readonly owner: Owner;
  readonly access: Access;
  readonly summary: string;
  readonly tag: string;
  readonly params: Params;
  readonly query: Query;
  /** Null: takes no body, or `{}`. */
  readonly body: Body;
  readonly bodyExample?: unknown;
  /** True: the body names an `executionTarget`, and `local` needs the scope `runs:local` besides. */
  readonly targeted?: boolean;
  /** `X-Idempotency-Key` is honoured: in the name space that all creations of a service share, or in the one named. */
  readonly idempotent?: true | string;
  /** Belongs to the preview contract, which an operator can switch off. */
  readonly preview?: boolean;
  readonly answers: Readonly<Record<number, Answer>>;
}

const none = z.object({});
const noBody = z.strictObject({}).optional();

/** Fills in what a route leaves out: no path parameters, no query, no body. */
export const route = <
  Params extends z.ZodType = typeof none,
  Query extends z.ZodType = typeof none,
  Body extends z.ZodType = typeof noBody,
>(
  definition: Omit<Route<Params, Query, Body>, 'params' | 'query' | 'body'> & {
    params?: Params;
    query?: Query;
    body?: Body;
  },
): Route<Params, Query, Body> => ({
  ...definition,
  params: definition.params ?? (none as unknown as Params),
  query: definition.query ?? (none as unknown as Query),
  body: definition.body ?? (noBody as unknown as Body),
});

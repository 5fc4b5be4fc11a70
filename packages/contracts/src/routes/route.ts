import { z } from 'zod';
import type { Scope } from '../public/scopes.ts';

/** The service that handles a route. The gateway handles its own and forwards the others unchanged. */
export type Owner = 'gateway' | 'runs' | 'runbooks';

/**
 * Required authentication: a key or session with these scopes, the grant of a device code that was confirmed for a client,
 * a dashboard session, or none.
 */
export type Access = { scopes: readonly Scope[] } | `grant:${string}` | 'session' | 'public';

/** The client whose grants open a route; null: none do. */
export function grantClientOf({ access }: { access: Access }): string | null {
  return typeof access === 'string' && access.startsWith('grant:') ? access.slice('grant:'.length) : null;
}

/** The groups of the reference page, in its order. */
export const TAGS = {
  Runs: 'Work in a browser: create it, follow it, decide about it, read what came of it.',
  Runbooks: 'Reusable definitions: write them, publish them, run them.',
  Blueprints: 'Reusable goals for the agent, with declared inputs.',
  Files: 'Files that Runs upload to sites.',
  Identity: 'Who is calling.',
  'API keys': 'Keys of the workspace, for signed-in people only.',
  Devices: "People's own machines, which carry out their local Runs.",
  Accounts: 'People and their sessions: what the dashboard does to sign in. The session is a cookie.',
  Workspaces: 'Workspaces, their members and invitations, for signed-in people only.',
  'Device codes': 'How an application on another machine gets a grant from a signed-in person (RFC 8628).',
} as const;

export interface LiveStream {
  /** The `data` of its messages. */
  readonly data: z.ZodType;
  readonly description: string;
  /** Whether `Last-Event-ID` resumes it. */
  readonly resumes: boolean;
}

export interface Answer {
  readonly description: string;
  readonly body?: z.ZodType;
  /** Media type of a response that is not JSON. */
  readonly contentType?: string;
  /** The live stream that the response is with `Accept: text/event-stream`. */
  readonly stream?: LiveStream;
  readonly headers?: readonly string[];
}

/** The fields of a route, public or internal, that a router needs. */
export interface HttpRoute<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** A public route: the single source for gateway, services, validation and OpenAPI document. */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> extends HttpRoute<Params, Query, Body> {
  readonly owner: Owner;
  readonly access: Access;
  readonly summary: string;
  readonly tag: keyof typeof TAGS;
  readonly bodyExample?: unknown;
  /** Set when the body is a file of at most this many bytes instead of JSON. */
  readonly maxFileBytes?: number;
  /** True: the body has an `executionTarget`, and `local` additionally requires the scope `runs:local`. */
  readonly targeted?: boolean;
  /** Honours `X-Idempotency-Key`, in the namespace that a service's creations share, or in the named one. */
  readonly idempotent?: true | string;
  /** Part of the preview contract, which operators can disable. */
  readonly preview?: boolean;
  /** True: answers 409 when the state of the resource does not allow it. */
  readonly conflicts?: boolean;
  /** True: a route of the accounts, which have refusals of their own and no rate headers. */
  readonly ofAccounts?: true;
  readonly answers: Readonly<Record<number, Answer>>;
}

const emptyObject = z.object({});
const emptyBody = z.strictObject({}).optional();

/** Defines a route. By default it has no path parameters, no query and no body: it then accepts none, or `{}`. */
export function route<
  Params extends z.ZodType = typeof emptyObject,
  Query extends z.ZodType = typeof emptyObject,
  Body extends z.ZodType = typeof emptyBody,
>(
  definition: Omit<Route<Params, Query, Body>, 'params' | 'query' | 'body'> & {
    params?: Params;
    query?: Query;
    body?: Body;
  },
): Route<Params, Query, Body> {
  return {
    ...definition,
    params: definition.params ?? (emptyObject as unknown as Params),
    query: definition.query ?? (emptyObject as unknown as Query),
    body: definition.body ?? (emptyBody as unknown as Body),
  };
}

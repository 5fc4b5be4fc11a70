import { z } from 'zod';
import type { HttpRoute } from '../routes/route.ts';

/** The answer of a call: JSON of a schema, a file's bytes with its name and type, or nothing (204). */
export type InternalAnswer = z.ZodType | 'file' | null;

/** A route between services: the single source for the service that serves it and the client that calls it. */
export interface InternalRoute<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends InternalAnswer = InternalAnswer,
> extends HttpRoute<Params, Query, Body> {
  readonly answer: Reply;
  /** Set when the body is a file of at most this many bytes instead of JSON. */
  readonly maxFileBytes?: number;
  /** The response is delayed on purpose; the call uses a connection of its own. */
  readonly longPoll?: true;
}

const emptyObject = z.object({});
const emptyBody = z.undefined();

type Definition<P, Q, B, A> = Pick<InternalRoute, 'method' | 'path' | 'maxFileBytes' | 'longPoll'> & {
  params?: P;
  query?: Q;
  body?: B;
  answer?: A;
};

/** Defines an internal route. By default it has no path parameters, no query and no body, and answers 204. */
export function internalRoute<
  P extends z.ZodType = typeof emptyObject,
  Q extends z.ZodType = typeof emptyObject,
  B extends z.ZodType = typeof emptyBody,
  A extends InternalAnswer = null,
>({ params, query, body, answer, ...rest }: Definition<P, Q, B, A>): InternalRoute<P, Q, B, A> {
  return {
    ...rest,
    name: `${rest.method} ${rest.path}`,
    params: params ?? (emptyObject as unknown as P),
    query: query ?? (emptyObject as unknown as Q),
    body: body ?? (emptyBody as unknown as B),
    answer: answer ?? (null as A),
  };
}

/** A route about a claimed Run. The call presents the Run's `lease` in LEASE_HEADER; 409 when it is not, or no longer, valid. */
export interface LeaseRoute<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends InternalAnswer = InternalAnswer,
> extends InternalRoute<P, Q, B, A> {
  readonly needsLease: true;
}

/** Defines, as `internalRoute` does, a route that only the holder of the Run's lease may call. */
export function leaseRoute<
  P extends z.ZodType = typeof emptyObject,
  Q extends z.ZodType = typeof emptyObject,
  B extends z.ZodType = typeof emptyBody,
  A extends InternalAnswer = null,
>(definition: Definition<P, Q, B, A>): LeaseRoute<P, Q, B, A> {
  return { ...internalRoute(definition), needsLease: true };
}

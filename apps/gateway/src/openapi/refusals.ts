import { type Route, missingScope, notFound, unauthenticated, unavailable } from '@errand/contracts';
import { z } from 'zod';

/** A refusal as the document describes it, with an example of its `detail`. */
export interface Refusal {
  readonly name: string;
  readonly description: string;
  readonly detail: string;
  readonly headers?: readonly string[];
}

/** Every refusal that a documented route can answer with. */
export const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'BadRequest',
    description: 'The body, or the encoding of the query, cannot be parsed.',
    detail: 'The request body is not valid JSON.',
  },
  401: {
    name: 'Unauthenticated',
    description: 'No key, or one that is malformed, unknown, expired or revoked.',
    detail: unauthenticated().message,
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description:
      'The key lacks a scope, which the detail names; or a browser sent the request for another site.',
    detail: missingScope('runs:write').message,
  },
  404: {
    name: 'NotFound',
    description: 'Nothing in this workspace has that id.',
    detail: notFound().message,
  },
  409: {
    name: 'Conflict',
    description:
      'The request contradicts the present state, or an idempotency key was used for another request.',
    detail: 'The idempotency key was used with a different request.',
  },
  413: {
    name: 'TooLarge',
    description: 'The body is larger than 1 MiB.',
    detail: 'The request body is larger than 1048576 bytes.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not application/json.',
    detail: 'Content-Type must be application/json.',
  },
  422: {
    name: 'Unprocessable',
    description: 'A field of the body, the query or a header breaks a rule; the detail names it.',
    detail: 'limit: must be an integer of 1 to 100',
  },
  429: {
    name: 'TooManyRequests',
    description: 'The rate limit is reached.',
    detail: 'More than 1200 requests in a minute. Try again in 12 s.',
    headers: ['Retry-After'],
  },
  500: {
    name: 'InternalError',
    description: 'Something went wrong on our side.',
    detail: 'Something went wrong on our side. The request id identifies it.',
  },
  503: {
    name: 'Unavailable',
    description: 'A dependency is away. The request was not accepted and may be sent again.',
    detail: unavailable().message,
    headers: ['Retry-After'],
  },
};

const takesQuery = ({ query }: Route): boolean =>
  query instanceof z.ZodObject && Object.keys(query.shape).length > 0;

/** The statuses with which a route can refuse. */
export const refusalsOf = (route: Route, takesBody: boolean): number[] => {
  const always = [401, 403, 422, 429, 500, 503];
  const withBody = route.method === 'GET' ? [] : [400, 413, 415];
  const withQuery = route.method === 'GET' && takesQuery(route) ? [400] : [];
  const hasId = route.path.includes('{');
  const creates = 201 in route.answers || 202 in route.answers;
  const hasState = takesBody ? route.idempotent !== undefined || hasId : creates && hasId;
  const stateful = hasState || route.method === 'DELETE' ? [409] : [];
  const byId = hasId ? [404] : [];
  return [...always, ...withBody, ...withQuery, ...stateful, ...byId].sort((a, b) => a - b);
};

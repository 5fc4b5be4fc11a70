import {
  type Route,
  missingScope,
  notFound,
  streamOnly,
  unauthenticated,
  unavailable,
} from '@errand/contracts';
import { z } from 'zod';

/** An error response as the document describes it, with an example of its `detail`. */
export interface ErrorResponse {
  readonly name: string;
  readonly description: string;
  readonly detail: string;
  readonly headers?: readonly string[];
}

/** Every error response of the documented routes, by status. */
export const ERROR_RESPONSES: Readonly<Record<number, ErrorResponse>> = {
  400: {
    name: 'BadRequest',
    description: 'The body, or the encoding of the query, cannot be parsed.',
    detail: 'The request body is not valid JSON.',
  },
  401: {
    name: 'Unauthenticated',
    description: 'The key is missing, malformed, unknown, expired or revoked.',
    detail: unauthenticated().message,
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'The key lacks the scope that the detail names, or the request is cross-origin.',
    detail: missingScope('runs:write').message,
  },
  404: {
    name: 'NotFound',
    description: 'The path is unknown, or nothing in this workspace has that id.',
    detail: notFound().message,
  },
  406: {
    name: 'NotAcceptable',
    description: 'The request does not ask for the media type that the route has.',
    detail: streamOnly().message,
  },
  409: {
    name: 'Conflict',
    description:
      'The request conflicts with the current state, or the idempotency key was used for a different request.',
    detail: 'The idempotency key was used with a different request.',
  },
  413: {
    name: 'TooLarge',
    description:
      'The body is larger than 1 MiB, a file than 64 MiB or than the storage quota of the workspace admits.',
    detail: 'The request body is larger than 1048576 bytes.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not application/json; that of a file has no media type.',
    detail: 'Content-Type must be application/json.',
  },
  422: {
    name: 'Unprocessable',
    description: 'A field of the body, the query or a header is invalid; the detail names it.',
    detail: 'limit: must be an integer of 1 to 100',
  },
  429: {
    name: 'TooManyRequests',
    description: 'The rate limit is exceeded.',
    detail: 'Rate limit of 1200 requests per minute exceeded. Try again in 12 s.',
    headers: ['Retry-After'],
  },
  500: {
    name: 'InternalError',
    description: 'Something went wrong on our side.',
    detail: 'Something went wrong on our side. The request id identifies it.',
  },
  503: {
    name: 'Unavailable',
    description: 'A dependency is unavailable. The request was not accepted and may be retried.',
    detail: unavailable().message,
    headers: ['Retry-After'],
  },
};

/** Every error response of the accounts' routes, by status. */
export const ACCOUNT_ERROR_RESPONSES: Readonly<Record<number, ErrorResponse>> = {
  400: {
    name: 'AccountBadRequest',
    description:
      'A field is missing or invalid, or the current state does not allow it; the detail says which.',
    detail: 'Invitation not found',
  },
  401: {
    name: 'AccountUnauthenticated',
    description:
      'The cookie is of no session, or the e-mail address and the password do not belong together.',
    detail: 'Invalid email or password',
    headers: ['Set-Cookie'],
  },
  403: {
    name: 'AccountForbidden',
    description: 'Your role does not allow it, it is not meant for you, or the request is cross-origin.',
    detail: 'You are not allowed to update this member',
  },
  413: {
    name: 'AccountTooLarge',
    description: 'The body is larger than 1 MiB.',
    detail: 'The request body is larger than 1048576 bytes.',
  },
  415: {
    name: 'AccountUnsupportedMediaType',
    description: 'The body is not application/json.',
    detail: 'Content-Type "text/plain" is not allowed.',
  },
  422: {
    name: 'AccountUnprocessable',
    description: 'The account exists, a name is blank or too long, or a text cannot be stored.',
    detail: 'User already exists. Use another email.',
  },
  429: {
    name: 'AccountTooManyRequests',
    description: 'Too many requests of your network, or too many failed attempts to sign in.',
    detail: 'Too many attempts. Try again in 888 s.',
    headers: ['Retry-After'],
  },
  500: {
    name: 'AccountInternalError',
    description: 'Something went wrong on our side.',
    detail: 'Something went wrong on our side. The request id identifies it.',
  },
  503: {
    name: 'AccountUnavailable',
    description: 'A dependency is unavailable. Nothing was changed, and the request may be retried.',
    detail: unavailable().message,
    headers: ['Retry-After'],
  },
};

function accountErrorsOf(route: Route): number[] {
  const withInput = route.method === 'GET' && !takesQuery(route) ? [] : [400, 422];
  const withBody = route.method === 'GET' ? [] : [413, 415];
  return [401, 403, 429, 500, 503, ...withInput, ...withBody].sort((a, b) => a - b);
}

function takesQuery({ query }: Route): boolean {
  return query instanceof z.ZodObject && Object.keys(query.shape).length > 0;
}

/** The error statuses of a route, ascending. */
export function errorResponsesOf(route: Route, takesBody: boolean): number[] {
  if (route.ofAccounts) return accountErrorsOf(route);
  if (route.access === 'public') return [404, 500];
  const always = [401, 403, 422, 429, 500, 503];
  const withBody = route.method === 'GET' ? [] : [400, 413, 415];
  const withQuery = route.method === 'GET' && takesQuery(route) ? [400] : [];
  const hasId = route.path.includes('{');
  const creates = 201 in route.answers || 202 in route.answers;
  const hasState = takesBody ? route.idempotent !== undefined || hasId : creates && hasId;
  const stateful = hasState || route.conflicts || route.method === 'DELETE' ? [409] : [];
  const byId = hasId ? [404] : [];
  const isStreamOnly = Object.values(route.answers).some(({ stream, body }) => stream && !body);
  const byMediaType = isStreamOnly ? [406] : [];
  return [...always, ...byMediaType, ...withBody, ...withQuery, ...stateful, ...byId].sort((a, b) => a - b);
}

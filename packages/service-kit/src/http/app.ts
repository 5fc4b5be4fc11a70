import type { IncomingMessage, ServerResponse } from 'node:http';
import { notFound } from '@errand/contracts';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Logger } from '../logging.ts';
import { problemOf, sendProblem } from './answer.ts';
import { type HealthChecks, healthRoutes } from './health.ts';
import { ApiResponse } from './response.ts';
import type { RequestHandler } from './server.ts';

/**
 * Creates a service's Express application: health routes, the caller's routes, then one error handler that answers
 * with a Problem.
 */
export function createApp(
  options: HealthChecks & {
    log: Logger;
    mount: (app: Express) => void;
  },
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use((_request, response, next) => {
    ApiResponse.release(response);
    next();
  });
  app.use(healthRoutes(options));
  options.mount(app);
  app.use(() => {
    throw notFound();
  });
  const answerError: ErrorRequestHandler = (error: unknown, _request, response, _next) =>
    sendProblem(response, problemOf(error, options.log));
  app.use(answerError);
  return app;
}

/** Mounts a handler for every path that begins with `prefix`, which stays in the path that the handler sees. */
export function under(
  prefix: string,
  handle: RequestHandler,
): (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => unknown {
  return async (request, response, next) => {
    if (!request.url?.startsWith(prefix)) next();
    else await handle(request, response);
  };
}

/** Serves paths that match a pattern past `app`, whose layers cost more than many a request's own work. */
export function withoutLayers(
  handlers: readonly (readonly [pattern: RegExp, handle: RequestHandler])[],
  app: RequestHandler,
): RequestHandler {
  return (request, response) => {
    const url = request.url ?? '';
    const direct = handlers.find(([pattern]) => pattern.test(url));
    return direct === undefined ? app(request, response) : direct[1](request, response);
  };
}

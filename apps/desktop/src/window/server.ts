import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IncomingMessage } from 'node:http';
import { notFound, unprocessable } from '@errand/contracts';
import { type PastRun, WindowCommand, type WindowState } from '@errand/contracts/device';
import { type Logger, createApp, parseJsonBody, readBody, startHttpServer } from '@errand/service-kit';
import { type Handler, Router } from 'express';
import sirv from 'sirv';
import { z } from 'zod';
import { createAccess } from './access.ts';

/** The state and the requests of the window. */
export interface WindowModel {
  state(): Promise<WindowState>;
  history(): Promise<PastRun[]>;
  picture(runId: string, id: string): { contentType: string; bytes: Uint8Array } | null;
  /** Throws a Problem or a Failure that says why not. */
  carryOut(command: WindowCommand): Promise<void>;
}

/** The page on this machine in which a person follows and steers their Runs. */
export interface WindowServer {
  /** The address for one opening of the page. It works once. */
  address(): string;
  /** The state has changed; pages that show it are notified. */
  changed(): void;
  close(): Promise<void>;
}

/** Pages made by `vite build` in apps/dashboard, whose components the window shares: as published, or in the repository. */
const PAGES = ['window', '../../../dashboard/dist'].map((place) => path.resolve(import.meta.dirname, place));

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const Opening = z.strictObject({ token: z.string().max(100) });
const MAX_BODY_BYTES = 65_536;

async function bodyOf<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  const body = schema.safeParse(parseJsonBody(await readBody(request, MAX_BODY_BYTES), request.headers));
  if (body.success) return body.data;
  throw unprocessable(z.prettifyError(body.error));
}

/** Null: the page was not built. */
export async function startWindowServer(model: WindowModel, log: Logger): Promise<WindowServer | null> {
  const pages = PAGES.find((folder) => existsSync(path.join(folder, 'window.html')));
  if (pages === undefined) return null;
  const watching = new Set<() => void>();
  let host = '';
  const access = createAccess('errand_window');
  const router = Router();
  router.use((request, response, next) => {
    access.checkOrigin(request, host);
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('Referrer-Policy', 'no-referrer');
    next();
  });
  const openSession: Handler = async (request, response) => {
    const { token } = await bodyOf(request, Opening);
    response.setHeader('Set-Cookie', access.open(token));
    response.status(204).end();
  };
  const sendPicture: Handler = ({ params }, response) => {
    const picture = model.picture(String(params['run']), String(params['picture']));
    if (picture === null) throw notFound();
    response.type(picture.contentType).send(Buffer.from(picture.bytes));
  };
  const streamChanges: Handler = (request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('retry: 1000\ndata: \n\n');
    const tell = () => void response.write('data: \n\n');
    watching.add(tell);
    request.once('close', () => watching.delete(tell));
  };
  const carryOut: Handler = async (request, response) => {
    await model.carryOut(await bodyOf(request, WindowCommand));
    response.status(204).end();
  };
  const sendState: Handler = async (_request, response) => void response.json(await model.state());
  const sendHistory: Handler = async (_request, response) => void response.json(await model.history());
  router.get(
    '/',
    (_request, response) =>
      void response.type('html').send(readFileSync(path.join(pages, 'window.html'), 'utf8')),
  );
  router.use('/assets', sirv(path.join(pages, 'assets')));
  router.post('/api/session', openSession);
  router.use('/api', (request, _response, next) => {
    access.checkSession(request);
    next();
  });
  router.get('/api/state', sendState);
  router.get('/api/history', sendHistory);
  router.get('/api/runs/:run/pictures/:picture', sendPicture);
  router.get('/api/changes', streamChanges);
  router.post('/api/commands', carryOut);
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    log,
    handle: createApp({ log, checks: {}, mount: (app) => app.use(router) }),
  });
  host = new URL(server.url).host;
  return {
    address: () => `${server.url}/#${access.issue()}`,
    changed: () => watching.forEach((tell) => tell()),
    close: () => server.close(0),
  };
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Logger, nameRoute } from '@errand/service-kit';
import { type ErrorRequestHandler, type Handler, Router } from 'express';
import sirv from 'sirv';
import type { Config } from '../config.ts';

/** The addresses of the dashboard's pages; `/` is a page only for requests that accept HTML. */
const PAGES = [
  '/sign-in',
  '/sign-up',
  '/invitation/:id',
  '/runs',
  '/runs/:id',
  '/runbooks',
  '/runbooks/:id',
  '/blueprints',
  '/blueprints/:id',
  '/approvals',
  '/devices',
  '/device',
  '/api-keys',
  '/members',
  '/settings',
];

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ONE_YEAR_SECONDS = 31_536_000;

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The page, with the operator's settings that it needs as `<meta>` elements. */
function pageOf({ dashboardDir = '', signUp, exampleSiteUrl = '' }: Config): string {
  const settings = { 'errand-sign-up': signUp ? 'on' : 'off', 'errand-example-site': exampleSiteUrl };
  const metas = Object.entries(settings).map(
    ([name, content]) => `<meta name="${name}" content="${attribute(content)}" />`,
  );
  const html = readFileSync(path.join(dashboardDir, 'index.html'), 'utf8');
  return html.replace('</head>', () => `${metas.join('\n')}\n</head>`);
}

function readPage(config: Config, log: Logger): string | null {
  if (config.dashboardDir === undefined) return null;
  try {
    return pageOf(config);
  } catch (error) {
    log.warn({ err: error }, 'dashboard not found');
    return null;
  }
}

/** An id whose percent-encoding is broken names no page: the request goes on, to be answered as one for an unknown path. */
const passOverBrokenEscapes: ErrorRequestHandler = (error: unknown, _request, _response, next) =>
  next(error instanceof URIError ? undefined : error);

/** Serves the dashboard's bundle from its folder; without one, nothing. */
export function dashboard(config: Config, log: Logger): Handler {
  const router = Router({ caseSensitive: true, strict: true });
  const html = readPage(config, log);
  if (config.dashboardDir === undefined || html === null) return router;
  const sendPage: Handler = (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    const isRoot = request.path === '/';
    response.vary('Accept');
    // `curl` and API clients, which accept anything, keep their answer at `/`.
    if (isRoot ? !request.get('accept')?.includes('text/html') : !request.accepts('html')) {
      next();
      return;
    }
    nameRoute(request, isRoot ? '/' : '/{page}');
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-cache',
      'Referrer-Policy': 'same-origin',
    });
    response.end(request.method === 'HEAD' ? undefined : html);
  };
  router.all(['/', ...PAGES], sendPage);
  router.use(passOverBrokenEscapes);
  const files = sirv(path.join(config.dashboardDir, 'assets'), {
    immutable: true,
    maxAge: ONE_YEAR_SECONDS,
    brotli: true,
    gzip: true,
    setHeaders: (response) => response.setHeader('Content-Security-Policy', POLICY),
  });
  router.use('/assets', (request, response, next) => {
    nameRoute(request, '/assets/{file}');
    // sirv keeps headers that are set already; responses for missing files stay uncached.
    const cacheControl = response.getHeader('Cache-Control');
    response.removeHeader('Cache-Control');
    files(request, response, () => {
      if (cacheControl !== undefined) response.setHeader('Cache-Control', cacheControl);
      next();
    });
  });
  return router;
}

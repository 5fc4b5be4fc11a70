import { createHash } from 'node:crypto';
import { Problem, runbookRoutes } from '@errand/contracts';
import { nameRoute, sendJson } from '@errand/service-kit';
import type { Handler } from 'express';
import type { OpenApiDocument } from '../openapi/document.ts';
import { guideHtml, guideUrl } from '../guide/html.ts';
import { guidePages } from '../guide/pages.ts';
import { PAGE_STYLE } from '../openapi/page.ts';
import { SEARCH_SCRIPT } from '../openapi/search.ts';
import { referencePage, welcomePage } from '../openapi/reference-page.ts';
import { runbookSchema } from '../openapi/runbook-schema.ts';

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const STYLE_POLICY = `style-src ${hashOf(PAGE_STYLE)}`;
const SEARCH_POLICY = `script-src ${hashOf(SEARCH_SCRIPT)}`;

function pagePolicy(html: string): string {
  return [
    "default-src 'none'",
    STYLE_POLICY,
    ...(html.includes('<script>') ? [SEARCH_POLICY] : []),
    ...(html.includes('<img ') ? ['img-src data:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const RUNBOOK_SCHEMA = runbookRoutes.getRunbookSchema.path;

/**
 * Serves what needs no key: the OpenAPI document, the schema for editors, the API
 * reference, the guide and a welcome page.
 */
export function documentation(document: OpenApiDocument): Handler {
  const hasRunbooks = Object.hasOwn(document.paths, RUNBOOK_SCHEMA);
  const documents: Readonly<Record<string, object>> = {
    '/v1/openapi.json': document,
    ...(hasRunbooks && { [RUNBOOK_SCHEMA]: runbookSchema(document) }),
  };
  const guide = (hasRunbooks ? guidePages(document) : []).map(
    (page) => [guideUrl(page.slug), guideHtml(page)] as const,
  );
  const pages: Readonly<Record<string, string>> = {
    '/': welcomePage(),
    '/docs': referencePage(document),
    ...Object.fromEntries(guide),
  };
  return (request, response, next) => {
    const html = Object.hasOwn(pages, request.path) ? pages[request.path] : undefined;
    const json = Object.hasOwn(documents, request.path) ? documents[request.path] : undefined;
    if (html === undefined && json === undefined) {
      next();
      return;
    }
    nameRoute(request, request.path);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'Method not allowed. Allowed: GET.', { Allow: 'GET' });
    if (html === undefined) {
      sendJson(response, 200, json);
      return;
    }
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': pagePolicy(html),
    });
    response.end(html);
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface Site {
  /** Without a slash at the end. */
  readonly url: string;
  readonly host: string;
  /** Paths asked for, in order. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** A page for each path: its HTML, or what answers. */
type Pages = Record<string, string | Answer>;

export async function serve(pages: Pages): Promise<Site> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    requests.push(`${request.method} ${request.url}`);
    const page = pages[pathname];
    if (typeof page === 'function') void page(request, response);
    else {
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page ?? 'nothing here');
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The site of all tests of a file; it has no address before the first of them. */
export function sharedSite(pages: Pages): Site {
  const site: Partial<Site> = {};
  beforeAll(async () => void Object.assign(site, await serve(pages)));
  afterAll(() => site.close?.());
  return site as Site;
}

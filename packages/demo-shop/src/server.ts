import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Order } from './orders.ts';
import { layout } from './pages/layout.ts';
import { answer } from './routes.ts';
import { createSessions, SESSION_COOKIE } from './session.ts';

const MAX_FORM_BYTES = 65_536;

/** A file is its text, and its name under `<field>.filename`. */
async function readParts(
  contentType: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<URLSearchParams | null> {
  const form = new URLSearchParams();
  try {
    const parts = await new Response(body, { headers: { 'content-type': contentType } }).formData();
    for (const [name, value] of parts)
      if (typeof value === 'string') form.append(name, value);
      else {
        form.append(name, await value.text());
        form.append(`${name}.filename`, value.name);
      }
    return form;
  } catch {
    return null;
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_FORM_BYTES) return null;
    chunks.push(chunk);
  }
  const contentType = request.headers['content-type'] ?? '';
  const body = Buffer.concat(chunks);
  return contentType.startsWith('multipart/form-data')
    ? await readParts(contentType, body)
    : new URLSearchParams(body.toString('utf8'));
}

export interface Shop {
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** Orders placed so far, oldest first; grows while the shop runs. */
  readonly orders: Order[];
  close(): Promise<void>;
}

/**
 * Starts the demonstration shop. All data is in memory and lost when it stops.
 * @param options `port` defaults to a free one (0), `host` to 127.0.0.1
 */
export async function startShop({
  port = 0,
  host = '127.0.0.1',
}: { port?: number; host?: string } = {}): Promise<Shop> {
  const sessions = createSessions();
  const orders: Order[] = [];

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? '/', 'http://shop.invalid');
    const form = await readForm(request);
    if (url === null || form === null) {
      response.writeHead(url === null ? 400 : 413).end();
      return;
    }
    const { session, isNew } = sessions.of(request.headers.cookie);
    if (isNew)
      response.setHeader('Set-Cookie', `${SESSION_COOKIE}=${session.id}; Path=/; HttpOnly; SameSite=Lax`);
    response.setHeader('Cache-Control', 'no-store');
    const answered = answer({ method: request.method ?? 'GET', url, form, session, orders });
    if ('location' in answered) {
      response.writeHead(303, { Location: answered.location }).end();
      return;
    }
    if ('file' in answered) {
      const { contentType, filename, text } = answered.file;
      response.writeHead(answered.status ?? 200, {
        'Content-Type': contentType,
        ...(filename !== undefined && { 'Content-Disposition': `attachment; filename="${filename}"` }),
      });
      response.end(text);
      return;
    }
    response.writeHead(answered.status ?? 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'",
    });
    response.end(layout(session, answered.page));
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    orders,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

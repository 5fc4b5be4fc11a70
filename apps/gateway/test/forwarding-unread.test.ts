import { once } from 'node:events';
import { connect } from 'node:net';
import { runRoutes } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import {
  type HttpServer,
  type RequestHandler,
  createInternalClient,
  createLogger,
  startHttpServer,
} from '@errand/service-kit';
import { expect, test } from '@jest/globals';
import { createForward } from '../src/http/forward.ts';

const UNREAD_MS = 200;
/** More than the buffers on the way take. */
const FILE = Buffer.alloc(12 * 1024 * 1024);
const log = createLogger('test', 'silent');

function serve(handle: RequestHandler): Promise<HttpServer> {
  return startHttpServer({ host: '127.0.0.1', port: 0, log, handle });
}

test('a download that its client stops reading is cut off after a timeout, and closed at its source', async () => {
  const given = Promise.withResolvers<void>();
  const source = await serve((_request, response) => {
    response.once('close', given.resolve).end(FILE);
  });
  const client = createInternalClient(source.url, 'token');
  const forward = createForward(log, new AbortController().signal, 'http://localhost', UNREAD_MS);
  const gateway = await serve((request, response) =>
    forward(client, runRoutes.getArtifact, {} as Principal, request, response, () => Promise.resolve(true)),
  );
  const reader = connect(Number(new URL(gateway.url).port), '127.0.0.1').pause();
  try {
    reader.write('GET / HTTP/1.1\r\nHost: gateway\r\n\r\n');
    await given.promise;
    reader.on('error', () => undefined).resume();
    await once(reader, 'close');
    expect(reader.bytesRead).toBeLessThan(FILE.length);
  } finally {
    reader.destroy();
    await client.close();
    await gateway.close(0);
    await source.close(0);
  }
});

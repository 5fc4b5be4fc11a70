import {
  type HttpServer,
  type RunningTelemetry,
  createLogger,
  currentTraceparent,
  inSpan,
  startHttpServer,
  startTelemetry,
  withoutTracing,
} from '@errand/service-kit';
import { type OtlpReceiver, startOtlpReceiver } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

describe('telemetry of one process', () => {
  let collector: OtlpReceiver;
  let telemetry: RunningTelemetry;
  let server: HttpServer;
  const lines: string[] = [];

  beforeAll(async () => {
    const log = createLogger('test', 'info', { write: (line) => void lines.push(line) });
    expect(await startTelemetry('test', {}, log)).toBeDefined();
    expect(currentTraceparent()).toBeNull();
    collector = await startOtlpReceiver();
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
    telemetry = await startTelemetry('test', process.env, log);
    server = await startHttpServer({
      host: '127.0.0.1',
      port: 0,
      log,
      handle: async (_request, response) => {
        await inSpan('work', {}, async () => {
          log.info('inside');
          await withoutTracing(() => inSpan('hidden', {}, () => Promise.resolve()));
        });
        response.end();
      },
    });
  });
  afterAll(() => server?.close(0));
  afterAll(() => telemetry?.shutdown());
  afterAll(() => collector?.close());

  test('a log line names its trace, span and request, and pending telemetry is sent at shutdown', async () => {
    await fetch(`${server.url}/?q=canary`, {
      headers: { traceparent: `00-${TRACE_ID}-${CALLER}-01`, 'x-request-id': 'asked-by-ada' },
    });
    const line = JSON.parse(lines.find((each) => each.includes('"inside"')) ?? '{}') as Record<
      string,
      unknown
    >;
    expect(line).toMatchObject({ requestId: 'asked-by-ada', trace_id: TRACE_ID });

    await server.close(0);
    await telemetry.shutdown();
    expect(collector.spans.map(({ name }) => name).toSorted()).toEqual(['GET', 'work']);
    const work = collector.spans.find(({ name }) => name === 'work');
    const request = collector.spans.find(({ name }) => name === 'GET');
    expect(work).toMatchObject({ traceId: TRACE_ID, spanId: line['span_id'], parentId: request?.spanId });
    expect(request).toMatchObject({ parentId: CALLER, attributes: { 'errand.request.id': 'asked-by-ada' } });
    for (const body of collector.bodies) expect(body.includes('canary')).toBe(false);
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attributesOf, decodeMetrics, decodeTraces } from './schema.ts';

export interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Empty for a root span. */
  parentId: string;
  name: string;
  /** 2 server, 3 client, 4 producer, 5 consumer, else internal. */
  kind: number;
  /** Nanoseconds since the epoch. */
  start: bigint;
  end: bigint;
  failed: boolean;
  attributes: Record<string, unknown>;
}

export interface ReceivedPoint {
  service: string;
  name: string;
  unit: string;
  /** For a histogram, the number of values. */
  value: number;
  attributes: Record<string, unknown>;
}

/** An OpenTelemetry collector that keeps received data. */
export interface OtlpReceiver {
  url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly points: readonly ReceivedPoint[];
  /** The raw request bodies. */
  readonly bodies: readonly Buffer[];
  close(): Promise<void>;
}

const OK = 0;
function hex(bytes: Buffer | undefined): string {
  return bytes?.toString('hex') ?? '';
}

function spansOf(body: Buffer): ReceivedSpan[] {
  return (decodeTraces(body).resourceSpans ?? []).flatMap(({ resource, scopeSpans = [] }) => {
    const service = String(attributesOf(resource)['service.name']);
    return scopeSpans
      .flatMap(({ spans = [] }) => spans)
      .map((span) => ({
        service,
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentId: hex(span.parentSpanId),
        name: span.name,
        kind: span.kind,
        start: BigInt(span.startTimeUnixNano),
        end: BigInt(span.endTimeUnixNano),
        failed: (span.status?.code ?? OK) !== OK,
        attributes: attributesOf(span),
      }));
  });
}

function pointsOf(body: Buffer): ReceivedPoint[] {
  return (decodeMetrics(body).resourceMetrics ?? []).flatMap(({ resource, scopeMetrics = [] }) => {
    const service = String(attributesOf(resource)['service.name']);
    return scopeMetrics
      .flatMap(({ metrics = [] }) => metrics)
      .flatMap(({ name, unit, gauge, sum, histogram }) =>
        ((gauge ?? sum ?? histogram)?.dataPoints ?? []).map((point) => ({
          service,
          name,
          unit,
          value: Number(point.asDouble ?? point.asInt ?? point.count ?? 0),
          attributes: attributesOf(point),
        })),
      );
  });
}

/** Listens for OTLP over HTTP (protobuf) on a free port. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const points: ReceivedPoint[] = [];
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      bodies.push(body);
      if (request.url === '/v1/traces') spans.push(...spansOf(body));
      else if (request.url === '/v1/metrics') points.push(...pointsOf(body));
      response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    points,
    bodies,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

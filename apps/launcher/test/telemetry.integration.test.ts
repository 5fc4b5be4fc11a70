import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startShop } from '@errand/demo-shop';
import type { RunningStack } from '@errand/local-stack';
import {
  type OtlpReceiver,
  type ReceivedSpan,
  queueBackends,
  query,
  startOtlpReceiver,
} from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from './api.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';

const START_MS = 120_000;
const RUN_MS = 120_000;
const LOOK_MS = 100;

/** Stands in tasks, metadata, secrets, queries and answers of pages, and may stand nowhere in telemetry. */
const CANARY = 'canary5d1f';

const CLIENT_SPAN = '00f067aa0ba902b7';
const traceIdOf = (n: number) => `4bf92f3577b34da6a3ce929d0e0e47${n.toString(16).padStart(2, '0')}`;
const traceparentOf = (n: number) => ({ traceparent: `00-${traceIdOf(n)}-${CLIENT_SPAN}-01` });

describe.each(queueBackends())('telemetry of the whole stack, queued on $name', (backend) => {
  let collector: OtlpReceiver;
  let shop: Awaited<ReturnType<typeof startShop>>;
  let own: OwnStack;
  let stack: RunningStack;
  let api: Api;

  beforeAll(async () => {
    collector = await startOtlpReceiver();
    shop = await startShop();
    own = await startOwnStack(
      {
        ERRAND_LEASE_MS: '10000',
        ERRAND_RATE_LIMIT_PER_MINUTE: '60',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: '200',
        OTEL_METRIC_EXPORT_INTERVAL: '500',
      },
      backend.name === 'redis' ? (await backend.create()).url : undefined,
    );
    ({ stack, api } = own);
  }, START_MS);
  afterAll(async () => {
    await own?.stop();
    await shop?.close();
    await collector?.close();
  }, START_MS);

  const until = async (what: string, look: () => boolean | Promise<boolean>) => {
    const over = performance.now() + 60_000;
    while (!(await look())) {
      if (performance.now() > over) throw new Error(`never: ${what}`);
      await delay(LOOK_MS);
    }
  };
  const traced = (n: number) => collector.spans.filter(({ traceId }) => traceId === traceIdOf(n));
  /** Each line of a service's log, which is JSON from the first to the last. */
  const logLines = async (service: string): Promise<Record<string, unknown>[]> => {
    const file = stack.processes.find(({ name }) => name === service)?.logFile ?? '';
    const text = await readFile(file, 'utf8');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const settled = (n: number) => until('the span of the last execution', () => executionOf(n) !== undefined);
  /** The one that ended the Run. */
  const executionOf = (n: number) =>
    traced(n).find(
      ({ name, attributes }) =>
        name === 'run' && ['completed', 'cancelled'].includes(String(attributes['errand.run.status'])),
    );
  /** From a span up to the one that the client named. */
  const wayOf = (span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] => {
    const parent = spans.find(({ spanId }) => spanId === span.parentId);
    const line = `${span.service.replace('errand-', '')}: ${span.name}`;
    if (span.parentId === CLIENT_SPAN) return ['client', line];
    return parent === undefined ? ['lost', line] : [...wayOf(parent, spans), line];
  };

  test(
    'one trace leads from the request of the client to the last step',
    async () => {
      const { id } = await api.create(
        '/v1/runs',
        {
          task: `Open ${shop.url}/?q=${CANARY}, search for "teapot ${CANARY}" and report the heading`,
          metadata: { note: CANARY },
        },
        traceparentOf(1),
      );
      const state = await api.finished(id);
      expect(state.status).toBe('completed');
      await settled(1);
      for (const expected of [
        'executor: open browser',
        'runs: POST /internal/runs/{id}/claim',
        'runs: POST /internal/runs/{id}/intents',
        'executor: send run-events',
        'runs: process run-events',
      ])
        await until(`a span of ${expected}`, () =>
          traced(1).some(({ service, name }) => `${service}: ${name}` === `errand-${expected}`),
        );
      const lost = () => traced(1).filter((span) => wayOf(span, traced(1))[0] === 'lost');
      await until('the parent of each span', () => lost().length === 0);
      const spans = traced(1);
      const steps = spans.filter(({ name }) => name.startsWith('step '));
      expect(steps).toHaveLength(state.step_count);
      const last = steps.toSorted((a, b) => Number(a.start - b.start)).at(-1);
      expect(wayOf(last as ReceivedSpan, spans)).toEqual([
        'client',
        'gateway: POST /v1/runs',
        'gateway: POST',
        'runs: POST /v1/runs',
        'runs: send run-execution',
        'executor: process run-execution',
        'executor: run',
        expect.stringMatching(/^executor: step browser\./),
      ]);
      expect(executionOf(1)?.attributes).toMatchObject({
        'errand.run.id': id,
        'errand.run.attempt': '1',
        'errand.run.kind': 'ad_hoc',
        'errand.run.status': 'completed',
      });
    },
    RUN_MS,
  );

  test(
    'of a Run that its client does not record, no service records a piece',
    async () => {
      const { id } = await api.create(
        '/v1/runs',
        { task: `Open ${shop.url} and report the heading` },
        { traceparent: `00-${traceIdOf(4)}-${CLIENT_SPAN}-00` },
      );
      expect((await api.finished(id)).status).toBe('completed');
      // What is done later is sent later: once this has come, what came before it would have.
      await api.call('GET', `/v1/runs/${id}`, undefined, traceparentOf(5));
      await until('a later trace', () => traced(5).some(({ service }) => service === 'errand-gateway'));
      expect(traced(4)).toEqual([]);
      const ofIt = collector.spans.filter(({ attributes }) => attributes['errand.run.id'] === id);
      expect(ofIt).toEqual([]);
    },
    RUN_MS,
  );

  test(
    'the request id stands in the spans of each service that the request passed',
    async () => {
      await api.call('GET', '/v1/runs/01900000-0000-7000-8000-000000000001', undefined, {
        ...traceparentOf(2),
        'x-request-id': 'asked-by-ada',
      });
      const servers = () => traced(2).filter(({ kind }) => kind === 2);
      await until('both spans', () => servers().length === 2);
      for (const { attributes } of servers())
        expect(attributes).toMatchObject({
          'errand.request.id': 'asked-by-ada',
          'http.route': '/v1/runs/{run_id}',
          'http.response.status_code': '404',
        });
    },
    RUN_MS,
  );

  test(
    'a Run that waits and loses its executor stays in the trace of its request',
    async () => {
      await stack.kill('executor');
      const runbook = await api.create('/v1/runbooks', {
        schemaVersion: 3,
        title: 'Waits',
        status: 'published',
        parameters: [{ name: 'pin', type: 'secret', required: true }],
        steps: [
          { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: shop.url } },
          {
            id: 'never',
            kind: 'primitive',
            primitive: 'browser.wait',
            input: { for: { text: 'never {{ inputs.pin }}' } },
          },
        ],
      });
      const { id } = await api.create(
        `/v1/runbooks/${runbook.id}/runs`,
        { inputs: { pin: `${CANARY}-secret` } },
        traceparentOf(3),
      );
      const attempt = async () =>
        (
          await query<{ attempt: number }>(
            stack.databaseUrls.runs,
            `SELECT attempt FROM runs WHERE id = '${id}' AND status = 'running'`,
          )
        )[0]?.attempt ?? 0;
      await stack.restart('executor');
      await until('the first attempt', async () => (await attempt()) === 1);
      await stack.kill('executor');
      await stack.restart('executor');
      await until('the second attempt', async () => (await attempt()) === 2);
      await until('a step of it', () => traced(3).some(({ name }) => name === 'step browser.navigate'));
      await api.call('POST', `/v1/runs/${id}/cancel`);
      await settled(3);
      const run = executionOf(3);
      const way = () => wayOf(run as ReceivedSpan, traced(3));
      await until('the spans around it', () => way()[0] === 'client');
      expect(run?.attributes).toMatchObject({
        'errand.run.status': 'cancelled',
        'errand.run.attempt': '2',
        'errand.run.kind': 'runbook',
      });
      expect(way().slice(0, 4)).toEqual([
        'client',
        'gateway: POST /v1/runbooks/{runbook_id}/runs',
        'gateway: POST',
        'runs: POST /v1/runbooks/{runbook_id}/runs',
      ]);
    },
    RUN_MS * 2,
  );

  test(
    'the metrics arrive under their names, by units and kinds and never by ids',
    async () => {
      while ((await api.call('GET', '/v1/runs?limit=1')).status !== 429);
      const expected: Record<string, [service: string, unit: string]> = {
        'errand.runs.accepted': ['errand-runs', '{run}'],
        'errand.runs.queued': ['errand-runs', '{run}'],
        'errand.runs.running': ['errand-executor', '{run}'],
        'errand.step.duration': ['errand-executor', 's'],
        'errand.run.duration': ['errand-runs', 's'],
        'errand.queue.age': ['errand-runs', 's'],
        'errand.leases.lost': ['errand-runs', '{lease}'],
        'errand.browser.pool': ['errand-executor', '{context}'],
        'errand.outbox.lag': ['errand-runs', 's'],
        'errand.rate_limit.hits': ['errand-gateway', '{request}'],
        'http.server.request.duration': ['errand-gateway', 's'],
      };
      for (const [name, [service, unit]] of Object.entries(expected))
        await until(`${name} of ${service} in ${unit}`, () =>
          collector.points.some(
            (point) => point.name === name && point.service === service && point.unit === unit,
          ),
        );
      const valueOf = (name: string) =>
        Math.max(...collector.points.filter((p) => p.name === name).map((p) => p.value));
      expect(valueOf('errand.runs.accepted')).toBe(3);
      expect(valueOf('errand.leases.lost')).toBe(1);
      const attributes = () =>
        collector.points
          .flatMap((point) => Object.entries(point.attributes))
          .map(([key, value]) => `${key}=${String(value)}`);
      for (const wanted of [
        ...['executor', 'workspace_limit', 'retry', 'device'].map((each) => `errand.queue.reason=${each}`),
        ...['used', 'idle'].map((each) => `errand.browser.state=${each}`),
        'http.response.status_code=429',
        'errand.rate_limit.name=requests',
      ])
        await until(wanted, () => attributes().includes(wanted));
      expect(attributes().filter((each) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(each))).toEqual([]);
    },
    RUN_MS,
  );

  test('whatever was sent stands in docs/telemetry.md', async () => {
    const page = await readFile(path.join(import.meta.dirname, '../../../docs/telemetry.md'), 'utf8');
    const documented = new Set([...page.matchAll(/`([^`]+)`/g)].map(([, code]) => code));
    const sent = new Set(
      [...collector.spans, ...collector.points]
        .flatMap(({ attributes }) => Object.keys(attributes))
        .concat(collector.points.map(({ name }) => name)),
    );
    expect(sent.size).toBeGreaterThan(20);
    expect([...sent].filter((name) => !documented.has(name))).toEqual([]);
    const kinds = new Set(collector.spans.map(({ name }) => name.split(' ', 1)[0]));
    const known = new Set(['GET', 'POST', 'PUT', 'send', 'process', 'run', 'open', 'step']);
    expect([...kinds].filter((kind) => !known.has(String(kind)))).toEqual([]);
  });

  test('a trace begins at the gateway and nowhere else', () => {
    const first = collector.spans.filter(({ parentId }) => parentId === '');
    expect(new Set(first.map(({ service, kind }) => `${service} ${kind}`))).toEqual(
      new Set(['errand-gateway 2']),
    );
  });

  test(
    'nothing of what callers and pages say is sent',
    async () => {
      await stack.stop();
      expect(collector.bodies.length).toBeGreaterThan(10);
      for (const body of collector.bodies) {
        expect(body.includes('teapot')).toBe(false);
        expect(body.includes(CANARY)).toBe(false);
        expect(body.includes('erk_')).toBe(false);
      }
      for (const service of ['gateway', 'runs', 'runbooks', 'executor']) {
        const text = JSON.stringify(await logLines(service));
        expect(text).not.toContain(CANARY);
        expect(text).not.toContain('erk_');
      }
    },
    START_MS,
  );
});

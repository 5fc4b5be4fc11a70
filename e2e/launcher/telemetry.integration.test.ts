import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startShop } from '@errand/demo-shop';
import type { RunningStack } from '@errand/local-stack';
import {
  type OtlpReceiver,
  type ReceivedSpan,
  queueBackends,
  query,
  startOtlpReceiver,
  waitFor,
} from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from './api.ts';
import { CLIENT_SPAN, ancestry, traceIdOf, traceparentOf } from './client-traces.ts';
import { type OwnStack, logLines, startOwnStack } from './own-stack.ts';

const START_MS = 180_000;
const RUN_MS = 180_000;
const WAIT_TIMEOUT_MS = 180_000;

/** Put into tasks, metadata, secrets, queries and page content; must appear nowhere in telemetry. */
const CANARY = 'canary5d1f';

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

  const waitUntil = (what: string, condition: () => boolean | Promise<boolean>) =>
    waitFor(what, condition, { timeoutMs: WAIT_TIMEOUT_MS });
  const traced = (n: number) => collector.spans.filter(({ traceId }) => traceId === traceIdOf(n));
  const waitForExecution = (n: number) =>
    waitUntil('the span of the last execution', () => executionOf(n) !== undefined);
  /** The span of the execution that completed the Run. */
  const executionOf = (n: number) =>
    traced(n).find(
      ({ name, attributes }) => name === 'run' && attributes['errand.run.status'] === 'completed',
    );

  test(
    'one trace spans from the request of the client to the last step',
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
      await waitForExecution(1);
      for (const expected of [
        'executor: open browser',
        'runs: POST /internal/executions',
        'runs: POST /internal/runs/{run_id}/intents',
        'executor: send run-events',
        'runs: process run-events',
      ])
        await waitUntil(`a span of ${expected}`, () =>
          traced(1).some(({ service, name }) => `${service}: ${name}` === `errand-${expected}`),
        );
      const lost = () => traced(1).filter((span) => ancestry(span, traced(1))[0] === 'lost');
      await waitUntil('the parent of each span', () => lost().length === 0);
      const spans = traced(1);
      const steps = spans.filter(({ name }) => name.startsWith('step '));
      expect(steps).toHaveLength(state.step_count);
      const last = steps.toSorted((a, b) => Number(a.start - b.start)).at(-1);
      expect(ancestry(last as ReceivedSpan, spans)).toEqual([
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
    'no service records a span of a Run whose client did not sample the trace',
    async () => {
      const { id } = await api.create(
        '/v1/runs',
        { task: `Open ${shop.url} and report the heading` },
        { traceparent: `00-${traceIdOf(4)}-${CLIENT_SPAN}-00` },
      );
      expect((await api.finished(id)).status).toBe('completed');
      // Spans are exported in order: once a later one has arrived, earlier ones would have as well.
      await api.call('GET', `/v1/runs/${id}`, undefined, traceparentOf(5));
      await waitUntil('a later trace', () => traced(5).some(({ service }) => service === 'errand-gateway'));
      expect(traced(4)).toEqual([]);
      const runSpans = collector.spans.filter(({ attributes }) => attributes['errand.run.id'] === id);
      expect(runSpans).toEqual([]);
    },
    RUN_MS,
  );

  test(
    'the spans of every service that handled a request carry its request id',
    async () => {
      await api.call('GET', '/v1/runs/01900000-0000-7000-8000-000000000001', undefined, {
        ...traceparentOf(2),
        'x-request-id': 'asked-by-ada',
      });
      const servers = () => traced(2).filter(({ kind }) => kind === 2);
      await waitUntil('both spans', () => servers().length === 2);
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
    'a Run that is queued and loses its executor stays in the trace of its request',
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
      await waitUntil('the first attempt', async () => (await attempt()) === 1);
      await stack.kill('executor');
      const steps = () => traced(3).filter(({ name }) => name === 'step browser.navigate').length;
      const stepsOfTheFirst = steps();
      await stack.restart('executor');
      await waitUntil('the second attempt', async () => (await attempt()) === 2);
      await waitUntil('a step of it', () => steps() > stepsOfTheFirst);
      expect((await api.call('POST', `/v1/runs/${id}/cancel`)).status).toBe(200);
      const execution = () =>
        traced(3).find(({ name, attributes }) => name === 'run' && attributes['errand.run.attempt'] === '2');
      await waitUntil('the span of the second attempt', () => execution() !== undefined);
      const run = execution();
      const chain = () => ancestry(run as ReceivedSpan, traced(3));
      await waitUntil('the spans around it', () => chain()[0] === 'client');
      // An executor whose heartbeat is refused before the signal arrives knows only that it no longer holds the Run.
      expect(run?.attributes).toMatchObject({
        'errand.run.status': expect.stringMatching(/^(cancelled|lost)$/),
        'errand.run.kind': 'runbook',
      });
      expect(chain().slice(0, 4)).toEqual([
        'client',
        'gateway: POST /v1/runbooks/{runbook_id}/runs',
        'gateway: POST',
        'runs: POST /v1/runbooks/{runbook_id}/runs',
      ]);
    },
    RUN_MS * 2,
  );

  test(
    'metrics are exported under their documented names and units, without ids as attributes',
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
        'errand.storage.used': ['errand-runs', 'By'],
        'errand.rate_limit.hits': ['errand-gateway', '{request}'],
        'http.server.request.duration': ['errand-gateway', 's'],
      };
      for (const [name, [service, unit]] of Object.entries(expected))
        await waitUntil(`${name} of ${service} in ${unit}`, () =>
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
        await waitUntil(wanted, () => attributes().includes(wanted));
      expect(attributes().filter((each) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(each))).toEqual([]);
    },
    RUN_MS,
  );

  test('every exported name and attribute is documented in docs/telemetry.md', async () => {
    const page = await readFile(path.join(import.meta.dirname, '../../docs/telemetry.md'), 'utf8');
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

  test('traces start only at the gateway', () => {
    const first = collector.spans.filter(({ parentId }) => parentId === '');
    expect(new Set(first.map(({ service, kind }) => `${service} ${kind}`))).toEqual(
      new Set(['errand-gateway 2']),
    );
  });

  test(
    'telemetry and logs contain no content of requests, pages or secrets',
    async () => {
      await stack.stop();
      expect(collector.bodies.length).toBeGreaterThan(10);
      for (const body of collector.bodies) {
        expect(body.includes('teapot')).toBe(false);
        expect(body.includes(CANARY)).toBe(false);
        expect(body.includes('erk_')).toBe(false);
      }
      for (const service of ['gateway', 'runs', 'runbooks', 'executor']) {
        const text = JSON.stringify(await logLines(stack, service));
        expect(text).not.toContain(CANARY);
        expect(text).not.toContain('erk_');
      }
    },
    START_MS,
  );
});

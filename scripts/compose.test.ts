import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '..');
const OBSERVABILITY = path.join(ROOT, 'docker/observability');

interface Service {
  profiles?: string[];
  ports?: string[];
  image: string;
  build?: { target: string };
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  environment?: Record<string, unknown>;
  volumes?: string[];
  networks?: string[];
  tmpfs?: string[];
  mem_limit?: string;
  pids_limit?: number;
  stop_grace_period?: string;
}

function read(...place: string[]): unknown {
  return parse(readFileSync(path.join(...place), 'utf8'), { merge: true });
}

const { services, networks, volumes } = read(ROOT, 'docker-compose.yml') as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, null>;
};
const named = Object.entries(services);

describe('docker-compose.yml', () => {
  test('docker-compose.yml publishes only the proxy, profiles the dashboard, both on loopback by default, and the queue dashboard on loopback only', () => {
    const published = named.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published).toEqual([
      ['proxy', '${ERRAND_PUBLISH:-127.0.0.1:8080}:8080'],
      ['operator', '127.0.0.1:${ERRAND_OPERATOR_PORT:-8081}:8080'],
      ['grafana', '${ERRAND_PUBLISH_GRAFANA:-127.0.0.1:3000}:3000'],
    ]);
  });

  test.each(named)('the service %s has no privileges and cannot write to its image', (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(service.security_opt).toContain('no-new-privileges:true');
  });

  test.each(named)('the service %s is given no secret in its environment', (_name, { environment = {} }) => {
    const secret = /(PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL|QUEUE_URL|REDIS_URL)$/;
    expect(Object.keys(environment).filter((variable) => secret.test(variable))).toEqual([]);
  });

  test.each(named)(
    'the service %s mounts existing files, and no secrets of other services',
    (name, service) => {
      for (const [source = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
        if (source.startsWith('.')) expect(existsSync(path.join(ROOT, source))).toBe(true);
        else expect(volumes).toHaveProperty(source);
        if (name !== 'secrets' && source.startsWith('secrets'))
          expect(source).toBe(`secrets-${name.replace('migrate-', '')}`);
      }
    },
  );

  test.each(named.filter(([, { build }]) => build !== undefined))(
    'the image %s is a target of the Dockerfile',
    (_name, service) => {
      const dockerfile = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8');
      expect(dockerfile).toMatch(new RegExp(`^FROM \\S+ AS ${service.build?.target}$`, 'm'));
    },
  );

  test('executors, which run untrusted pages, reach neither databases nor the other services', () => {
    expect(services['executor']?.networks?.toSorted()).toEqual(['internet', 'queue', 'telemetry']);
    const neighbours = named
      .filter(([, { networks: on = [] }]) => on.includes('queue'))
      .map(([name]) => name);
    expect(neighbours.toSorted()).toEqual(['executor', 'gateway', 'redis', 'runs']);
    for (const inner of ['services', 'data', 'queue', 'telemetry'])
      expect(networks[inner]).toEqual({ internal: true });
  });

  test.each(['gateway', 'runs', 'runbooks', 'executor'])(
    'the service %s has limits on its memory, processes and temporary files',
    (name) => {
      expect(services[name]).toMatchObject({
        mem_limit: expect.any(String),
        pids_limit: expect.any(Number),
        tmpfs: [expect.stringMatching(/^\/tmp:size=\d+[mg]$/)],
      });
    },
  );

  test.each(['proxy/haproxy.cfg', 'proxy/operator.cfg'])(
    'a proxy configured by %s has ended its streams before Docker kills it',
    (file) => {
      const text = readFileSync(path.join(ROOT, 'docker', file), 'utf8');
      const [, seconds] = /^ +hard-stop-after (\d+)s$/m.exec(text) ?? [];
      const name = file === 'proxy/haproxy.cfg' ? 'proxy' : 'operator';
      expect(Number.parseInt(services[name]?.stop_grace_period ?? '0')).toBeGreaterThan(Number(seconds));
    },
  );
});

/** As Prometheus calls what docs/telemetry.md lists, which a test holds against what the services send. */
function prometheusNames(): string[] {
  const page = readFileSync(path.join(ROOT, 'docs/telemetry.md'), 'utf8');
  return [...page.matchAll(/^\| `([a-z_.]+)` +\| `(\S+)` +\| (\w+) +\|/gm)].flatMap(
    ([, metric = '', unit, kind]) => {
      const name = metric.replaceAll('.', '_') + (unit === 's' ? '_seconds' : '');
      if (kind === 'counter') return [`${name}_total`];
      return kind === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name];
    },
  );
}

function metricsIn(expression: string): string[] {
  return expression.replaceAll(/\bby \([^)]*\)/g, '').match(/\b(errand|http)_\w+/g) ?? [];
}

describe('the observability profile', () => {
  test('alerts use metrics that the services send, and one alert detects missing services', () => {
    const { groups } = read(OBSERVABILITY, 'alerts.yaml') as {
      groups: { rules: { alert: string; expr: string; annotations: object }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    for (const { annotations } of rules) expect(annotations).toEqual({ summary: expect.any(String) });
    const expressions = rules.map(({ expr }) => expr);
    for (const expression of expressions) {
      expect(metricsIn(expression)).toHaveLength(1);
      expect(prometheusNames()).toContain(metricsIn(expression)[0]);
    }
    expect(expressions).toContainEqual(expect.stringMatching(/^absent\(/));
  });

  test('the collector defines every part of its pipelines, and sends to existing services', () => {
    const { service, ...parts } = read(OBSERVABILITY, 'collector.yaml') as {
      service: { pipelines: Record<string, Record<string, string[]>> };
      exporters: Record<string, { endpoint: string }>;
    } & Record<string, Record<string, unknown>>;
    for (const pipeline of Object.values(service.pipelines))
      for (const [kind, names] of Object.entries(pipeline))
        for (const name of names) expect(Object.keys(parts[kind] ?? {})).toContain(name);
    for (const { endpoint } of Object.values(parts.exporters))
      expect(Object.keys(services)).toContain(new URL(endpoint).hostname);
  });

  test('the dashboard uses provisioned data sources, and its panels do not overlap', () => {
    const { datasources } = read(OBSERVABILITY, 'grafana/provisioning/datasources/datasources.yaml') as {
      datasources: { uid: string; url: string }[];
    };
    for (const { url } of datasources) expect(Object.keys(services)).toContain(new URL(url).hostname);
    const { panels } = JSON.parse(
      readFileSync(path.join(OBSERVABILITY, 'grafana/dashboards/errand.json'), 'utf8'),
    ) as {
      panels: { id: number; gridPos: unknown; targets: { datasource: { uid: string }; expr: string }[] }[];
    };
    expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(panels.length);
    for (const { datasource, expr } of panels.flatMap(({ targets }) => targets)) {
      expect(datasources.map(({ uid }) => uid)).toContain(datasource.uid);
      expect(expr.split('(').length).toBe(expr.split(')').length);
      for (const metric of metricsIn(expr)) expect(prometheusNames()).toContain(metric);
    }
  });
});

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { composeServices } from '../check/compose.ts';
import { environmentProblems, services } from '../check/settings.ts';

const root = path.resolve(import.meta.dirname, '../..');
const hasCompose = existsSync(path.join(root, 'docker-compose.yml'));
if (!hasCompose)
  process.stderr.write('\nSkipped: there is no docker-compose.yml whose settings could be checked.\n');

const PLANTED = `
x-shared: &shared
  ERRAND_INTERNAL_TOKEN: \${TOKEN:?set it}
  ERRAND_PORT: 8080
services:
  runs:
    image: errand-runs
    environment:
      <<: *shared
      ERRAND_DATABASE_URL: postgres://runs@postgres/runs
      ERRAND_QUEUE_URL: redis://queue
      ERRAND_RUNBOOKS_URL: http://runbooks:8080
      ERRAND_EXECUTOR_TOKEN: \${EXECUTOR_TOKEN:?set it}
      ERRAND_ENCRYPTION_KEY: \${KEY:?set it}
      ERRAND_EVIDENCE_KEY: \${EVIDENCE:?set it}
      ERRAND_ARTIFACTS_DIR: /data
  executor:
    image: registry.example.com/errand-executor:1
    environment:
      - ERRAND_PORT=8080
      - ERRAND_RUN_URL=http://runs:8080
  postgres:
    image: postgres:17-bookworm
    environment:
      POSTGRES_PASSWORD: \${PASSWORD:?set it}
`;

function problemsIn(...compose: Parameters<typeof composeServices>): string[] {
  return composeServices(...compose).flatMap(({ service, given }) => environmentProblems(service, given));
}

describe('settings', () => {
  (hasCompose ? it : it.skip)('in docker-compose.yml are complete and read by their services', () => {
    const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
    const text = read('docker-compose.yml');
    const around = {
      dockerfile: read('Dockerfile'),
      secrets: [...new Set(read('docker/make-secrets.ts').match(/\bERRAND_[A-Z_]+/g))],
    };
    expect(new Set(composeServices(text, around).map(({ service }) => service))).toEqual(
      new Set(Object.keys(services)),
    );
    expect(problemsIn(text, around)).toEqual([]);
    expect(problemsIn(text, { ...around, secrets: [] })).not.toEqual([]);
  });

  it('settings that a compose file omits or misspells are reported', () => {
    expect(problemsIn(PLANTED)).toEqual([
      'executor does not know ERRAND_RUN_URL',
      expect.stringMatching(/^Cannot start: ERRAND_EXECUTOR_TOKEN is not set;.* ERRAND_RUNS_URL is not set/),
    ]);
    expect(problemsIn(PLANTED.replace('ERRAND_PORT: 8080', 'ERRAND_PORT: eighty'))[0]).toMatch(/ERRAND_PORT/);
  });

  it('docs/configuration.md lists the settings of every service', () => {
    const page = readFileSync(path.join(root, 'docs/configuration.md'), 'utf8');
    const written = new Set([...page.matchAll(/`(ERRAND_[A-Z_]+)`/g)].map(([, name]) => name));
    const known = Object.values(services).flatMap((service) => [...service.known]);
    expect(known.filter((name) => !written.has(name))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { auditProblems, readAudit } from '../supply-chain/audit.ts';
import { licenceProblems } from '../supply-chain/licences.ts';
import { lockProblems, openVersions, staleManifests } from '../supply-chain/lock.ts';
import type { Policy } from '../supply-chain/policy.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
function policy(changes: Partial<Policy> = {}): Policy {
  return {
    licences: ['MIT', 'ISC'],
    licenceExceptions: [],
    advisoryExceptions: [],
    ...changes,
  };
}

describe('the lock file', () => {
  it('the lock file must pin every version', () => {
    const manifest = { name: 'a', dependencies: { b: '^1.0.0', c: '1.0.0', d: '1.0.0-beta.1' } };
    expect(openVersions(manifest)).toEqual(['a: "b": "^1.0.0" is not one version']);
    for (const open of ['~1.0.0', '*', 'latest', '1.x', '>=1', 'github:x/y', '1.0.0 || 2.0.0'])
      expect(openVersions({ name: 'a', devDependencies: { b: open } })).toHaveLength(1);
  });

  it('the lock file must have a registry URL and a checksum for each package', () => {
    const packages = {
      '': {},
      'packages/own': { version: '0.1.0' },
      'node_modules/@errand/own': { link: true, resolved: 'packages/own' },
      'node_modules/good': { version: '1.0.0', integrity: 'sha512-x' },
      'node_modules/weak': { version: '1.0.0', integrity: 'sha1-x' },
      'node_modules/good/node_modules/far': {
        version: '1.0.0',
        integrity: 'sha512-x',
        resolved: 'git+ssh://git@example.com/far.git',
      },
    };
    expect(lockProblems({ lockfileVersion: 3, packages })).toEqual([
      'node_modules/weak has no SHA-512 by which it is known',
      'node_modules/good/node_modules/far comes from git+ssh://git@example.com/far.git',
    ]);
  });

  it('the lock file must match the manifests', () => {
    const lock = {
      lockfileVersion: 3,
      packages: { 'packages/own': { dependencies: { b: '1.0.0', a: '2.0.0' } } },
    };
    const own = (dependencies: Record<string, string>) =>
      new Map([['packages/own', { name: 'own', dependencies }]]);
    expect(staleManifests(lock, own({ a: '2.0.0', b: '1.0.0' }))).toEqual([]);
    expect(staleManifests(lock, own({ a: '2.0.1', b: '1.0.0' }))).toHaveLength(1);
  });
});

describe('licences', () => {
  it('a package must have at least one allowed licence', () => {
    const found = {
      'a@1.0.0': { licenses: 'MIT' },
      'b@1.0.0': { licenses: '(MIT OR GPL-3.0)' },
      '@s/c@1.0.0': { licenses: '(MIT AND GPL-3.0)' },
      'd@1.0.0': { licenses: ['ISC', 'GPL-3.0'] },
      'e@1.0.0': {},
    };
    expect(licenceProblems(found, policy())).toEqual([
      '@s/c@1.0.0 is under (MIT AND GPL-3.0)',
      'd@1.0.0 is under ISC AND GPL-3.0',
      'e@1.0.0 is under none',
    ]);
  });

  it('a package may be excepted from the licence rule by name while the exception is needed', () => {
    const licenceExceptions = [{ package: '@s/c', licence: 'EPL-2.0', reason: 'unchanged' }];
    const found = (licenses: string) => ({ '@s/c@1.0.0': { licenses } });
    expect(licenceProblems(found('EPL-2.0'), policy({ licenceExceptions }))).toEqual([]);
    expect(licenceProblems(found('GPL-3.0'), policy({ licenceExceptions }))).toHaveLength(2);
    expect(licenceProblems(found('MIT'), policy({ licenceExceptions }))).toEqual([
      'the exception for @s/c is not needed any more',
    ]);
  });
});

describe('an audit', () => {
  const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';
  const via = [{ url, title: 'Reads beyond', severity: 'high' }];
  const found = {
    auditReportVersion: 2 as const,
    vulnerabilities: {
      lib: { name: 'lib', severity: 'high', via },
      above: { name: 'above', severity: 'high', via: ['lib'] },
    },
  };
  const except = (until: string) =>
    policy({ advisoryExceptions: [{ advisory: 'GHSA-aaaa-bbbb-cccc', reason: 'not reached', until }] });

  it('an audit fails on an advisory', () => {
    expect(auditProblems(found, policy(), '2026-01-01')).toEqual([
      'lib: Reads beyond (high, GHSA-aaaa-bbbb-cccc)',
    ]);
  });

  it('an audit is distinguished from an unreachable registry and from unparsable output', () => {
    expect(readAudit(JSON.stringify(found))).toEqual(found);
    expect(readAudit('{"message":"405 Method Not Allowed","statusCode":405,"body":""}')).toBeNull();
    expect(readAudit('{"message":"request failed, reason: connect ECONNREFUSED"}')).toBeNull();
    for (const printed of ['', 'audited', '{}', '{"auditReportVersion":3,"vulnerabilities":{}}'])
      expect(() => readAudit(printed)).toThrow();
  });

  it('an audit accepts an exception until its date, while it is needed', () => {
    expect(auditProblems(found, except('2026-01-01'), '2026-01-01')).toEqual([]);
    expect(auditProblems(found, except('2025-12-31'), '2026-01-01')).toHaveLength(2);
    expect(auditProblems({ ...found, vulnerabilities: {} }, except('2026-02-01'), '2026-01-01')).toEqual([
      'the exception for GHSA-aaaa-bbbb-cccc is not needed any more',
    ]);
  });
});

describe('the pipeline on GitHub', () => {
  const read = (name: string): unknown => parse(readFileSync(path.join(ROOT, '.github', name), 'utf8'));
  interface Workflow {
    permissions: Record<string, string>;
    jobs: Record<string, { steps: { run?: string; uses?: string }[] }>;
  }

  it('the pipeline on GitHub runs .ci/run and no check of its own', () => {
    const { jobs, permissions } = read('workflows/ci.yml') as Workflow;
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(commands.filter((command) => !command.includes('git config'))).toEqual([
      'sudo --preserve-env=CI .ci/run',
    ]);
    expect(permissions).toEqual({ contents: 'read' });
    for (const { uses } of steps) expect(uses ?? 'none@'.padEnd(45, '0')).toMatch(/@[\da-f]{40}$/);
  });

  it('the actions of the pipeline on GitHub are kept up to date, like packages and images', () => {
    const { updates } = read('dependabot.yml') as { updates: { 'package-ecosystem': string }[] };
    expect(updates.map((update) => update['package-ecosystem'])).toEqual(
      expect.arrayContaining(['npm', 'github-actions', 'docker', 'docker-compose']),
    );
  });
});

/**
 * node scripts/supply-chain.ts     checks what this product is made of, and writes its bill of materials to
 *                                  report/sbom.cdx.json; exceptions are in scripts/supply-chain/policy.json
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { auditProblems, readAudit } from './supply-chain/audit.ts';
import { Licences, licenceProblems } from './supply-chain/licences.ts';
import { Lock, Manifest, lockProblems, openVersions, staleManifests } from './supply-chain/lock.ts';
import { readPolicy } from './supply-chain/policy.ts';

const root = path.resolve(import.meta.dirname, '..');
const report = path.join(root, 'report');
const policy = readPolicy();

/** A program's output, whatever its exit code: audits exit with 1 when they find something. */
function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: root, maxBuffer: 2 ** 28 }, (_error, stdout) => resolve(stdout));
  });
}

async function readManifests(): Promise<Map<string, Manifest>> {
  const folders = await Promise.all(
    ['apps', 'packages'].map(async (kind) =>
      (await readdir(path.join(root, kind), { withFileTypes: true }))
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${kind}/${name}`),
    ),
  );
  const places = ['', 'e2e', ...folders.flat()];
  const read = async (place: string) =>
    Manifest.parse(JSON.parse(await readFile(path.join(root, place, 'package.json'), 'utf8')));
  return new Map(await Promise.all(places.map(async (place) => [place, await read(place)] as const)));
}

async function checkLock(): Promise<string[]> {
  const manifests = await readManifests();
  const lock = Lock.parse(JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')));
  return [
    ...[...manifests.values()].flatMap(openVersions),
    ...lockProblems(lock),
    ...staleManifests(lock, manifests),
  ];
}

async function checkLicences(): Promise<string[]> {
  const checker = path.join(root, 'node_modules/.bin/license-checker-rseidelsohn');
  const found = Licences.parse(JSON.parse(await outputOf(checker, ['--json', '--excludePrivatePackages'])));
  if (Object.keys(found).length < 100)
    return ['the licence checker found next to nothing; is node_modules whole?'];
  const own = new Set([...(await readManifests()).values()].map(({ name }) => name));
  const others = Object.entries(found).filter(([id]) => !own.has(id.slice(0, id.lastIndexOf('@'))));
  return licenceProblems(Object.fromEntries(others), policy);
}

/** Where the registry has no such service nothing is known, which is no fault of the code. */
async function checkAdvisories(): Promise<string[] | 'not looked for'> {
  const audit = readAudit(await outputOf('npm', ['audit', '--json']));
  return audit === null
    ? 'not looked for'
    : auditProblems(audit, policy, new Date().toISOString().slice(0, 10));
}

/** The delivered packages, without development tools. */
async function writeBill(): Promise<string[]> {
  const text = await outputOf('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev']);
  if (!text.startsWith('{')) return ['npm could not write the bill of materials: run "npm sbom" to see why'];
  await mkdir(report, { recursive: true });
  await writeFile(path.join(report, 'sbom.cdx.json'), text);
  return [];
}

const checks = {
  'lock file': checkLock,
  licences: checkLicences,
  advisories: checkAdvisories,
  'bill of materials': writeBill,
};
let failed = false;
for (const [name, check] of Object.entries(checks)) {
  const problems = await check();
  if (problems === 'not looked for') {
    process.stdout.write(`– ${name}\n`);
    process.stderr.write(
      '\n!! NOT AUDITED: the registry does not answer "npm audit" here; known vulnerabilities were not looked for.\n' +
        '!! Run "npm run supply-chain" where it does before anything is released.\n\n',
    );
    continue;
  }
  failed ||= problems.length > 0;
  process.stdout.write(`${problems.length === 0 ? '✔' : '✘'} ${name}\n`);
  for (const problem of problems) process.stdout.write(`    ${problem}\n`);
}
process.exitCode = Number(failed);

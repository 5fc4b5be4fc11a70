import { APIError, AuthenticationError } from '@errand/sdk';
import { configPath, isExposed } from './config-file.ts';
import type { Invocation } from './command.ts';
import { clientOf, findConnection } from './connection.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { clean } from './text.ts';

const MAX_CLOCK_DIFFERENCE_MS = 60_000;
const LONG_QUEUED_MS = 60_000;
/** The major version of the API that this command line speaks. */
const API_VERSION = '1';
const REQUEST_TIMEOUT_MS = 10_000;
const USUAL_SCOPES = ['runs:read', 'runs:write', 'runbooks:read', 'runbooks:write'];

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** A finding and, if something is wrong, how to fix it. */
  readonly message: string;
}

function good(check: string, message: string): Finding {
  return { check, ok: true, message };
}
function bad(check: string, message: string): Finding {
  return { check, ok: false, message };
}

function versionFinding(): Finding {
  const [major = 0] = process.versions.node.split('.').map(Number);
  return major >= 20
    ? good('node', `Node ${process.versions.node}`)
    : bad('node', `Node ${process.versions.node} is too old: install Node 20 or later.`);
}

async function addressFindings(baseURL: string, signal: AbortSignal): Promise<Finding[]> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  let response: Response;
  let document: unknown;
  try {
    response = await fetch(`${baseURL}/v1/openapi.json`, { signal: AbortSignal.any([signal, timeout]) });
    document = await response.json();
  } catch {
    return [
      bad(
        'address',
        `${baseURL} does not answer like an Errand API: check --base-url or ERRAND_BASE_URL, and that the server runs.`,
      ),
    ];
  }
  const { info } = document as { info?: { title?: string; version?: string } };
  const date = Date.parse(response.headers.get('date') ?? '');
  const difference = Math.abs(Date.now() - date);
  if (info?.title !== 'Errand')
    return [bad('address', `${baseURL} answers, but is not an Errand API: check the address.`)];
  const version = clean(info.version ?? 'unknown');
  return [
    good('address', `${baseURL}, API version ${version}`),
    ...(version.split('.')[0] === API_VERSION
      ? []
      : [
          bad(
            'version',
            `this command line speaks version ${API_VERSION} of the API: install the @errand/cli of the server's version.`,
          ),
        ]),
    ...(Number.isNaN(date)
      ? []
      : [
          difference < MAX_CLOCK_DIFFERENCE_MS
            ? good('clock', 'agrees with the server')
            : bad(
                'clock',
                `differs from the server's by ${Math.round(difference / 1_000)} s: set the clock.`,
              ),
        ]),
  ];
}

async function keyFindings(
  invocation: Invocation,
  baseURL: string,
  key: string,
  source: string,
): Promise<Finding[]> {
  const { signal } = invocation.system;
  const options = { signal, timeout: REQUEST_TIMEOUT_MS, maxRetries: 0 };
  const errand = clientOf(baseURL, key);
  try {
    const { data: me, response } = await errand.me(options).withResponse();
    const { scopes, workspace } = me;
    const missing = USUAL_SCOPES.filter((scope) => !scopes.some((each) => each === scope));
    const findings = [
      good('key', `from ${source}, workspace "${clean(workspace.name)}"`),
      missing.length === 0
        ? good('scopes', scopes.join(' '))
        : bad('scopes', `the key lacks ${missing.join(', ')}: make a key that has them, if you need them.`),
    ];
    if (!scopes.includes('runs:read')) return findings;
    const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
    const createdBefore = new Date(now - LONG_QUEUED_MS).toISOString();
    const { data } = await errand.runs.list(
      { status: 'queued', executionTarget: 'cloud', createdBefore, limit: 1 },
      options,
    );
    const [waiting] = data;
    if (waiting === undefined) return [...findings, good('executors', 'no Run waits for long')];
    const { queue_reason: reason } = await errand.runs.details(waiting.id, options);
    return [
      ...findings,
      bad(
        'executors',
        `Run ${waiting.id} has waited since ${waiting.created_at} (${reason ?? 'for the queue'}): check that executors run and the queue is reachable.`,
      ),
    ];
  } catch (error) {
    if (error instanceof AuthenticationError)
      return [
        bad(
          'key',
          `the key from ${source} is unknown, expired or revoked: run \`errand login\` with another.`,
        ),
      ];
    const detail =
      error instanceof APIError && error.detail !== null ? `: ${clean(error.detail).replace(/\.$/, '')}` : '';
    return [bad('server', `cannot answer now${detail}. Try again, and look at the logs of the services.`)];
  }
}

/** Checks everything that may be wrong, and says how to fix it. */
export async function runDoctor(invocation: Invocation): Promise<ExitCode> {
  const { system, paint } = invocation;
  const { baseURL, key, source } = await findConnection(system, invocation.options);
  const address = await addressFindings(baseURL, system.signal);
  const isReached = address[0]?.ok === true;
  const findings = [
    versionFinding(),
    ...((await isExposed(system))
      ? [bad('configuration', `Others can read ${configPath(system)}: chmod 600 it.`)]
      : []),
    ...address,
    ...(key === null ? [bad('key', 'Not logged in: run `errand login`, or set ERRAND_API_KEY.')] : []),
    // The key is sent only to an Errand API.
    ...(key !== null && isReached ? await keyFindings(invocation, baseURL, key, source) : []),
  ];
  if (system.signal.aborted) return EXIT.interrupted;
  if (invocation.isJson) invocation.printJson(JSON.stringify({ data: findings }));
  else
    for (const { check, ok, message } of findings)
      invocation.print(`${ok ? paint('green', '✔') : paint('red', '✖')} ${check}: ${message}`);
  return findings.every(({ ok }) => ok) ? EXIT.done : EXIT.error;
}

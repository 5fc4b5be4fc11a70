import { setTimeout as delay } from 'node:timers/promises';
import {
  type AcceptedRun,
  type LiveAction,
  type PublishedRunbook,
  type RunState,
  isTerminal,
} from '@errand/contracts';
import type { Creation, Exchange, History } from '@errand/test-kit';
import { KEY_SCOPES, openSession, signUp } from '@errand/launcher/account';
import { type LiveSocket, watchLive } from '../contract/live-socket.ts';
import { CONTROL_PATHS, type Controlled, controlInView } from './control-in-view.ts';
import type { Random } from './random.ts';
import { type Kind, kindsOn, parameters } from './runbooks.ts';

interface Workspace {
  name: string;
  mark: string;
  apiKey: string;
  /** The cookie of its member. */
  cookie: string;
  kinds: readonly (Kind & { path: string })[];
}

export interface CreatedRun {
  runId: string;
  workspace: string;
  token: string;
  isOfBlueprint: boolean;
}

export interface Workload {
  readonly workspaces: readonly { name: string; mark: string }[];
  /** The member whose device carries out all local Runs: the headers of their session. */
  readonly deviceOwner: { readonly cookie: string; readonly origin: string };
  /** The clients' requests and answers. */
  readonly seen: Pick<History, 'creations' | 'exchanges'>;
  /** Creates one Run of that kind, mostly with an idempotency key; null when it was refused for good. */
  create: (kind?: string, options?: { keyed: boolean; isLocal?: boolean }) => Promise<CreatedRun | null>;
  cancel: (run: { runId: string; workspace: string }) => Promise<void>;
  /** Reads the status of a Run; null when the service does not answer with one. */
  read: (run: { runId: string; workspace: string }) => Promise<RunState['status'] | null>;
  /** Watches a Run as its member. */
  watch: (run: CreatedRun, options?: { acknowledges: boolean }) => Promise<LiveSocket>;
  /** Pauses, resumes, takes or releases a Run. */
  control: (run: CreatedRun, action: LiveAction) => Promise<Controlled>;
  /**
   * Reads a Run; one that a person holds is let go, an interrupted one is resumed, and cancelled when it cannot be.
   * Resolves with the status that was read.
   */
  letGo: (run: CreatedRun) => Promise<RunState['status'] | null>;
  /** Lets go of every Run that was accepted and is in `runIds`. */
  letAllGo: (runIds: readonly string[]) => Promise<void>;
  /** Keeps `clients` busy until `stop`, which resolves when each has received its last answer. */
  start: (clients: number) => { stop: () => Promise<void> };
  /** Resolves when all requests are answered. */
  settle: () => Promise<void>;
  /** Every client reads all its accepted Runs, lists, and tries to reach other workspaces' Runs. */
  readEverything: () => Promise<void>;
}

const REQUEST_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 400;
const FOLLOW_TIMEOUT_MS = 8_000;
/** Abandoned Runs that have not ended; at this many a client creates no more, so that the system can catch up. */
const MAX_OPEN_RUNS = 2;

/** Clients of two workspaces that record every answer. */
export async function createWorkload(
  { baseUrl, siteUrl }: { baseUrl: string; siteUrl: string },
  random: Random,
): Promise<Workload> {
  const creations: Creation[] = [];
  const exchanges: Exchange[] = [];
  const accepted: CreatedRun[] = [];
  const pending = new Set<Promise<unknown>>();

  const send = async (
    workspace: Workspace,
    request: Exchange['request'],
    method: string,
    path: string,
    body?: unknown,
    key: string | null = null,
  ): Promise<Exchange> => {
    const sentAt = Date.now();
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${workspace.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { 'x-idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
      .then(async (response) => ({ status: response.status, body: await response.text() }))
      .catch(() => ({ status: null, body: '' }));
    const exchange = { sentAt, answeredAt: Date.now(), workspace: workspace.name, request, ...answer };
    exchanges.push(exchange);
    return exchange;
  };

  const isDefinite = ({ status }: Exchange): boolean => status !== null && status < 500 && status !== 429;

  /** Repeats a request until its outcome is known, as clients should. */
  const retryUntilDefinite = async (attempt: () => Promise<Exchange>): Promise<Exchange> => {
    for (;;) {
      const exchange = await attempt();
      if (isDefinite(exchange)) return exchange;
      await delay(random.between(150, 500));
    }
  };

  const open = async (name: string): Promise<Workspace> => {
    const mark = `${name}-${random.between(100_000, 999_999)}`;
    const [email, password] = [`${name}@example.com`, `password of ${mark}`];
    const scopes = [...KEY_SCOPES, 'runs:local', 'blueprints:read', 'blueprints:write'];
    const { apiKey } = await signUp(baseUrl, email, password, scopes);
    const cookie = await openSession(baseUrl, email, password);
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const define = async (collection: string, definition: object): Promise<string> => {
      const body = JSON.stringify(definition);
      const response = await fetch(`${baseUrl}${collection}`, { method: 'POST', headers, body });
      if (response.status !== 201) throw new Error(`${collection} refused: ${await response.text()}`);
      return `${collection}/${((await response.json()) as PublishedRunbook).id}/runs`;
    };
    const publish = (kind: Kind): Promise<string> => {
      const title = `${kind.name} of ${mark}`;
      if (kind.goal !== undefined)
        return define('/v1/blueprints', { name: title, goal: kind.goal, parameters });
      if (kind.runbook === undefined) return Promise.resolve('/v1/runs');
      return define('/v1/runbooks', { schemaVersion: 3, title, status: 'published', ...kind.runbook });
    };
    const kinds = [];
    for (const kind of kindsOn(siteUrl)) kinds.push({ ...kind, path: await publish(kind) });
    return { name, mark, apiKey, cookie, kinds };
  };

  const owner = await open('ada');
  const workspaces = [owner, await open('ben')];
  const workspaceNamed = (requested: string): Workspace => {
    const workspace = workspaces.find(({ name }) => name === requested);
    if (workspace === undefined) throw new Error(`there is no workspace ${requested}`);
    return workspace;
  };

  const request = async (...[kindName, options]: Parameters<Workload['create']>) => {
    const isLocal = options?.isLocal === true;
    const workspace = isLocal ? owner : random.pick(workspaces);
    const kind =
      workspace.kinds.find(({ name }) => name === kindName) ??
      random.pick(workspace.kinds.filter(({ isSpecial }) => isSpecial !== true));
    const token = `${workspace.mark}-${creations.length + 1}`;
    const key = (options?.keyed ?? random.chance(0.85)) ? `key-${token}` : null;
    creations.push({ token, workspace: workspace.name, key, effects: kind.effects });
    const body = {
      metadata: { token },
      ...(isLocal && { executionTarget: 'local' }),
      ...(kind.task === undefined ? { inputs: { token } } : { task: kind.task(token) }),
    };
    const attempt = () => send(workspace, { kind: 'create', token }, 'POST', kind.path, body, key);
    const copies = key !== null && random.chance(0.15) ? 3 : 1;
    const answers = await Promise.all(
      Array.from({ length: copies }, () => (key === null ? attempt() : retryUntilDefinite(attempt))),
    );
    const answer = answers.find(({ status }) => status === 202);
    if (answer === undefined) return null;
    const run = {
      runId: (JSON.parse(answer.body) as AcceptedRun).id,
      workspace: workspace.name,
      token,
      isOfBlueprint: kind.goal !== undefined,
    };
    accepted.push(run);
    return run;
  };

  const create: Workload['create'] = (kindName, options) => {
    const creating = request(kindName, options).finally(() => pending.delete(creating));
    pending.add(creating);
    return creating;
  };

  const read: Workload['read'] = async ({ runId, workspace }) => {
    const answer = await send(workspaceNamed(workspace), { kind: 'read', runId }, 'GET', `/v1/runs/${runId}`);
    return answer.status === 200 ? (JSON.parse(answer.body) as RunState).status : null;
  };

  const cancel: Workload['cancel'] = async ({ runId, workspace }) => {
    await retryUntilDefinite(() =>
      send(workspaceNamed(workspace), { kind: 'cancel', runId }, 'POST', `/v1/runs/${runId}/cancel`),
    );
  };

  const list = (workspace: Workspace) => send(workspace, { kind: 'list' }, 'GET', '/v1/runs?limit=100');

  const trespass = (workspace: Workspace) => {
    const foreign = accepted.filter((run) => run.workspace !== workspace.name);
    if (foreign.length === 0) return Promise.resolve();
    const { runId } = random.pick(foreign);
    return random.chance(0.5)
      ? send(workspace, { kind: 'trespass', runId }, 'GET', `/v1/runs/${runId}`)
      : send(workspace, { kind: 'trespass', runId }, 'POST', `/v1/runs/${runId}/cancel`);
  };

  const watch: Workload['watch'] = ({ runId, workspace }, options) => {
    const { cookie } = workspaceNamed(workspace);
    return watchLive(`${baseUrl}/live/${runId}`, { cookie, origin: baseUrl }, options);
  };

  const control: Workload['control'] = async (run, action) => {
    if (!run.isOfBlueprint) return await controlInView(() => watch(run), action, REQUEST_TIMEOUT_MS);
    const { runId, workspace } = run;
    const path = `/v1/blueprint-runs/${runId}/${CONTROL_PATHS[action]}`;
    const answer = await send(workspaceNamed(workspace), { kind: 'control', runId }, 'POST', path);
    if (answer.status === 200) return 'done';
    return isDefinite(answer) ? 'refused' : 'unknown';
  };

  const letGo: Workload['letGo'] = async (run) => {
    const status = await read(run);
    if (status === 'paused') await control(run, 'resume');
    if (status === 'user_controlling') await control(run, 'release');
    if (status === 'interrupted' && (await control(run, 'resume')) === 'refused') await cancel(run);
    return status;
  };

  const isOver = async (run: CreatedRun): Promise<boolean> => {
    const status = await letGo(run);
    return status !== null && isTerminal(status);
  };

  /** One cycle of a client: create a Run, perhaps cancel or hold it, follow it for a while. Resolves with the Run if it is still open. */
  const createAndFollow = async (): Promise<CreatedRun | null> => {
    const run = await create();
    if (run === null) return null;
    if (random.chance(0.2)) {
      await delay(random.between(0, 2_500));
      await cancel(run);
    }
    if (random.chance(0.2)) {
      await delay(random.between(0, 1_500));
      await control(run, random.pick(['pause', 'take']));
      await delay(random.between(0, 1_500));
    }
    if (random.chance(0.1)) await list(workspaceNamed(run.workspace));
    if (random.chance(0.1)) await trespass(workspaceNamed(run.workspace));
    const end = Date.now() + FOLLOW_TIMEOUT_MS;
    while (Date.now() < end) {
      if (await isOver(run)) return null;
      await delay(POLL_INTERVAL_MS);
    }
    return run;
  };

  return {
    workspaces,
    deviceOwner: { cookie: owner.cookie, origin: baseUrl },
    seen: { creations, exchanges },
    create,
    cancel,
    read,
    watch,
    control,
    letGo,
    letAllGo: async (runIds) => {
      await Promise.all(accepted.filter(({ runId }) => runIds.includes(runId)).map(letGo));
    },
    start: (clients) => {
      let stopped = false;
      const client = async () => {
        let open: CreatedRun[] = [];
        while (!stopped) {
          if (open.length < MAX_OPEN_RUNS) {
            const run = await createAndFollow();
            if (run !== null) open.push(run);
          } else await delay(POLL_INTERVAL_MS);
          const over = await Promise.all(open.map(isOver));
          open = open.filter((_run, at) => !over[at]);
        }
      };
      const running = Promise.all(Array.from({ length: clients }, client));
      return {
        stop: async () => {
          stopped = true;
          await running;
        },
      };
    },
    settle: async () => void (await Promise.all(pending)),
    readEverything: async () => {
      for (const run of accepted) await read(run);
      for (const workspace of workspaces) {
        await list(workspace);
        for (let tries = 0; tries < 5; tries += 1) await trespass(workspace);
      }
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { type AcceptedRun, type PublishedRunbook, type RunState, isTerminal } from '@errand/contracts';
import type { Creation, Exchange, History } from '@errand/test-kit';
import { signUp } from '../../src/account.ts';
import type { Random } from './random.ts';
import { type Kind, kindsOn } from './runbooks.ts';

interface Workspace {
  name: string;
  mark: string;
  apiKey: string;
  kinds: readonly (Kind & { path: string })[];
}

export interface Workload {
  readonly workspaces: readonly { name: string; mark: string }[];
  readonly seen: Pick<History, 'creations' | 'exchanges'>;
  /** Asks for one Run of that kind, mostly with an idempotency key, and answers its id; null when it was refused for good. */
  create: (
    kind?: string,
    options?: { keyed: boolean },
  ) => Promise<{ runId: string; workspace: string } | null>;
  cancel: (run: { runId: string; workspace: string }) => Promise<void>;
  /** The status that a client reads; null while none can be had. */
  read: (run: { runId: string; workspace: string }) => Promise<RunState['status'] | null>;
  /** Keeps `clients` busy until `stop`, which resolves when each has had its last answer. */
  start: (clients: number) => { stop: () => Promise<void> };
  /** Resolves when whatever was asked for is answered. */
  settle: () => Promise<void>;
  /** Every client reads all that it was promised, lists, and tries what it may not. */
  readEverything: () => Promise<void>;
}

const ANSWER_MS = 10_000;
const POLL_MS = 400;
const PATIENCE_MS = 8_000;
/** Runs that a client lost patience with and that are not over; it asks for no more then, so that they are caught up with. */
const MOST_OPEN = 2;

/** Clients of two workspaces that remember every answer. */
export const createWorkload = async (
  { baseUrl, siteUrl }: { baseUrl: string; siteUrl: string },
  random: Random,
): Promise<Workload> => {
  const creations: Creation[] = [];
  const exchanges: Exchange[] = [];
  const accepted: { runId: string; workspace: string }[] = [];
  const pending = new Set<Promise<unknown>>();

  const ask = async (
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
      signal: AbortSignal.timeout(ANSWER_MS),
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

  /** As a client should: again, until it is known what became of it. */
  const insist = async (once: () => Promise<Exchange>): Promise<Exchange> => {
    for (;;) {
      const exchange = await once();
      if (isDefinite(exchange)) return exchange;
      await delay(random.between(150, 500));
    }
  };

  const open = async (name: string): Promise<Workspace> => {
    const mark = `${name}-${random.between(100_000, 999_999)}`;
    const { apiKey } = await signUp(baseUrl, `${name}@example.com`, `password of ${mark}`);
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const publish = async (kind: Kind): Promise<string> => {
      if (kind.runbook === undefined) return '/v1/runs';
      const response = await fetch(`${baseUrl}/v1/runbooks`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          schemaVersion: 3,
          title: `${kind.name} of ${mark}`,
          status: 'published',
          ...kind.runbook,
        }),
      });
      if (response.status !== 201) throw new Error(`a Runbook was refused: ${await response.text()}`);
      return `/v1/runbooks/${((await response.json()) as PublishedRunbook).id}/runs`;
    };
    const kinds = [];
    for (const kind of kindsOn(siteUrl)) kinds.push({ ...kind, path: await publish(kind) });
    return { name, mark, apiKey, kinds };
  };

  const workspaces = [await open('ada'), await open('ben')];
  const named = (wanted: string): Workspace => {
    const workspace = workspaces.find(({ name }) => name === wanted);
    if (workspace === undefined) throw new Error(`there is no workspace ${wanted}`);
    return workspace;
  };

  const request = async (...[wanted, options]: Parameters<Workload['create']>) => {
    const workspace = random.pick(workspaces);
    const kind =
      workspace.kinds.find(({ name }) => name === wanted) ??
      random.pick(workspace.kinds.filter(({ isSpecial }) => isSpecial !== true));
    const token = `${workspace.mark}-${creations.length + 1}`;
    const key = (options?.keyed ?? random.chance(0.85)) ? `key-${token}` : null;
    creations.push({ token, workspace: workspace.name, key, effects: kind.effects });
    const body = {
      metadata: { token },
      ...(kind.task === undefined ? { inputs: { token } } : { task: kind.task(token) }),
    };
    const once = () => ask(workspace, { kind: 'create', token }, 'POST', kind.path, body, key);
    const copies = key !== null && random.chance(0.15) ? 3 : 1;
    const answers = await Promise.all(
      Array.from({ length: copies }, () => (key === null ? once() : insist(once))),
    );
    const answer = answers.find(({ status }) => status === 202);
    if (answer === undefined) return null;
    const run = { runId: (JSON.parse(answer.body) as AcceptedRun).id, workspace: workspace.name };
    accepted.push(run);
    return run;
  };

  const create: Workload['create'] = (wanted, options) => {
    const asking = request(wanted, options).finally(() => pending.delete(asking));
    pending.add(asking);
    return asking;
  };

  const read: Workload['read'] = async ({ runId, workspace }) => {
    const answer = await ask(named(workspace), { kind: 'read', runId }, 'GET', `/v1/runs/${runId}`);
    return answer.status === 200 ? (JSON.parse(answer.body) as RunState).status : null;
  };

  const cancel: Workload['cancel'] = async ({ runId, workspace }) => {
    await insist(() => ask(named(workspace), { kind: 'cancel', runId }, 'POST', `/v1/runs/${runId}/cancel`));
  };

  const list = (workspace: Workspace) => ask(workspace, { kind: 'list' }, 'GET', '/v1/runs?limit=100');

  const trespass = (workspace: Workspace) => {
    const foreign = accepted.filter((run) => run.workspace !== workspace.name);
    if (foreign.length === 0) return Promise.resolve();
    const { runId } = random.pick(foreign);
    return random.chance(0.5)
      ? ask(workspace, { kind: 'trespass', runId }, 'GET', `/v1/runs/${runId}`)
      : ask(workspace, { kind: 'trespass', runId }, 'POST', `/v1/runs/${runId}/cancel`);
  };

  type Asked = NonNullable<Awaited<ReturnType<typeof create>>>;

  const isOver = async (run: Asked): Promise<boolean> => {
    const status = await read(run);
    return status !== null && isTerminal(status);
  };

  /** A client: asks for a Run, perhaps cancels it, follows it for a while. Answers the Run if it is still open then. */
  const errand = async (): Promise<Asked | null> => {
    const run = await create();
    if (run === null) return null;
    if (random.chance(0.2)) {
      await delay(random.between(0, 2_500));
      await cancel(run);
    }
    if (random.chance(0.1)) await list(named(run.workspace));
    if (random.chance(0.1)) await trespass(named(run.workspace));
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end) {
      if (await isOver(run)) return null;
      await delay(POLL_MS);
    }
    return run;
  };

  return {
    workspaces,
    seen: { creations, exchanges },
    create,
    cancel,
    read,
    start: (clients) => {
      let stopped = false;
      const client = async () => {
        let open: Asked[] = [];
        while (!stopped) {
          if (open.length < MOST_OPEN) {
            const run = await errand();
            if (run !== null) open.push(run);
          } else await delay(POLL_MS);
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
};

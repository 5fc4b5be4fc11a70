import { query, waitFor } from '@errand/test-kit';
import { afterAll, beforeAll } from '@jest/globals';
import { type ControlledSite, startControlledSite } from '../../contract/controlled-site.ts';
import type { Confirmer } from '../../contract/desktop.ts';
import type { LiveSocket } from '../../contract/live-socket.ts';
import { type Api, openApi } from '../api.ts';
import type { PairsUnderTest } from './pairs.ts';

export const RUN_MS = 300_000;
/** Less than a test's time limit, so that the error names what was awaited. */
export const WAIT_MS = 120_000;

/** A Run of a Blueprint that shows a page while its next page does not answer. */
export interface HeldRun {
  id: string;
  /** The path of the next page. */
  next: string;
}

/** Runs of Blueprints on the pairs of services, and a site that answers them when a test says so. */
export interface HeldRuns extends PairsUnderTest {
  site: ControlledSite;
  api: Api;
  owner: Confirmer;
  /** @param first path of the page that is shown */
  start: (first: string) => Promise<HeldRun>;
  isHeld: (next: string) => Promise<void>;
  rowOf: (id: string) => Promise<{ status: string; owner: string | null } | undefined>;
  /** The live view of a Run as a gateway serves it; without one, through the load balancer. */
  viewOf: (id: string, gateway?: string) => Promise<URL>;
  /** Its status after the action. */
  control: (id: string, action: string) => Promise<unknown>;
}

async function openHeldRuns(started: PairsUnderTest): Promise<HeldRuns> {
  const { pairs } = started;
  const site = await startControlledSite();
  const api = openApi(pairs.url, started.blueprintKey);
  const isHeld = (next: string) =>
    waitFor('the next page to be asked for', () => site.isHeld(next), { timeoutMs: WAIT_MS });
  return {
    ...started,
    site,
    api,
    owner: { session: { identity: { cookie: started.cookie, origin: pairs.url } } },
    isHeld,
    start: async (first) => {
      const next = `/held/${crypto.randomUUID()}`;
      const goal = `Open ${site.at(first)}, then open ${site.at(next)}, then report the heading`;
      const blueprint = await api.create('/v1/blueprints', { name: 'Hold', goal });
      const { id } = await api.create(`/v1/blueprints/${blueprint.id}/runs`);
      await isHeld(next).catch(async (cause: unknown) => {
        const { body } = await api.call('GET', `/v1/runs/${id}`);
        throw new Error(`The Run did not ask for its next page: ${JSON.stringify(body)}`, { cause });
      });
      return { id, next };
    },
    rowOf: async (id) => {
      const select = `SELECT status, lease_owner AS owner FROM runs WHERE id = '${id}'`;
      const [row] = await query<{ status: string; owner: string | null }>(pairs.databaseUrls.runs, select);
      return row;
    },
    viewOf: async (id, gateway) => {
      const { body } = await api.call('GET', `/v1/blueprint-runs/${id}`);
      const { pathname, search } = new URL(String(body['live_view_url']));
      return new URL(pathname + search, gateway === undefined ? pairs.url : pairs.urlOf(gateway));
    },
    control: async (id, action) =>
      (await api.call('POST', `/v1/blueprint-runs/${id}/${action}`)).body['status'],
  };
}

/** The same for all tests of a group. */
export function useHeldRuns(underTest: () => PairsUnderTest): () => HeldRuns {
  let runs: HeldRuns | undefined;
  beforeAll(async () => {
    runs = await openHeldRuns(underTest());
  });
  afterAll(() => runs?.site.close());
  return () => runs as HeldRuns;
}

export function morePictures(live: LiveSocket): Promise<unknown> {
  const from = live.pictures.length;
  return live.until('more pictures', () => live.pictures.length >= from + 5);
}

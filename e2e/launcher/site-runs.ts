import type { RunEvent, RunbookStep } from '@errand/contracts';
import { type EffectsSite, query, waitFor } from '@errand/test-kit';
import type { OwnStack } from './own-stack.ts';

/** A primitive step of a Runbook; `more` holds what a step may have beside its input. */
export function step(id: string, primitive: string, input: Record<string, unknown>, more = {}): RunbookStep {
  return {
    id,
    kind: 'primitive',
    primitive,
    input,
    ...more,
  };
}

/** Extracts the heading of the page. */
export const heading = step('heading', 'browser.extract', { target: 'h1', as: 'text' });

/** The types of the events of one step, in order. */
export function typesOf(all: readonly RunEvent[], stepId: string) {
  return all.filter(({ step_id }) => step_id === stepId).map(({ type }) => type);
}

/** What starts Runs on a site that counts effects, waits for them and crashes their executor. */
export type SiteRuns = ReturnType<typeof openSiteRuns>;

/** The stack must run one executor: `crashExecutor` kills that, ends its leases and starts it again. */
export function openSiteRuns({ stack, api }: OwnStack, site: EffectsSite) {
  function openStep(where: string) {
    return step('open', 'browser.navigate', { url: site.url + where });
  }
  function postStep(token: string) {
    return step('order', 'http.request', {
      method: 'POST',
      url: `${site.url}/effects`,
      json: { token, step: 'order' },
    });
  }
  function pauseStep() {
    return step('pause', 'http.request', { method: 'GET', url: `${site.url}/read?token=pause` });
  }

  let runbooks = 0;
  async function start(...steps: RunbookStep[]): Promise<string> {
    runbooks += 1;
    const runbook = await api.create('/v1/runbooks', {
      schemaVersion: 3,
      title: `Runbook ${runbooks}`,
      parameters: [],
      steps,
      status: 'published',
    });
    return (await api.create(`/v1/runbooks/${runbook.id}/runs`, {})).id;
  }
  function waitForStep(runId: string, stepId: string) {
    return waitFor(`step ${stepId} to start`, async () =>
      (await api.events(runId)).some(({ type, step_id }) => type === 'step.started' && step_id === stepId),
    );
  }
  function waitForRequest(runId: string) {
    return waitFor(
      'the approval request',
      async () => (await api.call('GET', `/v1/runs/${runId}`)).body['status'] === 'waiting_for_approval',
    );
  }
  function waitForSuspension(runId: string) {
    return waitFor('the Run to be suspended', async () => {
      const rows = await query(
        stack.databaseUrls.runs,
        `SELECT id FROM runs WHERE id = '${runId}' AND status = 'waiting_for_approval' AND lease_owner IS NULL`,
      );
      return rows.length === 1;
    });
  }
  /** The site leaves the next such request unanswered until `crashExecutor`. */
  function hangOn(path: string, token = '') {
    return site.listen((request) => {
      if (request.path === path && request.token === token) site.hang();
    });
  }
  async function crashExecutor() {
    await stack.kill('executor');
    site.listen(null);
    site.release();
    await query(
      stack.databaseUrls.runs,
      'UPDATE runs SET lease_expires_at = now() WHERE lease_owner IS NOT NULL',
    );
    await stack.restart('executor');
  }
  function effects(token: string) {
    return site.effects.filter((effect) => effect.token === token).length;
  }

  return {
    openStep,
    postStep,
    pauseStep,
    start,
    waitForStep,
    waitForRequest,
    waitForSuspension,
    hangOn,
    crashExecutor,
    effects,
  };
}

import { type EffectsSite, query, startEffectsSite } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import { type SiteRuns, heading, openSiteRuns } from './site-runs.ts';

const START_MS = 180_000;
const RUN_MS = 180_000;

const undo = new AsyncDisposableStack();
let own: OwnStack;
let site: EffectsSite;
let runs: SiteRuns;

beforeAll(async () => {
  site = await startEffectsSite();
  undo.defer(() => site.close());
  own = await startOwnStack({ ERRAND_SHUTDOWN_GRACE_MS: '3000' });
  undo.defer(() => own.stop());
  runs = openSiteRuns(own, site);
}, START_MS);
afterAll(() => undo.disposeAsync(), START_MS);

/** Reports cannot be stored so many times; the queue delivers each again after longer and longer pauses. */
function refuseReports(times: number) {
  const adminUrl = Object.assign(new URL(own.stack.postgres.adminUrl), { pathname: '/errand_runs' }).href;
  return query(
    adminUrl,
    `CREATE SEQUENCE refusals;
     GRANT USAGE ON SEQUENCE refusals TO PUBLIC;
     CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('refusals') <= ${times} THEN RAISE 'no report is stored now'; END IF;
       RETURN NEW;
     END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON run_events FOR EACH ROW EXECUTE FUNCTION refuse()`,
  );
}

test(
  'a Run whose reports cannot be stored for seconds is given back at a shutdown and not lost',
  async () => {
    const { api, stack } = own;
    const isPausing = new Promise<void>((resolve) =>
      site.listen(({ path, token }) => {
        if (path !== '/read' || token !== 'pause') return;
        site.hang();
        resolve();
      }),
    );
    await refuseReports(5);
    const runId = await runs.start(
      runs.openStep('/read?token=a'),
      runs.postStep('a'),
      runs.pauseStep(),
      heading,
    );
    await isPausing;
    expect(await stack.kill('executor', 'SIGTERM')).toBe('exit code 0');
    site.listen(null);
    site.release();
    await stack.restart('executor');
    expect(await api.finished(runId)).toMatchObject({ status: 'completed' });
    expect(runs.effects('a')).toBe(1);
    expect(await query(stack.databaseUrls.runs, 'SELECT attempt, lost_attempts FROM runs')).toEqual([
      { attempt: 2, lost_attempts: 0 },
    ]);
  },
  RUN_MS,
);

import { Problem } from '@errand/contracts';
import {
  type AskedRevision,
  MAX_PINNED,
  type PinnedRevision,
  runbookServiceRoutes,
} from '@errand/contracts/internal';
import type { InternalClient } from '@errand/service-kit';
import { LRUCache } from 'lru-cache';
import { type Batched, batch } from '../db/batch.ts';

export type WantedRevision = Pick<AskedRevision, 'workspaceId' | 'runbookId' | 'revisionId'>;

/** Reads the revision that a Run is pinned to: that of `revisionId`, else the latest. Resolves to the 404 or 409. */
export type PinRevision = Batched<WantedRevision, PinnedRevision | Problem>;

/** Of the JSON of the revisions that are kept. */
const MAX_KEPT_BYTES = 16 * 1_048_576;

function keyOf({ workspaceId, runbookId, revisionId = '' }: WantedRevision): string {
  return `${workspaceId} ${runbookId} ${revisionId}`;
}

/**
 * Asks the runbooks service about the Runs of one tick in one call, once for each Runbook. Which revision is the latest is asked
 * each time; one that was read before is not sent again, because revisions never change.
 */
export function createPinRevision({ call }: Pick<InternalClient, 'call'>): PinRevision {
  const kept = new LRUCache<string, PinnedRevision>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: (revision) => JSON.stringify(revision).length,
  });
  const ask = async (wanted: ReadonlyMap<string, WantedRevision>) => {
    const known = new Map(Array.from(wanted.keys(), (key) => [key, kept.get(key)]));
    const asked = Array.from(wanted, ([key, { workspaceId, runbookId, revisionId }]) => ({
      workspaceId,
      runbookId,
      revisionId,
      knownRevisionId: known.get(key)?.revisionId,
    }));
    const answers = await call(runbookServiceRoutes.pinRevisions, { body: { asked } });
    return new Map(
      Array.from(wanted.keys(), (key, index): [string, PinnedRevision | Problem] => {
        const answer = answers[index] ?? known.get(key);
        if (answer === undefined) throw new Error('the runbooks service answered too few revisions');
        if ('status' in answer) return [key, new Problem(answer.status, answer.detail)];
        // What a Runbook runs is the latest of the moment.
        if (answer.runbooks === undefined && answer !== known.get(key)) kept.set(key, answer);
        return [key, answer];
      }),
    );
  };
  return batch(
    async (wanted) => {
      const answers = await ask(new Map(wanted.map((one) => [keyOf(one), one])));
      return wanted.map((one) => {
        const answer = answers.get(keyOf(one));
        if (answer === undefined) throw new Error('each Runbook has an answer');
        return answer;
      });
    },
    { largest: MAX_PINNED, isFinal: () => true },
  );
}

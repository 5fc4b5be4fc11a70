import { PublishedRunbook, Revision, Runbook } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, signUp } from './people.ts';
import {
  MOMENT,
  RUNBOOK_FIELDS,
  UNKNOWN_ID,
  createDraft,
  createPublished,
  newTitle,
  replacement,
  revisionsOf,
  setStep,
} from './samples.ts';

let client: KeyClient;
beforeAll(async () => {
  client = await (await signUp()).key();
});

function publish(id: string, expectedVersion: unknown) {
  return client.post(`/v1/runbooks/${id}/publish`, { expectedVersion });
}

describe('POST /v1/runbooks/{runbook_id}/publish', () => {
  test('keeps the version, returns the revision, and can be repeated', async () => {
    const made = await createDraft(client);
    const first = (await publish(made.id, 1)).as(200, PublishedRunbook);
    expect(Object.keys(first).sort()).toEqual([...RUNBOOK_FIELDS, 'revisionId'].sort());
    expect(first).toMatchObject({ id: made.id, version: 1, status: 'published', title: made.title });
    const again = await Promise.all(Array.from({ length: 20 }, () => publish(made.id, 1)));
    for (const answer of again) expect(answer.as(200, PublishedRunbook)).toEqual(first);
    expect((await revisionsOf(client, made.id)).length).toBe(1);
  });

  test('returns 409 unless expectedVersion is current', async () => {
    const made = await createDraft(client);
    (await publish(made.id, 2)).refusal(409);
    for (const bad of [undefined, null, 0, -1, 1.5, '1', true])
      (await publish(made.id, bad)).refusal(422, /^expectedVersion: /);
    (await client.post(`/v1/runbooks/${made.id}/publish`)).refusal(400);
    (await client.post(`/v1/runbooks/${made.id}/publish`, { expectedVersion: 1, force: true })).refusal(
      422,
      /^force: /,
    );
    (await client.put(`/v1/runbooks/${made.id}`, replacement(made))).as(200, Runbook);
    (await publish(made.id, 1)).refusal(409);
    (await publish(made.id, 2)).as(200, PublishedRunbook);
  });

  test('freezes each published version; the list of revisions is newest first', async () => {
    const made = await createPublished(client, { parameters: [{ name: 'p', type: 'string' }] });
    const changed = (
      await client.put(
        `/v1/runbooks/${made.id}`,
        replacement(made, { title: newTitle(), steps: [setStep('new')], parameters: [] }),
      )
    ).as(200, Runbook);
    const second = (await publish(made.id, 2)).as(200, PublishedRunbook);
    expect(second.revisionId).not.toBe(made.revisionId);
    const all = await revisionsOf(client, made.id);
    expect(all.map(({ revisionId, version }) => [revisionId, version])).toEqual([
      [second.revisionId, 2],
      [made.revisionId, 1],
    ]);
    const [newer, older] = all;
    expect(older).toEqual({
      revisionId: made.revisionId,
      runbookId: made.id,
      version: 1,
      title: made.title,
      steps: made.steps,
      parameters: made.parameters,
      publishedAt: expect.stringMatching(MOMENT),
    });
    expect(newer).toMatchObject({ title: changed.title, steps: changed.steps, parameters: [] });
    for (const revision of all)
      expect(
        (await client.get(`/v1/runbooks/${made.id}/revisions/${revision.revisionId}`)).as(200, Revision),
      ).toEqual(revision);
    const other = await createPublished(client);
    (await client.get(`/v1/runbooks/${made.id}/revisions/${other.revisionId}`)).refusal(404);
    (await client.get(`/v1/runbooks/${made.id}/revisions/${UNKNOWN_ID}`)).refusal(404);
    expect(await revisionsOf(client, (await createDraft(client)).id)).toEqual([]);
  });
});

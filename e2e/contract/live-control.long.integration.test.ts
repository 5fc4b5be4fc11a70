import { readFile } from 'node:fs/promises';
import { AcceptedRun, Blueprint, BlueprintRun, RunDetails } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ControlledSite, startControlledSite, typeName } from './controlled-site.ts';
import { type LiveSocket, watchLive } from './live-socket.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS, eventsOf, finish, start } from './runs.ts';
import { createPublished } from './samples.ts';
import { sharedStack } from './stack.ts';

const PASSWORD = 'hunter2-by-hand';

let person: Person;
let client: KeyClient;
let site: ControlledSite;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
  site = await startControlledSite();
});
afterAll(() => site?.close());

async function viewOf(id: string, as = client): Promise<string> {
  return (await as.get(`/v1/blueprint-runs/${id}`)).as(200, BlueprintRun).live_view_url ?? 'about:null';
}

let runs = 0;
/** A paused Run that waits for `page` to answer; it then opens `next` and reports its heading. */
async function pausedRun(scope: string[] | null = null): Promise<{ id: string; page: string; next: string }> {
  runs += 1;
  const [page, next] = [`/held/${runs}`, `/next/${runs}`];
  const goal = `Open ${site.at(page)}, then open ${site.at(next)}, then report the heading`;
  const json = { name: 'Hold', goal, ...(scope !== null && { applicationScope: scope }) };
  const blueprint = (await client.post('/v1/blueprints', json)).as(201, Blueprint);
  const { id } = (await client.post(`/v1/blueprints/${blueprint.id}/runs`)).as(202, AcceptedRun);
  await waitFor('the page to be asked for', () => site.isHeld(page), { timeoutMs: RUN_MS });
  await client.post(`/v1/blueprint-runs/${id}/pause`);
  return { id, page, next };
}

function told(what: string): Promise<void> {
  return waitFor(`the page to tell "${what}"`, () => site.told.includes(what), { timeoutMs: RUN_MS });
}

describe('a person in control', () => {
  let live: LiveSocket;
  let id: string;
  let next: string;
  beforeAll(async () => {
    const paused = await pausedRun();
    ({ id, next } = paused);
    live = await watchLive(await viewOf(id));
    // Before the page answers: an executor that learns of the pause late would open the next page.
    await live.takeControl();
    site.answer(paused.page);
    await told('drawn');
    await live.until('a picture', () => live.pictures.length > 0);
  }, RUN_MS);
  afterAll(() => live?.close());

  test('sees the tabs, and who controls', async () => {
    await live.until('the title', () => live.received('page').at(-1)?.tabs[0]?.title === 'Desk');
    expect(live.state).toMatchObject({
      status: 'user_controlling',
      controller: { name: 'a key', you: true },
      can: ['release'],
      ready: true,
    });
    expect(live.received('page').at(-1)?.tabs).toEqual([
      { title: 'Desk', url: site.at(`/held/${runs}`), active: true },
    ]);
  });

  test('types with keys, pastes, composes and uses shortcuts', async () => {
    await typeName(site, live, 'x');
    live.press('a', 65, ['Control']);
    live.type('ab');
    await told('name ab');
    live.send({ type: 'text', text: 'ç✓' });
    await told('name abç✓');
    live.send({ type: 'composition', text: 'に', start: 1, end: 1 });
    await told('name abç✓に');
    live.send({ type: 'text', text: '日' });
    await told('name abç✓日');
    live.press('a', 65, ['Control']);
    live.send({ type: 'copy' });
    const copied = await live.until('the copied text', () => live.received('copied').at(-1));
    expect(copied.text).toBe('abç✓日');
    live.press('Backspace', 8);
    await told('name ');
  });

  test('points, scrolls and touches', async () => {
    live.send({ type: 'mouse', action: 'move', x: 450, y: 100 });
    await told('move 450 100');
    live.send({ type: 'wheel', x: 450, y: 100, deltaX: 0, deltaY: 40 });
    await told('wheel 40');
    live.send({ type: 'touch', action: 'start', points: [{ id: 0, x: 450, y: 120 }] });
    live.send({ type: 'touch', action: 'end', points: [] });
    await told('touch 1');
  });

  test('chooses from a drop-down list, which pictures do not show', async () => {
    live.click(100, 195);
    const { list } = await live.until('the list', () => live.received('list').find((each) => each.list));
    expect(list?.options.map(({ text }) => text)).toEqual(['Small', 'Large']);
    live.send({ type: 'list', id: list?.id ?? '', chosen: [1] });
    await told('size Large');
  });

  test('answers a dialog', async () => {
    live.click(100, 315);
    const { dialog } = await live.until('the dialog', () =>
      live.received('dialog').find((each) => each.dialog),
    );
    expect(dialog).toMatchObject({ kind: 'confirm', message: 'Really?' });
    live.send({ type: 'dialog', id: dialog?.id ?? '', action: 'accept' });
    await told('answer true');
  });

  test('gives the page a file', async () => {
    live.click(60, 375);
    const { choice } = await live.until('the choice', () =>
      live.received('files').find((each) => each.choice),
    );
    const file = {
      name: 'note.txt',
      mimeType: 'text/plain',
      base64: Buffer.from('hello').toString('base64'),
    };
    live.send({ type: 'files', id: choice?.id ?? '', files: [file] });
    await told('file note.txt hello');
  });

  test('follows a link to a new tab, and goes back to the first', async () => {
    live.click(60, 250);
    await live.until('the new tab', () =>
      live.received('page').some(({ tabs }) => tabs.length === 2 && tabs[1]?.active),
    );
    live.send({ type: 'tab', action: 'close', index: 1 });
    await live.until('the first tab', () => live.received('page').at(-1)?.tabs.length === 1);
  });

  test('shares control with no one, and refuses unknown messages', async () => {
    const other = await watchLive(await viewOf(id, await person.key(['runs:read'])));
    await other.until('the state', () => other.state);
    expect(other.state?.can).toEqual([]);
    other.send({ type: 'control', action: 'release' });
    await other.until('the refusal', () =>
      other.received('refused').some(({ detail }) => detail.includes('runs:write')),
    );
    other.send({ type: 'mouse', action: 'sideways' });
    await other.until('the end', () => other.closed === 4002);
  });

  test(
    'signs in by hand: the password is in no event, log, address or picture, and the Run continues after release',
    async () => {
      live.click(100, 135);
      live.send({ type: 'text', text: PASSWORD });
      live.press('Enter', 13);
      await waitFor('the form to be sent', () => site.asked.includes(`/signed-in?password=${PASSWORD}`), {
        timeoutMs: RUN_MS,
      });
      await live.until('the masked address', () =>
        live.received('page').at(-1)?.tabs[0]?.url.endsWith('/signed-in?password=[secret]'),
      );
      expect(site.asked).not.toContain(next);
      live.send({ type: 'control', action: 'release' });
      const { status, result } = await finish(client, id);
      expect([status, result?.outputs]).toEqual(['completed', { heading: 'Heading' }]);
      await live.until('the end', () => live.closed === 4000);
      const events = await eventsOf(client, id);
      expect(events.map(({ type }) => type)).toEqual(
        expect.arrayContaining(['control.taken', 'control.released', 'run.completed']),
      );
      expect(events.find(({ type }) => type === 'control.taken')?.data).toMatchObject({
        by: { type: 'key', id: client.issued.id },
      });
      expect(JSON.stringify([events, result, live.received('page')])).not.toContain(PASSWORD);
      for (const file of sharedStack().logFiles) expect(await readFile(file, 'utf8')).not.toContain(PASSWORD);
    },
    RUN_MS,
  );
});

test(
  'a person takes the browser while a step waits, does what it waits for, and the Run continues',
  async () => {
    runs += 1;
    const page = `/held/${runs}`;
    const steps = [
      { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: site.at(page) } },
      { id: 'wait', kind: 'primitive', primitive: 'browser.wait', input: { for: { url: '/signed-in' } } },
    ];
    const { id: runbookId } = await createPublished(client, { steps });
    const { id } = (await start(client, runbookId)).as(202, AcceptedRun);
    await waitFor('the page to be asked for', () => site.isHeld(page), { timeoutMs: RUN_MS });
    site.answer(page);
    const isWaiting = async () =>
      (await eventsOf(client, id)).some(({ type, step_id }) => type === 'step.started' && step_id === 'wait');
    await waitFor('the step to wait', isWaiting, { timeoutMs: RUN_MS });
    const { live_view_url: url } = (await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails);
    const live = await watchLive(url ?? 'about:null');
    await live.takeControl();
    live.click(100, 135);
    live.send({ type: 'text', text: 'by-hand' });
    live.press('Enter', 13);
    await live.until('the next page', () =>
      live.received('page').at(-1)?.tabs[0]?.url.includes('/signed-in'),
    );
    const isOver = (await eventsOf(client, id)).some(
      ({ type, step_id }) => type === 'step.completed' && step_id === 'wait',
    );
    expect(isOver).toBe(false);
    live.send({ type: 'control', action: 'release' });
    expect((await finish(client, id)).status).toBe('completed');
    live.close();
  },
  RUN_MS,
);

test.each([
  ['browser.navigate', {}],
  ['http.request', { method: 'POST' }],
])(
  'a person takes the browser while %s waits for a site that does not answer, which is asked once',
  async (primitive, more) => {
    runs += 1;
    const page = `/held/${runs}`;
    const steps = [
      { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: site.at('/seen') } },
      { id: 'ask', kind: 'primitive', primitive, input: { url: site.at(page), ...more } },
    ];
    const { id: runbookId } = await createPublished(client, { steps });
    const { id } = (await start(client, runbookId)).as(202, AcceptedRun);
    await waitFor('the site to be asked', () => site.isHeld(page), { timeoutMs: RUN_MS });
    const { live_view_url: url } = (await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails);
    const live = await watchLive(url ?? 'about:null');
    await live.takeControl();
    site.answer(page);
    live.send({ type: 'control', action: 'release' });
    expect((await finish(client, id)).status).toBe('completed');
    expect(site.asked.filter((path) => path === page)).toHaveLength(1);
    live.close();
  },
  RUN_MS,
);

test(
  'a person in control stays within the scope of the Run',
  async () => {
    const host = new URL(site.at('/')).host;
    const { id } = await pausedRun([host]);
    const live = await watchLive(await viewOf(id));
    await live.takeControl();
    for (const url of ['http://localhost:9/', 'http://outside.example/'])
      live.send({ type: 'navigate', to: { url } });
    await live.until('the refusals', () => live.received('refused').length === 2);
    expect(live.received('refused').map(({ detail }) => detail)).toEqual([
      'localhost:9 is outside the application scope of this step.',
      'outside.example is outside the application scope of this step.',
    ]);
    live.send({ type: 'navigate', to: { url: 'file:///etc/passwd' } });
    await live.until('the end', () => live.closed === 4002);
    await client.post(`/v1/blueprint-runs/${id}/cancel`);
  },
  RUN_MS,
);

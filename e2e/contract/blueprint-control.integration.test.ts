import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { finished } from 'node:stream/promises';
import type { AddressInfo } from 'node:net';
import { AcceptedRun, Blueprint, BlueprintRun, RunStatusResponse } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS, eventsOf, finish, stateOf } from './runs.ts';
import { UNKNOWN_ID } from './samples.ts';

let person: Person;
let client: KeyClient;
let site: Server;
/** Pages that were asked for, and those of them that are held back. */
let asked: string[];
let held: Map<string, ServerResponse>;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
  asked = [];
  held = new Map();
  site = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    response.setHeader('content-type', 'text/html');
    if (path.startsWith('/held')) held.set(path, response);
    else response.end('<h1>Heading</h1>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(() => void site?.close());
afterAll(() => site?.closeAllConnections());

function at(path: string): string {
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;
}

let runs = 0;
/** A Run that loads a page which is held back, and then another. */
async function heldRun(): Promise<{ id: string; page: string; next: string; answer: () => Promise<void> }> {
  runs += 1;
  const [page, next] = [`/held/${runs}`, `/next/${runs}`];
  const json = { name: 'Hold', goal: `Open ${at(page)}, then open ${at(next)}, then report the heading` };
  const blueprint = (await client.post('/v1/blueprints', json)).as(201, Blueprint);
  const { id } = (await client.post(`/v1/blueprints/${blueprint.id}/runs`)).as(202, AcceptedRun);
  await waitFor('the page to be asked for', () => held.has(page), { timeoutMs: RUN_MS });
  const answer = async () => {
    const response = held.get(page)?.end('<h1>Held</h1>');
    if (response !== undefined) await finished(response);
  };
  return { id, page, next, answer };
}

const ACTIONS = ['pause', 'resume', 'take-control', 'release-control'] as const;
function control(id: string, action: (typeof ACTIONS)[number] | 'cancel', as = client) {
  return as.post(`/v1/blueprint-runs/${id}/${action}`);
}
async function status(id: string, action: (typeof ACTIONS)[number] | 'cancel'): Promise<string> {
  return (await control(id, action)).as(200, RunStatusResponse).status;
}
async function firstStepEnded(id: string): Promise<void> {
  const isDone = async () => (await eventsOf(client, id)).some(({ type }) => type === 'step.completed');
  await waitFor('the first step to end', isDone, { timeoutMs: RUN_MS });
}

test(
  'a paused Run begins nothing new until it is resumed',
  async () => {
    const { id, next, answer } = await heldRun();
    expect(await status(id, 'pause')).toBe('paused');
    expect((await stateOf(client, id)).status).toBe('paused');
    await answer();
    await firstStepEnded(id);
    (await control(id, 'pause')).refusal(409, 'paused');
    (await control(id, 'release-control')).refusal(409, 'paused');
    expect((await client.get(`/v1/blueprint-runs/${id}`)).as(200, BlueprintRun).status).toBe('paused');
    expect(asked).not.toContain(next);
    expect(await status(id, 'resume')).toBe('running');
    const { status: ended, result } = await finish(client, id);
    expect([ended, result?.outputs]).toEqual(['completed', { heading: 'Heading' }]);
    expect(asked).toContain(next);
    expect((await eventsOf(client, id)).map(({ type }) => type)).toContain('control.paused');
  },
  RUN_MS,
);

test(
  'one person at a time takes control of a running or paused Run, and gives it back',
  async () => {
    const { id, next, answer } = await heldRun();
    expect(await status(id, 'take-control')).toBe('user_controlling');
    for (const action of ['take-control', 'pause', 'resume'] as const)
      (await control(id, action)).refusal(409, 'user_controlling');
    await answer();
    expect(asked).not.toContain(next);
    expect(await status(id, 'release-control')).toBe('running');
    expect((await finish(client, id)).status).toBe('completed');
    const events = await eventsOf(client, id);
    const order = events.map(({ type }) => type);
    expect(order.indexOf('control.released')).toBeLessThan(order.indexOf('step.completed'));
    const taken = events.find(({ type }) => type === 'control.taken');
    expect(taken?.data).toMatchObject({ by: { type: 'key', id: client.issued.id, name: 'a key' } });
    expect(events.map(({ type }) => type)).toContain('control.released');
  },
  RUN_MS,
);

test(
  'a paused Run can be taken over and cancelled',
  async () => {
    const { id } = await heldRun();
    await status(id, 'pause');
    expect(await status(id, 'take-control')).toBe('user_controlling');
    expect(await status(id, 'cancel')).toBe('cancelled');
    for (const action of ACTIONS) (await control(id, action)).refusal(409, 'cancelled');
    expect(await status(id, 'cancel')).toBe('cancelled');
  },
  RUN_MS,
);

describe('control of a queued Run', () => {
  let id: string;
  beforeAll(async () => {
    const json = { name: 'Look', goal: 'Look' };
    const blueprint = (await client.post('/v1/blueprints', json)).as(201, Blueprint);
    const path = `/v1/blueprints/${blueprint.id}/runs`;
    id = (await client.post(path, { executionTarget: 'local' })).as(202, AcceptedRun).id;
  });

  test.each(ACTIONS)('%s returns 409', async (action) => {
    (await control(id, action)).refusal(409, 'queued');
  });

  test.each(ACTIONS)('%s needs runs:write, takes no body and hides other workspaces', async (action) => {
    const reader = await person.key(['runs:read', 'blueprints:write']);
    (await control(id, action, reader)).refusal(403, 'runs:write');
    const path = `/v1/blueprint-runs/${id}/${action}`;
    (await client.post(path, { force: true })).refusal(422, 'force');
    (await client.post(path, {})).refusal(409);
    const foreign = await (await signUp()).key();
    (await control(id, action, foreign)).refusal(404);
    (await control(UNKNOWN_ID, action)).refusal(404);
  });
});

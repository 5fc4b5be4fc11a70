import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Desktop, announceSkipped, noDesktop, startDesktop } from '@errand/computer/testing/desktop.ts';
import { type Computer, findAll, read } from '@errand/computer';
import { RunDetails } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Machine, createMachine } from './desktop.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { type LiveSocket, watchLive } from './live-socket.ts';
import { RUN_MS, createRun, eventsOf, finish, start, stateOf } from './runs.ts';
import { newTitle } from './samples.ts';
import { sharedStack } from './stack.ts';

announceSkipped('local Runs on a desktop');

(noDesktop === null ? describe : describe.skip)('a paired machine with a desktop', () => {
  let person: Person;
  let client: KeyClient;
  let desktop: Desktop;
  let machine: Machine;
  let watching: Computer | null = null;
  beforeAll(async () => {
    person = await signUp();
    client = await person.key();
    desktop = await startDesktop({ hasPerson: true });
    machine = await createMachine(desktop.env);
    await machine.pair(person, sharedStack().baseUrl);
    machine.begin('start', '--headless');
  });
  afterAll(async () => {
    await machine?.[Symbol.asyncDispose]();
    await desktop?.[Symbol.asyncDispose]();
  });

  const editor = { app: 'mousepad', role: 'textbox' };
  const step = (id: string, primitive: string, input: object) => ({
    id,
    kind: 'primitive',
    primitive,
    input,
    applicationScope: ['app:mousepad'],
  });
  const opened = step('open', 'desktop.open', { application: 'mousepad' });

  async function begin(steps: object[], inputs: Readonly<Record<string, string>> = {}): Promise<string> {
    const created = await client.post('/v1/runbooks', {
      schemaVersion: 3,
      title: newTitle(),
      status: 'published',
      parameters: Object.keys(inputs).map((name) => ({ name, type: 'string', required: true })),
      steps,
    });
    const { id: runbookId } = JSON.parse(created.text) as { id: string };
    const begun = await start(client, runbookId, { executionTarget: 'local', inputs });
    return (JSON.parse(begun.text) as { id: string }).id;
  }

  /** Watches a Run as soon as the machine has taken it. */
  async function watchRun(id: string): Promise<LiveSocket> {
    const urlOf = async () =>
      (await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails).live_view_url ?? null;
    await waitFor('the Run to begin', async () => (await urlOf()) !== null, { timeoutMs: RUN_MS });
    return await watchLive((await urlOf()) ?? '');
  }

  async function carryOut(...run: Parameters<typeof begin>) {
    const id = await begin(...run);
    return { id, ...(await finish(client, id)) };
  }

  test(
    'keeps Runs away from the desktop until its owner allows it',
    async () => {
      const refusals = [
        [null, 'The owner of this machine has not allowed Runs to use its desktop'],
        [['allow', 'mousepad'], 'Whether the screen is locked is not known'],
        [
          ['allow', 'galculator', '--unattended'],
          'The application "mousepad" is not one that the step may use',
        ],
        [['disallow'], 'The owner of this machine has not allowed Runs to use its desktop'],
      ] as const;
      for (const [command, why] of refusals) {
        if (command !== null) expect(await machine.run(...command)).toMatchObject({ code: 0 });
        const ended = await carryOut([opened]);
        expect([ended.status, ended.error_message]).toEqual(['failed', expect.stringContaining(why)]);
      }
    },
    RUN_MS,
  );

  test(
    'carries out the desktop steps of a Runbook in its applications, with pictures, and needs no browser for them',
    async () => {
      await machine.run('allow', 'mousepad', '--unattended');
      const file = path.join(desktop.home, 'note.txt');
      const inputs = { note: 'Grüße, 日本 🙂' };
      const ended = await carryOut(
        [
          opened,
          step('write', 'desktop.fill', { target: editor, value: '{{ inputs.note }}' }),
          step('save', 'desktop.press', { keys: 'Control+S' }),
          step('name', 'desktop.fill', { target: { role: 'textbox', name: 'Name:' }, value: file }),
          step('confirm', 'desktop.click', { target: { role: 'button', name: 'Save', exact: true } }),
          step('saved', 'desktop.wait', { for: { role: 'window', name: 'note.txt' } }),
          step('read', 'desktop.read', { target: editor }),
          step('close', 'desktop.press', { keys: 'Control+Q' }),
        ],
        inputs,
      );
      expect([ended.error_message, ended.status, ended.step_count]).toEqual([null, 'completed', 8]);
      expect(ended.result?.outputs['read']).toBe(inputs.note);
      expect(await readFile(file, 'utf8')).toContain(inputs.note);
      const { artifacts } = (await client.get(`/v1/runs/${ended.id}/details`)).as(200, RunDetails);
      expect(artifacts.filter(({ kind }) => kind === 'screenshot').length).toBeGreaterThan(0);
      const { stdout: log } = await machine.run('log');
      expect(log).toMatch(
        new RegExp(`${ended.id}  run.begun .*mousepad[^]*${ended.id}  act  write  desktop.fill`),
      );
      expect(log).not.toContain(inputs.note);
      expect(await machine.run('log', 'verify')).toMatchObject({ code: 0 });
      expect(await machine.status()).toMatchObject({
        desktop: 'x11',
        consent: { applications: ['mousepad'], unattended: true },
      });
    },
    RUN_MS,
  );

  test(
    'gets the Runs that need a desktop, and another machine of its owner that has none does not',
    async () => {
      await machine.run('allow', 'mousepad', '--unattended');
      await using other = await createMachine();
      await other.pair(person, sharedStack().baseUrl);
      other.begin('start', '--headless');
      const isReady = async () => (await other.status())['connected'] === true;
      await waitFor('the other machine to be connected', isReady, { timeoutMs: RUN_MS });
      const ids: string[] = [];
      for (let runs = 0; runs < 3; runs += 1) {
        const ended = await carryOut([step('look', 'desktop.snapshot', {})]);
        expect([ended.error_message, ended.status]).toEqual([null, 'completed']);
        ids.push(ended.id);
      }
      const [{ stdout: own }, { stdout: others }] = await Promise.all([machine.run('log'), other.run('log')]);
      for (const id of ids) expect([own.includes(id), others.includes(id)]).toEqual([true, false]);
    },
    RUN_MS,
  );

  test(
    'carries out a task in plain words on the desktop without a model, and shows in its live view that it is there',
    async () => {
      await machine.run('allow', 'mousepad', '--unattended');
      const file = path.join(desktop.home, 'task.txt');
      const { id } = await createRun(client, {
        task: `Open mousepad, type "Dear Ada", save as ${file} and read the text`,
        applicationScope: ['app:mousepad'],
      });
      const live = await watchRun(id);
      await live.until('the note', () => live.received('desktop').length > 0);
      const ended = await finish(client, id);
      expect([ended.error_message, ended.status]).toEqual([null, 'completed']);
      expect(Object.values(ended.result?.outputs ?? {})).toEqual(['Dear Ada']);
      expect(await readFile(file, 'utf8')).toContain('Dear Ada');
      expect(live.pictures).toEqual([]);
      live.close();
      await carryOut([opened, step('close', 'desktop.press', { keys: 'Control+Q' })]);
    },
    RUN_MS,
  );

  /** The text of the editor without a file. */
  async function written(): Promise<string> {
    const watcher = (watching ??= await desktop.open());
    const [found] = await findAll(watcher, { ...editor, window: 'Untitled' }, watcher.scope(null));
    return found === undefined ? '' : read(watcher, found);
  }
  async function untilTyping(id: string): Promise<void> {
    await waitFor('the first words', async () => {
      const { status, error_message: problem } = await stateOf(client, id);
      if (status === 'failed') throw new Error(problem ?? 'failed');
      return (await written()).length > 100;
    });
  }
  const long = 'All of these words are typed.\n'.repeat(200);

  test(
    'waits for its owner when the person uses the mouse in the middle of typing, and types the rest once they agree',
    async () => {
      await machine.run('allow', 'mousepad', '--unattended');
      const id = await begin([
        opened,
        step('write', 'desktop.type', { text: long }),
        step('read', 'desktop.read', { target: { ...editor, window: 'Untitled' } }),
        step('close', 'desktop.press', { keys: ['Control+A', 'Delete', 'Control+Q'] }),
      ]);
      await untilTyping(id);
      desktop.person.moveMouse();
      await waitFor('a question', async () => (await stateOf(client, id)).status === 'waiting_for_approval');
      expect((await written()).length).toBeLessThan(long.length);
      const types = (await eventsOf(client, id)).map(({ type }) => type);
      expect(types.slice(-2)).toEqual(['control.paused', 'approval.requested']);
      await person.session.post(`/v1/runs/${id}/approval`, { decision: 'approve' });
      const ended = await finish(client, id);
      expect([ended.error_message, ended.result?.outputs['read'] === long]).toEqual([null, true]);
    },
    RUN_MS,
  );

  test(
    'ends a Run in the middle of typing when the person presses the stop chord, and takes no other until it is resumed',
    async () => {
      await machine.run('allow', 'mousepad', '--unattended');
      const id = await begin([opened, step('write', 'desktop.type', { text: long })]);
      await untilTyping(id);
      desktop.person.press('ctrl+alt+Escape');
      const ended = await finish(client, id);
      expect([ended.status, ended.error_message]).toEqual([
        'failed',
        expect.stringContaining('stopped the Run with Control+Alt+Escape'),
      ]);
      expect((await written()).length).toBeLessThan(long.length);
      const keys = await watching?.display.ask<Buffer>('QueryKeymap');
      expect(Buffer.from(keys ?? [1]).every((byte) => byte === 0)).toBe(true);
      expect(await machine.status()).toMatchObject({ paused: true });
      const next = await begin([step('read', 'desktop.read', { target: { ...editor, nth: 0 } })]);
      expect((await stateOf(client, next)).status).toBe('queued');
      await machine.run('resume');
      expect(await finish(client, next)).toMatchObject({ status: 'completed' });
    },
    RUN_MS,
  );
});

import { DeviceList } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { createMachine } from './desktop.ts';
import { type Person, signUp } from './people.ts';
import { RUN_MS, createRun, eventsOf, finish, start } from './runs.ts';
import { newTitle } from './samples.ts';
import { sharedStack } from './stack.ts';

async function capabilitiesOf({ session }: Person) {
  const { data } = (await session.get('/v1/devices')).as(200, DeviceList);
  return data[0]?.capabilities;
}

test(
  'a machine without browser and desktop announces what to install, and its Runs fail at once with that',
  async () => {
    const person = await signUp();
    const client = await person.key();
    await using machine = await createMachine({ PATH: '/nonexistent' });
    await machine.pair(person, sharedStack().baseUrl);
    expect(await capabilitiesOf(person)).toBeNull();
    machine.begin('start');
    await waitFor('the capabilities', async () => (await capabilitiesOf(person)) !== null, {
      timeoutMs: RUN_MS,
    });
    const expected = {
      browser: { available: false, detail: expect.stringContaining('No browser was found: install') },
      desktop: { available: false, detail: expect.stringMatching(/^(There is no|Driving the desktop)/) },
    };
    expect(await capabilitiesOf(person)).toEqual(expected);
    expect(await machine.status()).toMatchObject({ capabilities: expected });

    const { id } = await createRun(client, { task: `Open ${sharedStack().baseUrl} and report the heading` });
    const ended = await finish(client, id);
    expect([ended.status, ended.error_code, ended.error_message]).toEqual([
      'failed',
      'browser_crashed',
      expect.stringContaining('No browser was found: install'),
    ]);

    const created = await client.post('/v1/runbooks', {
      schemaVersion: 3,
      title: newTitle(),
      status: 'published',
      parameters: [],
      steps: [
        { id: 'say', kind: 'primitive', primitive: 'data.set', input: { value: 1 } },
        { id: 'look', kind: 'primitive', primitive: 'desktop.snapshot', input: {} },
      ],
    });
    const begun = await start(client, (JSON.parse(created.text) as { id: string }).id, {
      executionTarget: 'local',
    });
    const runId = (JSON.parse(begun.text) as { id: string }).id;
    const refused = await finish(client, runId);
    expect([refused.status, refused.step_count, refused.error_message]).toEqual([
      'failed',
      0,
      expect.stringMatching(/"look".*(There is no|Driving the desktop)/),
    ]);
    expect((await eventsOf(client, runId)).some(({ type }) => type === 'step.started')).toBe(false);
  },
  RUN_MS,
);

import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { AcceptedRun, RunDetails } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { createMachine } from './desktop.ts';
import { signUp } from './people.ts';
import { RUN_MS, finish, start } from './runs.ts';
import { createPublished, setStep } from './samples.ts';
import { sharedStack } from './stack.ts';

test(
  'a Run that a machine cannot log is requeued at once, and the machine pauses',
  async () => {
    const person = await signUp();
    const client = await person.key();
    await using machine = await createMachine();
    await machine.pair(person, sharedStack().baseUrl);
    const log = path.join(machine.home, '.local/state/errand/audit.jsonl');
    await mkdir(path.dirname(log), { recursive: true });
    // Opens and reads like a log, and takes no line.
    await symlink('/proc/self/oom_score_adj', log);
    const { child, ended } = machine.begin('start', '--headless');
    const { id: runbookId } = await createPublished(client, { steps: [setStep('one')], parameters: [] });
    const begun = await start(client, runbookId, { executionTarget: 'local' });
    const { id } = begun.as(202, AcceptedRun);

    await waitFor('the machine to pause', async () => (await machine.status())['paused'] === true, {
      timeoutMs: RUN_MS,
    });
    expect((await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails)).toMatchObject({
      status: 'queued',
      queue_reason: 'device',
    });

    child.kill('SIGTERM');
    await ended;
    await rm(log);
    machine.begin('start', '--headless');
    expect(await finish(client, id)).toMatchObject({ status: 'completed', error_message: null });
  },
  RUN_MS,
);

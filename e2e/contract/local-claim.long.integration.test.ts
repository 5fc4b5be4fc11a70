import { RunDetails } from '@errand/contracts';
import { expect, test } from '@jest/globals';
import { createLink } from '../faults/link.ts';
import { createMessageBreaker } from '../faults/message-breaker.ts';
import { createMachine } from './desktop.ts';
import { signUp } from './people.ts';
import { RUN_MS, createRun, finish } from './runs.ts';
import { sharedStack } from './stack.ts';

test(
  'a machine whose link breaks before the answer to its claim executes the same attempt',
  async () => {
    const { baseUrl, shopUrl } = sharedStack();
    const [person, link] = [await signUp(), await createLink(baseUrl)];
    await using machine = await createMachine();
    try {
      await machine.pair(person, new URL(link.through(baseUrl)).origin);
      const breaker = createMessageBreaker(['answer to claim']);
      link.breakAt(breaker.breaksAt);
      machine.begin('start', '--headless');
      const client = await person.key();
      const { id } = await createRun(client, { task: `Open ${shopUrl} and report the heading` });
      expect((await finish(client, id)).status).toBe('completed');
      expect(breaker.broken).toEqual(new Set(['answer to claim']));
      expect((await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails).attempt).toBe(1);
    } finally {
      link.close();
    }
  },
  RUN_MS,
);

import { expect, test } from '@jest/globals';
import { StepError } from '../src/host.ts';
import { createLookup } from '../src/network/lookup.ts';
import { createNetwork } from '../src/network/network.ts';

const found = [{ address: '192.0.2.1', family: 4 }];

/** Name servers that answer when told to. */
function nameServers() {
  const asked: string[] = [];
  const answers = new Map<string, () => void>();
  let most = 0;
  return {
    asked,
    answer: (name: string) => {
      answers.get(name)?.();
      answers.delete(name);
    },
    get most() {
      return most;
    },
    look: (name: string) =>
      new Promise<typeof found>((resolve) => {
        asked.push(name);
        answers.set(name, () => resolve(found));
        most = Math.max(most, answers.size);
      }),
  };
}

function settled() {
  return new Promise((resolve) => setImmediate(resolve));
}

test('looks up a few names at once, in order', async () => {
  const servers = nameServers();
  const lookup = createLookup({ look: servers.look, atOnce: 2, timeoutMs: 60_000 });
  const looking = Promise.all(['a', 'b', 'c', 'd'].map(lookup));
  expect(servers.asked).toEqual(['a', 'b']);
  for (const name of ['b', 'a', 'c', 'd']) {
    servers.answer(name);
    await settled();
  }
  expect(await looking).toEqual([found, found, found, found]);
  expect(servers.asked).toEqual(['a', 'b', 'c', 'd']);
  expect(servers.most).toBe(2);
});

test('gives up on a name server that is silent, whose place is free once it answers', async () => {
  const servers = nameServers();
  const lookup = createLookup({ look: servers.look, atOnce: 1, timeoutMs: 300 });
  const network = createNetwork({ allowPrivateNetwork: true, lookup });
  const resolve = (name: string) => network.resolve(new URL(`http://${name}/`));
  const given = await Promise.allSettled([resolve('silent.example'), resolve('waiting.example')]);
  expect(given.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
    new StepError('navigation_failed', 'The host name silent.example could not be resolved.'),
    new StepError('navigation_failed', 'The host name waiting.example could not be resolved.'),
  ]);
  expect(servers.asked).toEqual(['silent.example']);
  const next = resolve('next.example');
  servers.answer('silent.example');
  await settled();
  servers.answer('next.example');
  expect(await next).toEqual(found);
  expect(servers.asked).toEqual(['silent.example', 'next.example']);
});

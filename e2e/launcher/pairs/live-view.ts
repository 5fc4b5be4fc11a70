import { waitFor } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { typeName } from '../../contract/controlled-site.ts';
import { watchLive } from '../../contract/live-socket.ts';
import { RUN_MS, WAIT_MS, morePictures, useHeldRuns } from './held-runs.ts';
import type { PairsUnderTest } from './pairs.ts';

export function testLiveView(underTest: () => PairsUnderTest): void {
  const held = useHeldRuns(underTest);

  test(
    'a Run of each executor is watched through one gateway and controlled through the other',
    async () => {
      const { site, start, rowOf, viewOf, control } = held();
      const pagesDrawn = () => site.told.filter((what) => what === 'drawn').length;
      // One more than an executor has slots for.
      const runs = await Promise.all([start('/moving'), start('/moving'), start('/moving')]);
      const owners = await Promise.all(runs.map(async ({ id }) => (await rowOf(id))?.owner));
      const ofEach = runs.filter((_run, at) => owners.indexOf(owners[at]) === at);
      expect(ofEach).toHaveLength(2);
      for (const { id, next } of ofEach) {
        const watcher = await watchLive(await viewOf(id, 'gateway-1'));
        await morePictures(watcher);
        const hand = await watchLive(await viewOf(id, 'gateway-2'));
        hand.send({ type: 'control', action: 'take' });
        await watcher.until('control', () => watcher.state?.controller);
        const drawn = pagesDrawn();
        site.answer(next);
        await hand.until('the browser', () => hand.state?.ready);
        await waitFor('the page to be drawn', () => pagesDrawn() > drawn, { timeoutMs: WAIT_MS });
        await typeName(site, hand, id);
        hand.send({ type: 'control', action: 'release' });
        await watcher.until('the end', () => watcher.closed === 4000);
        expect(watcher.state?.status).toBe('completed');
        hand.close();
      }
      for (const { id } of runs.filter((run) => !ofEach.includes(run)))
        expect(await control(id, 'cancel')).toBe('cancelled');
    },
    RUN_MS,
  );

  test(
    'a token that has expired opens neither page nor socket, and a socket that was open stays so with new tokens',
    async () => {
      const { pairs, start, viewOf, control } = held();
      const { id } = await start('/moving');
      const url = await viewOf(id);
      expect((await fetch(url)).status).toBe(200);
      const live = await watchLive(url);
      await morePictures(live);
      const jump = () => {
        for (const { name, pid } of pairs.processes.processes)
          if (name.startsWith('runs-')) process.kill(pid, 'SIGPWR');
      };
      jump();
      try {
        await waitFor('the token to expire', async () => (await fetch(url)).status === 401, {
          timeoutMs: RUN_MS,
        });
        await expect(watchLive(url)).rejects.toThrow('refused with 401');
        await morePictures(live);
        await control(id, 'pause');
        await live.until('the pause', () => live.state?.status === 'paused');
        url.searchParams.set('token', live.state?.token ?? '');
        const again = await watchLive(url);
        await again.until('a picture', () => again.pictures.length > 0);
        again.close();
      } finally {
        jump();
      }
      live.close();
      expect(await control(id, 'cancel')).toBe('cancelled');
    },
    RUN_MS,
  );
}

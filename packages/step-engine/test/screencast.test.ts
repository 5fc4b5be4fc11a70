import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';
import { type LivePicture, startScreencast } from '@errand/browser-runtime';
import { waitFor } from '@errand/wait-for';
import { expect, test } from '@jest/globals';
import { sharedPool } from './browser.ts';

const pool = sharedPool();
const site = sharedSite({
  '/held': () => undefined,
  '/': '<title>Still</title><h1>Nothing moves here</h1>',
  '/busy': `<title>Busy</title><h1>0</h1><script>
const work = () => {
  const end = performance.now() + 500;
  while (performance.now() < end);
  document.querySelector('h1').textContent = String(Math.round(end));
  requestAnimationFrame(work);
};
work();</script>`,
});

/** Resolves when the page could have drawn this many frames. */
const FRAMES = 60;
function letDraw(frames: number): Promise<void> {
  return new Promise((resolve) => {
    const next = () => {
      frames -= 1;
      if (frames > 0) requestAnimationFrame(next);
      else resolve();
    };
    next();
  });
}

test.each([
  ['holds no secrets', null],
  ['holds secrets', () => false],
])(
  'sends a picture of a Run that %s when its page has changed, and none while nothing changes',
  async (_what, isSecret) => {
    await pool.withContext({ host: createRecorder(), scoped: false }, async (surface) => {
      surface.secretCheck = () => isSecret;
      const { page } = surface;
      await page.goto(site.url);
      const pictures: LivePicture[] = [];
      const cast = startScreencast(surface, async (picture) => void pictures.push(picture));
      await waitFor('the first picture', () => pictures.length > 0, { timeoutMs: 60_000 });
      await page.evaluate(letDraw, FRAMES);
      const still = pictures.length;
      await page.evaluate(letDraw, FRAMES);
      expect(pictures).toHaveLength(still);
      await page.locator('h1').evaluate((heading) => (heading.textContent = 'Something moved'));
      await waitFor('the next picture', () => pictures.length > still, { timeoutMs: 60_000 });
      cast.stop();
    });
  },
);

test('shows the page of a Run that holds secrets, however slowly the page answers', async () => {
  await pool.withContext({ host: createRecorder(), scoped: false }, async (surface) => {
    surface.secretCheck = () => () => false;
    await surface.page.goto(`${site.url}/busy`, { timeout: 60_000 });
    const pictures: LivePicture[] = [];
    const cast = startScreencast(surface, async (picture) => void pictures.push(picture));
    await waitFor('a picture', () => pictures.some(({ jpeg }) => jpeg !== null), { timeoutMs: 60_000 });
    cast.stop();
    expect(pictures.at(-1)?.jpeg?.subarray(0, 2).toString('hex')).toBe('ffd8');
  });
});

test('withholds a page that cannot be checked because the next one is on its way', async () => {
  await pool.withContext({ host: createRecorder(), scoped: false }, async (surface) => {
    surface.secretCheck = () => () => false;
    const { page } = surface;
    await page.goto(site.url);
    const asked = page.waitForRequest(`${site.url}/held`);
    page.goto(`${site.url}/held`).catch(() => undefined);
    await asked;
    const pictures: LivePicture[] = [];
    const cast = startScreencast(surface, async (picture) => void pictures.push(picture));
    await waitFor('the note', () => pictures.length > 0, { timeoutMs: 60_000 });
    cast.stop();
    expect(pictures).toMatchObject([{ jpeg: null }]);
  });
});

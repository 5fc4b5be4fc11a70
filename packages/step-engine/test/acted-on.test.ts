import type { ActedOn } from '@errand/contracts';
import { expect, test } from '@jest/globals';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { createRecorder, type Recorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';

const BOX = 'position: absolute; left: 25vw; top: 50vh; width: 10vw; height: 20vh; margin: 0';
const AS_PARTS = { x: 0.25, y: 0.5, width: 0.1, height: 0.2 };

const pool = sharedPool();
const site = sharedSite({
  '/': `<input aria-label="Name" style="${BOX}; box-sizing: border-box">`,
  '/link': `<a href="/" style="${BOX}">Next</a>`,
  '/below': `<button onclick="this.textContent = 'Done'" style="${BOX}; top: 300vh">Do</button>`,
  '/framed': `<style>body { margin: 0 }</style><iframe src="/" style="position: absolute; left: 10vw; top: 10vh; width: 50vw; height: 50vh; border: 0"></iframe>`,
  '/covered': `<button style="${BOX}">Under</button><div style="position: fixed; inset: 0">Over</div>`,
});
const open = openerOf(site);

function elementsOf(host: Recorder, type: 'step.completed' | 'step.failed'): (ActedOn | undefined)[] {
  return host.ofType(type).map(({ data }) => data?.['element'] as ActedOn | undefined);
}

test('an element that stays is marked on the picture of its step, and steps that act on none have no mark', async () => {
  const { host } = await run(
    pool,
    steps(open('/'), { primitive: 'browser.fill', input: { target: { label: 'Name' }, value: 'Ada' } }),
  );
  expect(elementsOf(host, 'step.completed')).toEqual([undefined, { ...AS_PARTS, picture: 'own' }]);
});

test('an element that a step left behind is marked on the picture before', async () => {
  const { host } = await run(
    pool,
    steps(open('/link'), { primitive: 'browser.click', input: { target: 'Next' } }),
  );
  expect(elementsOf(host, 'step.completed')[1]).toEqual({ ...AS_PARTS, picture: 'previous' });
});

test('an element further down is marked where it was scrolled to', async () => {
  const { host } = await run(
    pool,
    steps(open('/below'), { primitive: 'browser.click', input: { target: { role: 'button', name: 'Do' } } }),
  );
  const element = elementsOf(host, 'step.completed')[1];
  expect(element).toMatchObject({ x: AS_PARTS.x, width: AS_PARTS.width, picture: 'own' });
  expect(element?.y).toBeGreaterThanOrEqual(0);
  expect(element?.y).toBeLessThanOrEqual(1 - AS_PARTS.height);
});

test('an element in a frame is marked where the whole window shows it', async () => {
  const target = { label: 'Name', frame: 'iframe' };
  const { host } = await run(
    pool,
    steps(open('/framed'), { primitive: 'browser.fill', input: { target, value: 'Ada' } }),
  );
  const element = elementsOf(host, 'step.completed')[1];
  expect(element?.x).toBeCloseTo(0.1 + 0.5 * AS_PARTS.x, 2);
  expect(element?.y).toBeCloseTo(0.1 + 0.5 * AS_PARTS.y, 2);
});

test('a step that fails tells what it could not act on', async () => {
  const { host } = await run(
    pool,
    steps(open('/covered'), { primitive: 'browser.click', input: { target: 'Under' }, timeoutMs: 2_000 }),
  );
  expect(elementsOf(host, 'step.failed')).toEqual([{ ...AS_PARTS, picture: 'previous' }]);
});

test('a person who is asked is told where the step will act', async () => {
  const host = createRecorder();
  const click = { primitive: 'browser.click', input: { target: 'Next' }, risk: 'high' as const };
  await run(pool, steps(open('/link'), click), { host });
  expect(host.asked.map(({ element }) => element)).toEqual([AS_PARTS]);
});

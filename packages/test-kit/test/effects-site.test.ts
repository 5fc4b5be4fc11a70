import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type EffectsSite, startEffectsSite } from '../src/effects-site.ts';

let site: EffectsSite;

beforeEach(async () => {
  site = await startEffectsSite();
});
afterEach(() => site?.close());

function post(fields: Record<string, string>) {
  return fetch(`${site.url}/effects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: 'token=t1' },
    body: JSON.stringify(fields),
  });
}

test('the effects site records effects posted as JSON and as a form', async () => {
  await post({ token: 't1', step: 's1' });
  await fetch(`${site.url}/effects`, {
    method: 'POST',
    body: new URLSearchParams({ token: 't2', step: 's2' }),
  });
  expect(site.effects).toEqual([
    { at: expect.any(Number), token: 't1', step: 's1', cookies: 'token=t1' },
    { at: expect.any(Number), token: 't2', step: 's2', cookies: '' },
  ]);
});

test('a form of the effects site contains token and step, and a page sets a cookie', async () => {
  const response = await fetch(`${site.url}/form?token=t%223&step=s3`);
  expect(response.headers.getSetCookie()).toEqual(['token=t%223']);
  expect(await response.text()).toContain('name="token" value="t&quot;3"');
});

test('the effects site records an effect before it answers, also while it hangs', async () => {
  site.hang();
  const answer = post({ token: 't4', step: 's4' });
  while (site.effects.length === 0) await new Promise(setImmediate);
  site.release();
  expect((await answer).status).toBe(200);
});

import { describe, expect, test } from '@jest/globals';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { eventually } from './eventually.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { sharedSite } from './site.ts';

const pool = sharedPool();
const blocked = Array.from({ length: 150 }, (_, n) => `<img src="http://127.0.0.1:${n + 1000}/">`);
const site = sharedSite({
  '/alerts': `<button onclick="confirm('Sure?')">Ask</button><script>for (let n = 0; n < 150; n++) alert(n)</script>`,
  '/pictures': blocked.join(''),
  '/tabs': '<script>for (let n = 0; n < 60; n++) open("/tab")</script>',
  '/tab': 'tab',
});
const open = openerOf(site);
const messagesOf = (host: Recorder) => host.ofType('log').map(({ message }) => message);
const LEFT_OUT = 'The page did more that no step asked for; only the first 100 notes of that are kept.';

describe('what a page does without end', () => {
  test('dialogs are told a hundred times, those that a step announced always', async () => {
    const { outcome, host } = await run(
      pool,
      steps(
        { ...open('/alerts'), timeoutMs: 20_000 },
        { primitive: 'browser.dialog', input: { action: 'accept' } },
        { primitive: 'browser.click', input: { target: 'Ask' } },
      ),
    );
    expect(outcome.status).toBe('completed');
    const messages = messagesOf(host);
    expect(messages).toHaveLength(102);
    expect(messages.slice(99)).toEqual([
      'Dismissed an unannounced alert dialog: "99"',
      LEFT_OUT,
      'Accepted the confirm dialog: "Sure?"',
    ]);
  });

  test('refused hosts are told a hundred times', async () => {
    const { host } = await run(
      pool,
      steps({ ...open('/pictures'), applicationScope: [site.host], timeoutMs: 20_000 }),
      { scoped: true },
    );
    const messages = messagesOf(host);
    expect(messages).toHaveLength(101);
    expect(messages.at(-1)).toBe(LEFT_OUT);
  });

  test('tabs are closed beyond fifty, and a step that opens one more fails', async () => {
    const host = createRecorder();
    await pool.withContext({ host, scoped: false }, async (surface) => {
      await surface.page.goto(`${site.url}/tabs`);
      await eventually(() => messagesOf(host).length > 0 && surface.context.pages().length === 50);
      expect(surface.tabs).toHaveLength(50);
      await expect(surface.openTab()).rejects.toThrow('More than 50 tabs cannot be open.');
      expect(surface.tabs).toHaveLength(50);
    });
    expect(messagesOf(host)).toEqual([
      'Closed a tab: more than 50 cannot be open. Others will be closed without a word.',
    ]);
  });
});

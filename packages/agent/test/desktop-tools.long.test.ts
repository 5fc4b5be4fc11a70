import { announceSkipped } from '@errand/computer/testing/desktop.ts';
import type { Reply } from '@errand/scripted-models';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { expect, test } from '@jest/globals';
import { call, finish, openAgentBrowser, says } from './agent-browser.ts';
import { describeOnDesktop, openEditor, RUN_MS, useDesktopAgent } from './agent-desktop.ts';

announceSkipped("an agent with its provider's tool for a computer");

describeOnDesktop("an agent with its provider's own tool for a computer", () => {
  const on = useDesktopAgent();

  const computer = (action: string, input: object = {}): Reply => ({
    calls: [{ name: action, toolset: 'computer', input: { action, ...input } }],
  });
  const trained = { settings: { vision: true, model: 'claude-opus-5' } };

  test(
    "uses applications by the provider's own tool for a computer: by points of pictures taken after each action, and keys",
    async () => {
      const { outcome, host, asked } = await on.run(
        'Write "Dear Ada" in mousepad',
        says(
          openEditor(),
          computer('left_click', { coordinate: [640, 400] }),
          computer('type', { text: 'Dear Ada' }),
          computer('key', { text: 'Return', repeat: 2 }),
          computer('screenshot'),
          finish('Dear Ada', { written: 'Dear Ada' }),
        ),
        trained,
      );
      expect([outcome.errorMessage, outcome.status]).toEqual([null, 'completed']);
      expect(host.asked).toEqual([]);
      expect(host.ofType('agent.action').map(({ data }) => data)).toMatchObject([
        { primitive: 'desktop.open' },
        { primitive: 'desktop.click', input: { x: 640, y: 400 } },
        { primitive: 'desktop.type', input: { text: 'Dear Ada' } },
        { primitive: 'desktop.press', input: { keys: ['Enter', 'Enter'] } },
      ]);
      expect(asked[0]?.text).toContain('"type":"computer_toolset_20260801"');
      const pictures = asked.map(
        ({ text }) => /"data":"(?<picture>iVBOR[^"]+)"/.exec(text)?.groups?.['picture'],
      );
      // A click shows only the caret, which blinks; the text that was typed is seen at any moment.
      const [, , clicked, typed] = pictures;
      expect(typed).not.toBe(clicked);
      expect(pictures.slice(1)).not.toContain(undefined);
    },
    RUN_MS,
  );

  test(
    "uses applications by OpenAI's own tool for a computer, whose actions come in batches that a picture answers",
    async () => {
      const other = await openAgentBrowser('openai');
      try {
        const acts = (...actions: object[]): Reply => ({
          calls: [{ name: 'computer', toolset: 'computer', input: { actions } }],
        });
        const { outcome, host, asked } = await on.run(
          'Write "Dear Ada" in mousepad',
          says(
            openEditor(),
            acts(
              { type: 'click', button: 'left', x: 640, y: 400 },
              { type: 'type', text: 'Dear Ada' },
              { type: 'keypress', keys: ['ENTER'] },
            ),
            acts({ type: 'screenshot' }),
            acts({ type: 'drag', path: [{ x: 1, y: 1 }] }),
            finish('Dear Ada', { written: 'Dear Ada' }),
          ),
          { settings: { vision: true, model: 'gpt-5.4' }, from: other },
        );
        expect([outcome.errorMessage, outcome.status]).toEqual([null, 'completed']);
        expect(host.ofType('agent.action').map(({ data }) => data)).toMatchObject([
          { primitive: 'desktop.open' },
          { primitive: 'desktop.click', input: { x: 640, y: 400 } },
          { primitive: 'desktop.type', input: { text: 'Dear Ada' } },
          { primitive: 'desktop.press', input: { keys: ['ENTER'] } },
        ]);
        interface Item {
          type?: string;
          call_id?: string;
          output?: { type: string; image_url: string };
        }
        const bodies = asked.map(({ text }) => JSON.parse(text) as { tools: Item[]; input: Item[] });
        expect(bodies[0]?.tools).toContainEqual({ type: 'computer' });
        const answers = bodies.map(({ input }) =>
          input.filter(({ type }) => type === 'computer_call_output'),
        );
        expect(answers.map(({ length }) => length)).toEqual([0, 0, 1, 2, 3]);
        const pictures = answers.map((items) => items.at(-1)?.output?.image_url ?? '');
        const isWhole = (picture: string) => picture.startsWith('data:image/png') && picture.length > 1_000;
        expect(pictures.map(isWhole)).toEqual([false, false, true, true, true]);
        // Only the newest is worth its tokens.
        expect(answers[3]?.map(({ output }) => isWhole(output?.image_url ?? ''))).toEqual([false, true]);
        expect(asked[4]?.text).toContain('The computer tool does not offer that here.');
      } finally {
        await other.close();
      }
    },
    RUN_MS,
  );

  test(
    "ends when the model's provider asks a person to check what its tool for a computer is to do",
    async () => {
      const other = await openAgentBrowser('openai');
      try {
        const input = {
          actions: [{ type: 'click', button: 'left', x: 640, y: 400 }],
          pending_safety_checks: [{ id: 'sc_1', code: 'malicious', message: 'This looks odd.' }],
        };
        const { outcome, host } = await on.run(
          'Write "Dear Ada" in mousepad',
          says(openEditor(), { calls: [{ name: 'computer', toolset: 'computer', input }] }),
          { settings: { vision: true, model: 'gpt-5.4' }, from: other },
        );
        expect(outcome).toMatchObject({ status: 'failed', errorCode: 'agent_gave_up' });
        expect(outcome.errorMessage).toContain('This looks odd.');
        expect(host.ofType('agent.action')).toHaveLength(1);
      } finally {
        await other.close();
      }
    },
    RUN_MS,
  );

  test(
    'waits for approval of a click on a point of which nothing tells what is there, by whatever tool it comes',
    async () => {
      for (const click of [
        computer('left_click', { coordinate: [3, 3] }),
        call('desktop_click', { x: 3, y: 3 }),
      ]) {
        const host = createRecorder();
        host.answer = async () => ({ decision: 'reject' });
        const { outcome } = await on.run('Look around', says(call('desktop_look', {}), click), {
          ...trained,
          host,
        });
        expect([outcome.errorCode, host.asked.length, host.intents]).toEqual(['approval_rejected', 1, []]);
        expect(host.asked[0]?.message).toContain('what this does is not known');
      }
    },
    RUN_MS,
  );

  test.each([
    ['a model that was not trained for it', { model: 'claude-haiku-4-5', vision: true }],
    ['a model that is shown no pictures', { model: 'claude-opus-5', vision: false }],
  ])("does not offer the provider's tool to %s", async (_which, settings) => {
    const { asked } = await on.run('Look around', says(call('give_up', { reason: 'enough' })), { settings });
    expect(asked[0]?.text).not.toContain('computer_toolset');
  });
});

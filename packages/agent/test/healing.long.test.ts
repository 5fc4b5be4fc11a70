import type { RunbookStep } from '@errand/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHealer } from '../src/healer.ts';
import { executeRunbook } from '@errand/step-engine';
import type { Script } from '@errand/scripted-models';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { serve, type Site } from '@errand/browser-runtime/testing/site.ts';
import { call, openAgentBrowser, refOf, says } from './agent-browser.ts';

const START_MS = 180_000;
const RUN_MS = 180_000;

let site: Site;
let agent: Awaited<ReturnType<typeof openAgentBrowser>>;
beforeAll(async () => {
  site = await serve({
    '/': `<h1>Tea</h1><button onclick="document.querySelector('p').textContent = 'Kept'">Keep it</button>
      <button onclick="document.querySelector('p').textContent = 'Gone'">Delete account</button><p>Open</p>`,
  });
  agent = await openAgentBrowser();
}, START_MS);
afterAll(async () => {
  await agent?.close();
  await site?.close();
});

async function run(script: Script, more: { onFailure?: 'continue' } = {}) {
  const host = createRecorder();
  const steps: RunbookStep[] = [
    {
      id: 'open',
      kind: 'primitive',
      primitive: 'browser.navigate',
      input: { url: site.url },
      timeoutMs: 30_000,
    },
    {
      id: 'keep',
      kind: 'primitive',
      primitive: 'browser.click',
      instruction: 'Keep the tea',
      input: { target: { role: 'button', name: 'Keep', exact: true } },
      ...more,
    },
    { id: 'state', kind: 'primitive', primitive: 'browser.extract', input: { target: 'p', as: 'text' } },
  ];
  const before = agent.model.asked.length;
  agent.model.script = (asked) => script({ ...asked, turn: asked.turn - before });
  const outcome = await agent.pool.withContext({ host, scoped: false }, (surface) =>
    executeRunbook({
      definition: { title: 'Trial', steps, parameters: [] },
      inputs: {},
      surface,
      host,
      limits: { stepTimeoutMs: 3_000, screenshots: false },
      heal: createHealer(agent.createClient()),
    }),
  );
  return { outcome, host, asked: agent.model.asked.slice(before) };
}
function use(what: string): Script {
  return (seen) => call('use_element', { target: refOf(seen, what) });
}

test(
  'asks the model only about the step that no longer fits its page',
  async () => {
    const { outcome, host, asked } = await run(use('button "Keep it"'));
    expect(outcome).toMatchObject({ status: 'completed', outputs: { state: 'Kept' } });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).toContain('Keep the tea');
    expect(host.ofType('log').at(-1)).toMatchObject({
      stepId: 'keep',
      data: { healed: { target: { role: 'button', name: 'Keep it', exact: true } } },
    });
    expect(host.asked).toEqual([]);
  },
  RUN_MS,
);

test(
  'classifies the risk of a healed step as an agent action',
  async () => {
    const { outcome, host } = await run(use('button "Delete account"'));
    expect(host.asked).toMatchObject([{ stepId: 'keep', input: { target: { name: 'Delete account' } } }]);
    // The recorder approves.
    expect(outcome).toMatchObject({ status: 'completed', outputs: { state: 'Gone' } });
  },
  RUN_MS,
);

test.each([
  ['gives up', says(call('give_up', { reason: 'There is none.' }))],
  ['makes up a ref', says(call('use_element', { target: 'e999' }))],
])(
  'the Run fails with the original error when the healing model %s',
  async (_what, script) => {
    const { outcome } = await run(script);
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'element_not_found' });
  },
  RUN_MS,
);

test(
  'does not heal a step that is allowed to fail',
  async () => {
    const { asked } = await run(use('button "Keep it"'), { onFailure: 'continue' });
    expect(asked).toEqual([]);
  },
  RUN_MS,
);

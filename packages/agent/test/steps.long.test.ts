import type { AgentStep, RunbookDefinition, RunbookStep } from '@errand/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createConditionJudge } from '../src/judge-condition.ts';
import { createStepAgent } from '../src/loop/step-agent.ts';
import { executeRunbook, needsScope } from '@errand/step-engine';
import type { Script } from '@errand/scripted-models';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { serve, type Site } from '@errand/browser-runtime/testing/site.ts';
import { call, finish, openAgentBrowser, refOf, says } from './agent-browser.ts';

const START_MS = 180_000;
const RUN_MS = 180_000;

let site: Site;
let other: Site;
let agent: Awaited<ReturnType<typeof openAgentBrowser>>;
beforeAll(async () => {
  other = await serve({ '/': '<h1>Other</h1>' });
  site = await serve({
    '/': `<h1>Tea</h1><input aria-label="Name"><button onclick="document.querySelector('p').textContent = 'Saved'">Keep</button>
      <button onclick="location = '${other.url}/'">Next</button><p>Open</p>`,
  });
  agent = await openAgentBrowser();
}, START_MS);
afterAll(async () => {
  await agent?.close();
  await site?.close();
  await other?.close();
});

function agentStep(more: Partial<AgentStep> = {}): RunbookStep {
  return {
    id: 'ask',
    kind: 'agent',
    instruction: `Keep the tea on ${site.url}`,
    timeoutMs: RUN_MS,
    ...more,
  };
}

async function run(
  given: RunbookStep[],
  script: Script,
  more: {
    parameters?: RunbookDefinition['parameters'];
    inputs?: Record<string, unknown>;
    dryRun?: boolean;
  } = {},
) {
  const host = createRecorder();
  const before = agent.model.asked.length;
  agent.model.script = (asked) => script({ ...asked, turn: asked.turn - before });
  const model = agent.createClient();
  const definition = { title: 'Trial', steps: given, parameters: more.parameters ?? [] };
  const outcome = await agent.pool.withContext({ host, scoped: needsScope(definition) }, (surface) =>
    executeRunbook({
      definition,
      inputs: more.inputs ?? {},
      surface,
      host,
      dryRun: more.dryRun ?? false,
      limits: { stepTimeoutMs: 10_000, screenshots: false },
      agent: createStepAgent(model),
      judge: createConditionJudge(model),
    }),
  );
  return { outcome, host, asked: agent.model.asked.slice(before) };
}

function open() {
  return call('browser_navigate', { url: site.url });
}
const keep: Script = says(
  open,
  (seen) => call('browser_click', { target: refOf(seen, 'button "Keep"') }),
  finish('Saved', { kept: true }),
);

test(
  'records an agent step as one step of its Run, with all effects under its id',
  async () => {
    const { outcome, host } = await run([agentStep({ effect: 'write' })], keep);
    expect(outcome).toMatchObject({ status: 'completed', outputs: { ask: { kept: true } } });
    expect(host.ofType('step.completed').map(({ stepId, result }) => [stepId, result])).toEqual([
      ['ask', { output: { kept: true }, reusable: true }],
    ]);
    expect(host.ofType('agent.action').map(({ stepId }) => stepId)).toEqual(['ask', 'ask']);
    expect(host.intents).toMatchObject([{ stepId: 'ask', effect: 'write' }]);
  },
  RUN_MS,
);

test(
  'offers and performs no writing tools in an agent step without an effect',
  async () => {
    const { outcome, host, asked } = await run([agentStep()], keep);
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'agent_gave_up' });
    expect(asked[0]?.text).not.toContain('browser_click');
    expect(host.intents).toEqual([]);
  },
  RUN_MS,
);

test(
  'asks for approval before an agent step of high risk or irreversible effect begins',
  async () => {
    const risky = await run([agentStep({ effect: 'write', risk: 'high' })], keep);
    expect(risky.host.asked).toMatchObject([
      { stepId: 'ask', input: { instruction: `Keep the tea on ${site.url}` } },
    ]);
    const final = await run([agentStep({ effect: 'irreversible' })], keep);
    expect(final.host.asked).toHaveLength(1);
  },
  RUN_MS,
);

test(
  'ends the agent step without loading a page outside its scope',
  async () => {
    const { outcome } = await run(
      [agentStep({ effect: 'write', applicationScope: [site.host] })],
      says(open, (seen) => call('browser_click', { target: refOf(seen, 'button "Next"') }), finish('Other')),
    );
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'site_not_allowed' });
    expect(other.requests).toEqual([]);
  },
  RUN_MS,
);

test(
  'tells the model the name of a secret input and types its value after approval',
  async () => {
    const { outcome, host, asked } = await run(
      [agentStep({ effect: 'write', instruction: `Type {{ inputs.pin }} into Name on ${site.url}` })],
      says(
        open,
        (seen) => call('browser_fill', { target: refOf(seen, 'textbox "Name"'), value: '{{ inputs.pin }}' }),
        (seen) => call('browser_extract', { target: refOf(seen, 'textbox "Name"'), as: 'value' }),
        finish('Open'),
      ),
      { parameters: [{ name: 'pin', type: 'secret', required: true }], inputs: { pin: 'swordfish-17' } },
    );
    expect(outcome.status).toBe('completed');
    expect(host.asked).toHaveLength(1);
    const told = asked.map(({ text }) => text).join('\n');
    expect(told).toContain('Type {{ inputs.pin }} into Name');
    expect(told).toContain('[secret]');
    expect(told).not.toContain('swordfish-17');
    expect(JSON.stringify(host.events)).not.toContain('swordfish-17');
  },
  RUN_MS,
);

test(
  'performs an agent step in a dry run only when it just reads',
  async () => {
    const { outcome, host, asked } = await run([agentStep({ effect: 'write' })], keep, { dryRun: true });
    expect(outcome.status).toBe('completed');
    expect(host.ofType('step.completed')).toMatchObject([{ data: { dry_run: true, acted: false } }]);
    expect(asked).toEqual([]);
  },
  RUN_MS,
);

test.each([
  [true, 'completed', null],
  [false, 'failed', 'completion_condition_unmet'],
])(
  'lets the model judge a free-text condition: %p',
  async (holds, status, errorCode) => {
    const { outcome, host } = await run(
      [
        {
          id: 'open',
          kind: 'primitive',
          primitive: 'browser.navigate',
          input: { url: site.url },
          completionCondition: 'the page is about tea',
          timeoutMs: 15_000,
        },
      ],
      says(call('verdict', { holds, because: 'the heading says Tea' })),
    );
    expect(outcome).toMatchObject({ status, errorCode });
    if (holds)
      expect(host.ofType('step.completed')[0]?.data).toMatchObject({
        completion: { held: true, findings: [{ saw: 'the heading says Tea' }] },
      });
  },
  RUN_MS,
);

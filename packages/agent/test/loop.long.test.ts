import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { modelProviders } from '@errand/scripted-models';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { serve, type Site } from '@errand/browser-runtime/testing/site.ts';
import { call, finish, openAgentBrowser, refOf, says } from './agent-browser.ts';

const START_MS = 180_000;
const RUN_MS = 180_000;

const PAGES = {
  '/': `<title>Tea house</title><h1>Tea house</h1>
    <label>Guests <input id="guests"></label>
    <button onclick="document.querySelector('p').textContent = 'Table for ' + document.querySelector('#guests').value">Check</button>
    <p>Nothing chosen</p><a href="/menu">Menu</a>`,
  '/menu': '<title>Menu</title><h1>Menu</h1><ul><li>Sencha £4</li><li>Assam £3</li></ul>',
  '/broken': '<title>Oops</title><h1>500 Internal Server Error</h1><p>Sencha £4</p>',
  '/long': `<title>Long</title><h1>Long</h1>${Array.from({ length: 40_000 }, (_, row) => `<p>Row ${row}: ${'lorem ipsum dolor sit amet '.repeat(4)}</p>`).join('')}<p>The answer is 4711</p>`,
};

let site: Site;
let agent: Awaited<ReturnType<typeof openAgentBrowser>>;
beforeAll(async () => {
  site = await serve(PAGES);
  agent = await openAgentBrowser();
}, START_MS);
afterAll(async () => {
  await agent?.close();
  await site?.close();
});

function open(path = '/', text?: string) {
  return () => call('browser_navigate', { url: site.url + path }, text);
}

test(
  'asks a person at a sign-in, and looks at the page anew when the Run goes on',
  async () => {
    const host = createRecorder();
    const reasons: string[] = [];
    let isAnswered = false;
    host.askPerson = async (reason) => void reasons.push(reason);
    host.gate = {
      enter: async () => () => undefined,
      open: async () => void (isAnswered ||= reasons.length > 0),
      stepAside: async () => undefined,
      closing: new AbortController().signal,
      takeovers: 0,
    };
    const { outcome, asked } = await agent.run(
      `Open ${site.url}/menu and report the price of Sencha`,
      says(
        open('/menu'),
        call('ask_person', { reason: 'Sign in, please' }),
        finish('Sencha £4', { price: '£4' }),
      ),
      { host },
    );
    expect([outcome.status, reasons, isAnswered]).toEqual(['completed', ['Sign in, please'], true]);
    expect(asked.at(-1)?.text).toContain('A person has answered');
  },
  RUN_MS,
);

describe.each(modelProviders)('with a model of %s', (provider) => {
  let own: Awaited<ReturnType<typeof openAgentBrowser>>;
  beforeAll(async () => {
    own = await openAgentBrowser(provider);
  }, START_MS);
  afterAll(async () => {
    await own?.close();
  });
  test(
    'carries out a task step by step and proves its end on the page',
    async () => {
      const { outcome, host, asked, model } = await own.run(
        `Ask ${site.url} for a table for 3 guests`,
        says(
          open('/', 'I open the site.'),
          (seen) => call('browser_fill', { target: refOf(seen, 'textbox "Guests"'), value: '3' }),
          (seen) => call('browser_click', { target: refOf(seen, 'button "Check"') }),
          finish('Table for 3', { table: 'for 3' }),
        ),
      );
      expect(outcome).toEqual({
        status: 'completed',
        summary: 'It is done.',
        finalUrl: `${site.url}/`,
        outputs: { table: 'for 3' },
        errorCode: null,
        errorMessage: null,
      });
      expect(host.events.map(({ type, stepId }) => [type, stepId])).toEqual([
        ['run.started', null],
        ['agent.thought', 's1'],
        ['agent.action', 's1'],
        ['step.started', 's1'],
        ['step.completed', 's1'],
        ['agent.action', 's2'],
        ['step.started', 's2'],
        ['step.completed', 's2'],
        ['agent.action', 's3'],
        ['step.started', 's3'],
        ['step.completed', 's3'],
        ['agent.thought', 's4'],
        ['log', null],
        ['run.completed', null],
      ]);
      expect(host.ofType('agent.action')[1]?.data).toEqual({
        primitive: 'browser.fill',
        input: { target: { label: 'Guests', exact: true }, value: '3' },
      });
      expect(host.ofType('agent.thought').at(-1)?.data).toMatchObject({ completion: { held: true } });
      expect(host.intents.map(({ stepId, effect }) => [stepId, effect])).toEqual([
        ['s2', 'write'],
        ['s3', 'write'],
      ]);
      expect(model.usage).toMatchObject({ calls: 4, inputTokens: 400, outputTokens: 80 });
      // The page is shown in full once; after an action, only its changes.
      expect(asked.at(-1)?.text).toContain('Changed on the page');
    },
    RUN_MS,
  );
});

test(
  'refuses finish without a text on the page, with a wrong text, or with an error page in view',
  async () => {
    const { outcome, asked } = await agent.run(
      `Report the price of Sencha on ${site.url}/menu`,
      says(
        open('/broken'),
        finish('Sencha £4'),
        open('/menu'),
        call('finish', { summary: 'Done.', evidence: [] }),
        finish('Sencha £5'),
        finish('Sencha £4', { price: '£4' }),
      ),
    );
    expect(outcome).toMatchObject({ status: 'completed', outputs: { price: '£4' } });
    expect(asked[2]?.text).toContain('500 Internal Server Error');
    expect(asked[2]?.text).toContain('Not accepted');
    expect(asked[4]?.text).toContain('Cite at least one text');
    expect(asked[5]?.text).toContain('The page does not show that');
  },
  RUN_MS,
);

test(
  'fails with agent_gave_up when claims are never proven',
  async () => {
    const { outcome } = await agent.run(
      `Buy the moon on ${site.url}`,
      says(open(), finish('You own the moon')),
    );
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'agent_gave_up' });
    expect(outcome.errorMessage).toMatch(/could not prove .* Done: Open .*The page was /s);
  },
  RUN_MS,
);

test.each([
  [
    'repeats itself',
    says(open(), call('browser_scroll', { by: { x: 0, y: 9 } })),
    /repeated the same action/,
  ],
  ['gives up', says(open(), call('give_up', { reason: 'There is no moon here.' })), /There is no moon here/],
  ['says nothing', says({ text: 'Hm.' }), /got no further/],
  ['calls what does not exist', says(call('browser_fly', {})), /got no further/],
  [
    'uses refs that it was not shown',
    says(open(), call('browser_click', { target: 'e999' })),
    /repeated the same action/,
  ],
  [
    'needs more actions than it has',
    says(open(), open('/menu'), open(), open('/menu'), open(), open('/menu')),
    /not done after 4 actions/,
  ],
] as const)(
  'an agent that %s fails with agent_gave_up and lists what it did',
  async (_what, script, message) => {
    const { outcome } = await agent.run(`Find the moon on ${site.url}`, script, { maxSteps: 4 });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'agent_gave_up' });
    expect(outcome.errorMessage).toMatch(message);
  },
  RUN_MS,
);

describe('an output schema', () => {
  const outputSchema = {
    type: 'object',
    properties: { price: { type: 'number' } },
    required: ['price'],
    additionalProperties: false,
  };
  const task = () => `Report the price of Sencha on ${site.url}/menu`;

  test(
    'accepts a second output after one that does not fit the schema',
    async () => {
      const { outcome, asked } = await agent.run(
        task(),
        says(open('/menu'), finish('Sencha £4', { price: '£4' }), finish('Sencha £4', { price: 4 })),
        { outputSchema },
      );
      expect(outcome).toMatchObject({ status: 'completed', outputs: { price: 4 } });
      expect(asked[2]?.text).toContain('does not fit its schema: price');
    },
    RUN_MS,
  );

  test(
    'fails with output_invalid when the output does not fit the schema twice',
    async () => {
      const { outcome } = await agent.run(task(), says(open('/menu'), finish('Sencha £4', { price: '£4' })), {
        outputSchema,
      });
      expect(outcome).toMatchObject({ status: 'failed', errorCode: 'output_invalid' });
    },
    RUN_MS,
  );
});

test(
  'reads a page of 5 MB in parts and finds text far down the page',
  async () => {
    const { outcome, asked } = await agent.run(
      `What is the answer on ${site.url}/long?`,
      says(
        open('/long'),
        call('page_find', { text: 'the answer' }),
        finish('The answer is 4711', { answer: '4711' }),
      ),
    );
    expect(outcome.errorMessage).toBeNull();
    expect(PAGES['/long'].length).toBeGreaterThan(4_500_000);
    expect(outcome).toMatchObject({ status: 'completed', outputs: { answer: '4711' } });
    expect(asked[2]?.text).toContain('The answer is 4711');
    for (const { text } of asked) expect(text.length).toBeLessThan(60_000);
  },
  RUN_MS * 2,
);

test(
  'fails with agent_model_error, without naming the provider, when the provider keeps failing',
  async () => {
    const { outcome } = await agent.run(`Look at ${site.url}`, () => ({ status: 500 }));
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'agent_model_error' });
    expect(outcome.errorMessage).not.toMatch(/anthropic|127\.0\.0\.1|500/i);
  },
  RUN_MS,
);

test(
  'stops a cancelled Run while its model is answering',
  async () => {
    const host = createRecorder();
    const { outcome } = await agent.run(
      `Look at ${site.url}`,
      () => {
        host.stop.abort(new Error('cancelled'));
        return open()();
      },
      { host },
    );
    expect(outcome.status).toBe('failed');
    expect(host.ofType('agent.action')).toEqual([]);
  },
  RUN_MS,
);

test(
  'shows a vision model one screenshot at a time and summarizes old exchanges in one line',
  async () => {
    const back = Array.from({ length: 16 }, (_, turn) => open(turn % 2 === 0 ? '/' : `/menu?${turn}`));
    const { outcome, asked } = await agent.run(
      `Compare ${site.url} and its menu`,
      says(...back, finish('Sencha £4')),
      { settings: { vision: true } },
    );
    expect(outcome.status).toBe('completed');
    const last = asked.at(-1)?.text ?? '';
    expect(last.match(/image\/jpeg/g)).toHaveLength(1);
    expect(last).toContain('Done before, oldest first');
    expect(last).toContain('(The page as it was then is left out.)');
    expect(last.match(/Nothing chosen/g) ?? []).toHaveLength(0);
  },
  RUN_MS,
);

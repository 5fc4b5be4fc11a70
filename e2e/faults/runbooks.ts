import type { CreateRunbook } from '@errand/contracts';

/** A kind of Run of the load; exactly one of `task`, `goal` and `runbook` is set. */
export interface Kind {
  name: string;
  effects: readonly string[];
  /** True: created only by a fault, not by the load. */
  isSpecial?: true;
  task?: (token: string) => string;
  /** Of a Blueprint. */
  goal?: string;
  runbook?: Pick<CreateRunbook, 'steps' | 'parameters'>;
}

const TOKEN = '{{ inputs.token }}';
/** Bounds the time until a hung browser is detected. */
const timeoutMs = 15_000;
/** A step that the site holds while a fault strikes, which can start a process on a busy machine. */
const HELD_TIMEOUT_MS = 120_000;
/** Each row is an effect, so that a fault can strike in the middle of the loop. */
const LOOP_ROWS = [0, 1, 2, 3, 4, 5, 6, 7];
/** As many as people bring in a table. */
const MANY_ROWS = Array.from({ length: 200 }, (_, row) => row);
/** Of every Runbook and Blueprint of the load. */
export const parameters = [{ name: 'token', type: 'string' as const, required: true }];

type Step = CreateRunbook['steps'][number];
function step(id: string, primitive: string, input: Record<string, unknown>, more = {}): Step {
  return {
    id,
    kind: 'primitive',
    primitive,
    input,
    ...more,
  };
}

/** Runs that only read, that write through a page and over HTTP, short ones for races, and one that crashes executors. */
export function kindsOn(site: string): Kind[] {
  const open = (id: string, path: string) => step(id, 'browser.navigate', { url: `${site}${path}` });
  const post = (id: string, ms: number, more: { timeoutMs?: number } = {}) =>
    step(
      id,
      'http.request',
      {
        method: 'POST',
        url: `${site}/effects?ms=${ms}`,
        json: { token: TOKEN, step: id },
      },
      more,
    );
  return [
    {
      name: 'reads',
      effects: [],
      runbook: {
        parameters,
        steps: [
          open('first', `/read?token=${TOKEN}&ms=300`),
          step('heading', 'browser.extract', { target: { css: 'h1' }, as: 'text' }, { timeoutMs }),
          open('second', `/read?token=${TOKEN}&ms=600`),
          step('text', 'browser.extract', { target: { css: 'p' }, as: 'text' }, { timeoutMs }),
        ],
      },
    },
    {
      name: 'writes',
      effects: ['before', 'send', 'after'],
      runbook: {
        parameters,
        steps: [
          open('open', `/form?token=${TOKEN}&step=send&sendMs=300`),
          post('before', 200),
          step(
            'send',
            'browser.click',
            { target: { role: 'button', name: 'Send' } },
            { completionCondition: 'text "Thank you" is visible', timeoutMs },
          ),
          open('verify', `/read?token=${TOKEN}&ms=300`),
          post('after', 400),
        ],
      },
    },
    {
      name: 'loop',
      effects: LOOP_ROWS.map((row) => `rows[${row}]`),
      runbook: {
        parameters,
        steps: [
          step('list', 'data.set', { value: [...LOOP_ROWS] }),
          step(
            'rows',
            'http.request',
            {
              method: 'POST',
              url: `${site}/effects?ms=100`,
              json: { token: TOKEN, step: 'rows[{{ index }}]' },
            },
            { forEach: '{{ steps.list.output }}' },
          ),
        ],
      },
    },
    {
      name: 'long loop',
      effects: MANY_ROWS.map((row) => `many[${row}]`),
      isSpecial: true,
      runbook: {
        parameters,
        steps: [
          step('list', 'data.set', { value: MANY_ROWS }),
          step(
            'many',
            'http.request',
            {
              method: 'POST',
              url: `${site}/effects?ms=20`,
              json: { token: TOKEN, step: 'many[{{ index }}]' },
            },
            { forEach: '{{ steps.list.output }}' },
          ),
        ],
      },
    },
    {
      name: 'slow write',
      effects: ['slow'],
      // Its page makes it hold a browser while it acts.
      runbook: {
        parameters,
        steps: [
          open('page', `/read?token=${TOKEN}&ms=300`),
          post('slow', 2_000, { timeoutMs: HELD_TIMEOUT_MS }),
        ],
      },
    },
    {
      name: 'asks',
      effects: ['send'],
      isSpecial: true,
      runbook: {
        parameters,
        steps: [
          open('open', `/form?token=${TOKEN}&step=send`),
          step(
            'send',
            'browser.click',
            { target: { role: 'button', name: 'Send' } },
            { risk: 'high', completionCondition: 'text "Thank you" is visible', timeoutMs },
          ),
        ],
      },
    },
    {
      name: 'short',
      effects: ['only'],
      isSpecial: true,
      runbook: { parameters, steps: [post('only', 0)] },
    },
    {
      name: 'crashing',
      effects: [],
      isSpecial: true,
      runbook: {
        parameters,
        steps: [
          step('swallow', 'http.request', { method: 'GET', url: `${site}/never-answers?token=${TOKEN}` }),
        ],
      },
    },
    {
      name: 'reads slowly',
      effects: [],
      isSpecial: true,
      runbook: {
        parameters,
        steps: [
          open('first', `/read?token=${TOKEN}&ms=2000`),
          step('heading', 'browser.extract', { target: { css: 'h1' }, as: 'text' }, { timeoutMs }),
        ],
      },
    },
    {
      name: 'moves',
      effects: [],
      isSpecial: true,
      runbook: {
        parameters,
        steps: [
          open('moving', `/moving?token=${TOKEN}`),
          step('look', 'browser.wait', { for: { ms: 5_000 } }, { timeoutMs }),
          open('still', `/read?token=${TOKEN}`),
          step('heading', 'browser.extract', { target: { css: 'h1' }, as: 'text' }, { timeoutMs }),
        ],
      },
    },
    {
      name: 'goal that reads slowly',
      effects: [],
      isSpecial: true,
      goal: `Open ${site}/read?token=${TOKEN}&ms=2000 and report the heading`,
    },
    {
      name: 'goal that moves',
      effects: [],
      isSpecial: true,
      goal: `Open ${site}/moving?token=${TOKEN}&ms=2000 and report the heading`,
    },
    {
      name: 'goal that reads',
      effects: [],
      goal: `Open ${site}/read?token=${TOKEN}&ms=300, then open ${site}/read?token=${TOKEN}&ms=600 and report the heading`,
    },
    {
      name: 'goal that writes',
      effects: ['s2'],
      goal: `Open ${site}/form?token=${TOKEN}&step=s2 and click "Send"`,
    },
    {
      name: 'ad-hoc write',
      effects: ['s2'],
      task: (token) => `Open ${site}/form?token=${token}&step=s2 and click "Send"`,
    },
    {
      name: 'ad-hoc read',
      effects: [],
      task: (token) => `Open ${site}/read?token=${token}&ms=400 and report the heading`,
    },
  ];
}

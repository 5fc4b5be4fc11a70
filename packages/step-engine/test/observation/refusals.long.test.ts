import { beforeEach, describe, expect, test } from '@jest/globals';
import { openerOf, run, sharedPool, steps } from '../browser.ts';
import { servePortal } from '@errand/browser-runtime/testing/observation/portal.ts';
import { doAsTask } from './as-task.ts';
import { type Act, click, fill, traps, twins } from './site-answers.ts';

const pool = sharedPool();
const portal = servePortal();
const open = openerOf(portal);
beforeEach(() => void portal.accepted.splice(0));

async function asRunbook(path: string, acts: Act[], more: object = {}) {
  const { outcome, host } = await run(pool, steps(open(path), ...acts.map((act) => ({ ...act, ...more }))), {
    limits: { stepTimeoutMs: 10_000 },
  });
  const warnings = host.ofType('step.warned').map(({ data }) => data as { reason: string; quote: string });
  return { ...outcome, warnings, terminal: host.events.at(-1) };
}

/** The same steps as a task does them; answers why it may not complete, null when it may. */
const asTask = (path: string, acts: Act[]) => doAsTask(pool, portal.url + path, acts);

describe('what a site refuses', () => {
  test.each(Object.entries(traps))('in a Runbook: %s', async (_name, { path, acts, fails, warns }) => {
    const { status, errorCode, errorMessage, warnings, terminal } = await asRunbook(path, acts);
    if (fails === undefined) {
      expect([status, warnings.map(({ reason }) => reason)]).toEqual(['completed', warns]);
      expect(terminal?.data).toMatchObject({ warnings: warns?.map((reason) => ({ reason })) });
    } else {
      expect([status, errorCode]).toEqual(['failed', 'action_failed']);
      expect(errorMessage).toContain(fails);
    }
    expect(portal.accepted.filter((deed) => !deed.startsWith('name='))).toEqual([]);
  });

  test.each(Object.entries(traps))('in a task: %s', async (_name, { path, acts, task }) => {
    expect(await asTask(path, acts)).toContain(task);
  });
});

describe('what a site accepts', () => {
  test.each(Object.entries(twins))(
    'in a Runbook: %s',
    async (_name, { path, acts, accepted, warns = [] }) => {
      const { status, errorMessage, warnings } = await asRunbook(path, acts);
      expect([status, errorMessage, warnings.map(({ reason }) => reason)]).toEqual([
        'completed',
        null,
        warns,
      ]);
      expect(portal.accepted).toEqual(accepted === undefined ? [] : [accepted]);
    },
  );

  test.each(Object.entries(twins))('in a task: %s', async (_name, { path, acts, accepted }) => {
    expect(await asTask(path, acts)).toBeNull();
    expect(portal.accepted).toEqual(accepted === undefined ? [] : [accepted]);
  });

  test('a task completes when a later step sets right what was refused', async () => {
    const acts = [fill('Quantity', '500'), click('Order'), fill('Quantity', '5'), click('Order')];
    expect(await asTask('/order-form', acts)).toBeNull();
    expect(portal.accepted).toEqual(['order 5']);
  });

  test('a document with an error status passes when the completion condition holds on it', async () => {
    const { status } = await asRunbook('/links', [click('#gone')], {
      completionCondition: 'text "nothing here" is visible',
    });
    expect(status).toBe('completed');
  });
});

const send = [click('#send')];

describe('a task looks once more at its end', () => {
  test.each([
    ['an alert that appears on the next page', '/alert-later', 'Your payment was declined'],
    ['a dialog that says no on the next page', '/says-no-later', 'Your payment was declined'],
    [
      'a next page that leads to a missing one',
      '/redirected-later',
      'GET /gone was answered with status 404',
    ],
    ['a next page that refreshes itself to a refusal', '/refreshed-later', 'Your payment was declined'],
    ['an event of the server that ends a wait', '/pushed-no', 'Could not save'],
    ['a change that the third tick of a clock takes back', '/ticking-no', 'took it back'],
  ])('a task fails after %s', async (_name, path, why) => {
    expect(await asTask(path, send)).toContain(why);
  });

  test.each([
    ['a next page that leads to thanks', '/accepted-later'],
    ['a next page that ends by thanks', '/thanked-later'],
    ['an event of the server that ends a wait well', '/pushed-ok'],
    ['a change that a clock leaves alone', '/ticking-ok'],
  ])('a task completes after %s', async (_name, path) => {
    expect(await asTask(path, send)).toBeNull();
  });

  test('a task does not take a success notice that disappears for a reverted change', async () => {
    expect(await asTask('/notice', [click('#save')])).toBeNull();
  });

  test('a task judges no page that a later step opened', async () => {
    const away: Act = { primitive: 'browser.navigate', input: { url: `${portal.url}/declined` } };
    expect(await asTask('/thanked-later', [...send, away])).toBeNull();
  });
});

describe('a page that hears what the engine tells its own watch', () => {
  test.each(['/hears-all', '/hears-patched'])(
    'does not keep a refusal from being seen by cancelling it: %s',
    async (path) => {
      expect(await asTask(path, [click('#save')])).toContain('Could not save');
    },
  );

  test('does not have an action confirmed that could not be watched', async () => {
    // Which of them is watched in its own call depends on how soon the page is there.
    const { status, warnings } = await asRunbook('/answers-nothing', [click('#save'), click('#save')]);
    expect([status, warnings.map(({ reason }) => reason).sort()]).toEqual([
      'completed',
      ['error_shown', 'not_watched'],
    ]);
    expect(await asTask('/answers-nothing', [click('#save')])).not.toBeNull();
  });
});

describe('values are read back', () => {
  test('takes written dates, formatted cards and numbers', async () => {
    const acts = [
      fill('Day', '20 November 2026'),
      fill('Amount', '5'),
      fill('Card', '4111111111111111'),
      click('Send'),
    ];
    expect(await asTask('/fields', acts)).toBeNull();
    expect(portal.accepted[0]).toContain('day=2026-11-20&amount=5&card=4111+1111+1111+1111');
  });

  test.each([
    [fill('Day', '03/04/2026'), 'cannot be used'],
    [{ primitive: 'browser.type', input: { target: 'Day', text: '20112026' } } as const, 'cannot be used'],
    [fill('Amount', 'many'), 'it is not a number'],
    [fill('Locked', 'free'), '"Locked" holds "fixed", not "free".'],
    [
      { primitive: 'browser.type', input: { target: 'Code', text: '123456' } } as const,
      '"Code" holds "1234", not "123456".',
    ],
  ])('fails when the control does not hold what was asked: %j', async (act, message) => {
    const { status, errorCode, errorMessage } = await asRunbook('/fields', [act, click('Send')]);
    expect([status, errorCode, portal.accepted]).toEqual(['failed', 'action_failed', []]);
    expect(errorMessage).toContain(message);
  });

  test('warns of a value that the control holds to be invalid', async () => {
    const { warnings } = await asRunbook('/fields', [fill('Amount', '500')]);
    expect(warnings).toMatchObject([
      {
        reason: 'field_invalid',
        quote: expect.stringContaining('Amount: Value must be less than or equal to 10'),
      },
    ]);
  });
});

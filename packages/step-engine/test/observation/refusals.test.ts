import { beforeEach, describe, expect, test } from '@jest/globals';
import type { PrimitiveName } from '@errand/contracts/primitives';
import { createRunSession } from '../../src/engine/run-session.ts';
import { performStep } from '../../src/engine/step.ts';
import { concludeTask } from '../../src/engine/conclude.ts';
import { StepError } from '@errand/browser-runtime';
import { openerOf, run, sharedPool, steps } from '../browser.ts';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { servePortal } from '@errand/browser-runtime/testing/observation/portal.ts';

const pool = sharedPool();
const portal = servePortal();
const open = openerOf(portal);
beforeEach(() => void portal.accepted.splice(0));

type Act = { primitive: PrimitiveName; input: Record<string, unknown> };
function click(target: string): Act {
  return { primitive: 'browser.click', input: { target } };
}
function fill(target: string, value: string): Act {
  return {
    primitive: 'browser.fill',
    input: { target, value },
  };
}

async function asRunbook(path: string, acts: Act[], more: object = {}) {
  const { outcome, host } = await run(pool, steps(open(path), ...acts.map((act) => ({ ...act, ...more }))), {
    limits: { stepTimeoutMs: 10_000 },
  });
  const warnings = host.ofType('step.warned').map(({ data }) => data as { reason: string; quote: string });
  return { ...outcome, warnings, terminal: host.events.at(-1) };
}

/** The same steps as a task does them; answers why it may not complete, null when it may. */
async function asTask(path: string, acts: Act[]): Promise<string | null> {
  const host = createRecorder();
  return pool.withContext({ host, scoped: false }, async (surface) => {
    const session = createRunSession({
      surface,
      host,
      limits: { stepTimeoutMs: 10_000, screenshots: false },
    });
    try {
      for (const [index, act] of [
        { primitive: 'browser.navigate' as const, input: { url: portal.url + path } },
        ...acts,
      ].entries())
        await performStep(session, { id: `s${index}`, ...act });
      await concludeTask(session);
      return null;
    } catch (error) {
      if (error instanceof StepError && error.code === 'action_failed') return error.message;
      throw error;
    }
  });
}

interface Trap {
  path: string;
  acts: Act[];
  /** Of the step in a Runbook: how it fails, or what it warns of. */
  fails?: string;
  warns?: string[];
  /** What a task says that may not complete. */
  task: string;
}

const traps: Record<string, Trap> = {
  'a question of the page that is left open': {
    path: '/asks',
    acts: [click('#delete')],
    warns: ['dialog_open'],
    task: 'Delete this draft?',
  },
  'a notice that says no and goes away': {
    path: '/toast-no',
    acts: [click('#go')],
    warns: ['error_shown', 'error_shown', 'change_taken_back'],
    task: 'You are not allowed to do that',
  },
  'an alert that is all that comes': {
    path: '/alert-neutral',
    acts: [click('#go')],
    warns: ['dialog_closed'],
    task: 'No pagers left',
  },
  'a wrong password, answered with 401': {
    path: '/login',
    acts: [fill('User', 'ada'), fill('Password', 'wrong'), click('Sign in')],
    fails: 'Wrong user or password (POST /login was answered with status 401)',
    task: 'Wrong user or password',
  },
  'a sign-in form that is there again without a word': {
    path: '/silent-login',
    acts: [fill('User', 'ada'), fill('Password', 'wrong'), click('Sign in')],
    warns: ['form_shown_again'],
    task: 'The form with the password is there again',
  },
  'an order that is answered with 422': {
    path: '/order-form',
    acts: [fill('Quantity', '500'), click('Order')],
    fails: 'Quantity must be between 1 and 99',
    task: 'Quantity must be between 1 and 99',
  },
  'a required field that is empty': {
    path: '/required',
    acts: [click('Send')],
    fails: 'The form was not sent: Email: Please fill out this field.',
    task: 'The form was not sent: Email',
  },
  'an address that the script of the form refuses': {
    path: '/scripted',
    acts: [fill('Email', 'someone'), click('Send')],
    fails: 'The form was not sent: Email: Enter a valid address',
    task: 'Enter a valid address',
  },
  'an unannounced confirm': {
    path: '/delete',
    acts: [click('#delete')],
    fails: 'The page asked "Delete the account?"',
    task: 'Delete the account?',
  },
  'a fetch that is answered with 500': {
    path: '/save-500',
    acts: [click('#save')],
    warns: ['http_error', 'error_shown'],
    task: 'Could not save (POST /api/500 was answered with status 500)',
  },
  'a fetch that is answered with 500 by a page that says nothing': {
    path: '/save-silent-500',
    acts: [click('#save')],
    warns: ['http_error'],
    task: 'POST /api/500 was answered with status 500',
  },
  'a slow fetch that is answered with 500': {
    path: '/save-later',
    acts: [click('#save')],
    warns: ['http_error', 'error_shown'],
    task: 'Could not save',
  },
  'an error text after an answer of 200': {
    path: '/save-refused',
    acts: [click('#save')],
    warns: ['error_shown'],
    task: 'Could not save',
  },
  'an alert that says no': {
    path: '/save-alert',
    acts: [click('#save')],
    warns: ['dialog_closed'],
    task: 'Your card was declined',
  },
  'a session that ended': {
    path: '/save-expired',
    acts: [click('#save')],
    warns: ['sign_in_asked'],
    task: 'Sign in',
  },
  'a link that leads to a sign-in form': {
    path: '/links',
    acts: [click('#orders')],
    warns: ['sign_in_asked'],
    task: 'Sign in',
  },
  'a link to nowhere': {
    path: '/links',
    acts: [click('#gone')],
    fails: 'GET /gone was answered with status 404',
    task: 'GET /gone was answered with status 404',
  },
  'a like that is taken back': {
    path: '/like-reverts',
    acts: [click('#like')],
    warns: ['change_taken_back'],
    task: 'took it back',
  },
  'a change that is taken back by a timer': {
    path: '/follow-reverts',
    acts: [click('#follow')],
    warns: ['change_taken_back'],
    task: 'The page showed "Following" and took it back',
  },
  'a styled button that asks for a value instead of sending': {
    path: '/pills',
    acts: [click('#book')],
    fails: 'The form was not sent: Tell us who is coming',
    task: 'Tell us who is coming',
  },
  'a sentence in red on the page that a form leads to': {
    path: '/bulk',
    acts: [click('Export')],
    warns: ['error_shown'],
    task: 'Zero rows ticked',
  },
  'a field in a shadow root that its script refuses': {
    path: '/shadow',
    acts: [fill('Email', 'someone'), click('Send')],
    fails: 'The form was not sent: Email: An address has an @',
    task: 'An address has an @',
  },
  'a red sentence long after the click': {
    path: '/red-no',
    acts: [click('#go')],
    warns: ['error_shown'],
    task: 'Signs of this door have two letters',
  },
  'a word of success that makes way for a refusal': {
    path: '/replaced-no',
    acts: [click('#go')],
    warns: ['error_shown'],
    task: 'No one answered',
  },
  'a dead button': {
    path: '/dead',
    acts: [click('#dead')],
    warns: ['nothing_changed'],
    task: 'Nothing on the page changed',
  },
};

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

const twins: Record<string, { path: string; acts: Act[]; accepted?: string; warns?: string[] }> = {
  'a right password': {
    path: '/login',
    acts: [fill('User', 'ada'), fill('Password', 'right'), click('Sign in')],
    accepted: 'login',
  },
  'an order': { path: '/order-form', acts: [fill('Quantity', '5'), click('Order')], accepted: 'order 5' },
  'a filled field': {
    path: '/required',
    acts: [fill('Email', 'a@b.c'), click('Send')],
    accepted: 'email=a%40b.c',
  },
  'an address that the script takes': {
    path: '/scripted',
    acts: [fill('Email', 'a@b.c'), click('Send')],
    accepted: 'email=a%40b.c',
  },
  'a styled list that opens': { path: '/pills', acts: [click('#kind')] },
  'a styled button that sends and asks for more': {
    path: '/pills',
    acts: [fill('Name', 'Ada'), click('#book')],
    accepted: 'for=Ada',
  },
  'a form whose answer is in plain words': {
    path: '/bulk',
    acts: [{ primitive: 'browser.check', input: { target: 'IN-1' } }, click('Export')],
    accepted: 'a=on',
  },
  'a field in a shadow root that is taken': {
    path: '/shadow',
    acts: [fill('Email', 'a@b.c'), click('Send')],
    accepted: 'mail=a%40b.c',
  },
  'an announced confirm': {
    path: '/delete',
    acts: [{ primitive: 'browser.dialog', input: { action: 'accept' } }, click('#delete')],
    accepted: 'deleted=1',
  },
  'a fetch that is taken': { path: '/save-ok', acts: [click('#save')], accepted: 'name=Ada' },
  'a fetch that leads elsewhere': { path: '/save-leaves', acts: [click('#save')], accepted: 'name=Ada' },
  'a button that says that it is busy': { path: '/save-busy', acts: [click('#save')], accepted: 'name=Ada' },
  'a like that stays': { path: '/like', acts: [click('#like')], accepted: '' },
  'a button that says for a moment that it copied': { path: '/copy', acts: [click('#copy')] },
  'a link': { path: '/links', acts: [click('#home')] },
  'signing out to the sign-in form': { path: '/signed-in', acts: [click('Sign out')] },
  'a dialog that goes while a notice comes where it stood': {
    path: '/dialog-and-notice',
    acts: [click('#ask'), click('#yes')],
    accepted: 'name=Ada',
  },
  'a notice that makes way for success': { path: '/toast-yes', acts: [click('#go')] },
  'a question that is answered': {
    path: '/asks',
    acts: [click('#delete'), click('#yes')],
    accepted: 'name=Ada',
    warns: ['dialog_open'],
  },
  'a red sentence that a button is there to show': {
    path: '/red-news',
    acts: [click('#go')],
    warns: ['error_shown'],
  },
  'an entry taken from a list of which another says no': {
    path: '/list-of-notices',
    acts: [click('#go')],
    accepted: 'name=Ada',
  },
  'an alert that says yes': { path: '/alert-yes', acts: [click('#go')], warns: ['dialog_closed'] },
  'a dialog with fields that opens': { path: '/invite', acts: [click('#invite')] },
  'a tab that shows a file called after an error': { path: '/files', acts: [click('#files')] },
  'a section that opens with a list of what may be wrong': { path: '/files', acts: [click('#report')] },
  'a link to the sign-in form': { path: '/home', acts: [click('Sign in')] },
  'a request to a third party that fails': { path: '/third-party', acts: [click('#buy')], accepted: 'buy=1' },
  'data that a page cannot read': { path: '/read-404', acts: [click('#load')], warns: ['http_error'] },
};

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

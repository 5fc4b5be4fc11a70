import type { PrimitiveName } from '@errand/contracts/primitives';

export type Act = { primitive: PrimitiveName; input: Record<string, unknown> };
export function click(target: string): Act {
  return { primitive: 'browser.click', input: { target } };
}
export function fill(target: string, value: string): Act {
  return {
    primitive: 'browser.fill',
    input: { target, value },
  };
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

/** What the portal refuses, in every way in which a site may say so. */
export const traps: Record<string, Trap> = {
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
    warns: ['http_error', 'error_shown'],
    task: 'Could not save',
  },
  'an alert that says no': {
    path: '/save-alert',
    acts: [click('#save')],
    warns: ['http_error', 'dialog_closed'],
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
    warns: ['http_error', 'change_taken_back'],
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

/** The same actions, or others that look alike, where the portal accepts them. */
export const twins: Record<string, { path: string; acts: Act[]; accepted?: string; warns?: string[] }> = {
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
  'data that a page asks for a moment later and cannot read': {
    path: '/read-404-later',
    acts: [click('#load')],
    warns: ['http_error'],
  },
  'data that a page cannot read': { path: '/read-404', acts: [click('#load')], warns: ['http_error'] },
};

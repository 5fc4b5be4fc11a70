import { click, fill } from './site-answers.ts';
import type { TwoSided } from './two-sided-site.ts';

type Answers = NonNullable<TwoSided['answers']>;
const form = (fields: string, more = '') =>
  `<form method="post" action="sent" ${more}>${fields}<button>Send</button></form>`;
const NAME = '<input name="name" aria-label="Name">';
const name = [fill('Name', 'Dora Smith'), click('Send')];
const password = form(`${NAME}<input type="password" name="p" aria-label="Password">`);
const signIn = [fill('Name', 'Ada'), fill('Password', 'right'), click('Send')];
const DEBIT = '<p role="alert">Your direct debit failed</p>';
/** Pages that are read anew after something was refused. */
const REFUSING: Record<string, string> = {
  layout:
    '<div class="col"><h2>Order</h2></div><div class="col"><h2>Payment</h2><p>Your card was declined</p></div><div class="col">Help</div>',
  order: '<h1>Order 7</h1><ul><li>Delivery: open</li><li>Payment: declined</li></ul>',
};
/** Leads to the page `next` where the form is taken, and answers with `no` where it is not. */
const leads =
  (next: string, no: ReturnType<Answers>): Answers =>
  (refuses, { path }, take) => {
    if (path === 'next') return next;
    if (path in REFUSING) return REFUSING[path];
    if (path !== 'sent') return undefined;
    if (!refuses) take();
    return refuses ? no : { to: 'next' };
  };
const answersBy =
  (yes: string, no: string): Answers =>
  (refuses, { path }, take) => {
    if (path !== 'sent') return undefined;
    if (!refuses) take();
    return refuses ? no : yes;
  };

/** Refusals on pages that also say how other things stand, which refuses nothing. */
export const amongOthers: Record<string, TwoSided> = {
  'a dashboard with failures after signing in': {
    page: password,
    answers: leads(
      '<h1>Ada</h1><a href="out">Sign out</a><div role="alert">Your address is not verified</div><section><h2>Payments</h2><p class="error">3 payments failed</p></section>',
      `<p>Your account is locked</p>${password}`,
    ),
    acts: signIn,
    says: 'Your account is locked',
  },
  'a page behind a password that is not given': {
    page: password,
    answers: leads('<h1>Ada</h1><button>Log out</button><p>Two orders were not delivered</p>', {
      to: './?try=2',
    }),
    acts: signIn,
    says: 'The form with the password is there again',
  },
  'a list in which another message failed': {
    page: form(NAME),
    answers: (no, { path }, take) => {
      if (path === 'sent') take();
      if (path === 'sent') return { to: 'list' };
      if (path !== 'list') return undefined;
      return `<h1>Messages</h1><ul><li>Ben <i>${no ? 'Read' : 'Delivery failed'}</i></li><li>Dora Smith <i>${no ? 'Not delivered' : 'On its way'}</i></li></ul>`;
    },
    acts: name,
    says: 'Not delivered',
  },
  'rows of other things that went wrong': {
    page: form(NAME),
    answers: leads(
      '<h1>Status</h1><div class="row">Mail <i>Unavailable since 10:00</i></div><div class="row">Pay <i>Failed</i></div><div class="row">Shop <i>Open</i></div>',
      { to: 'layout' },
    ),
    acts: name,
    says: 'Your card was declined',
  },
  'properties of what was sent': {
    page: form(NAME),
    answers: leads('<h1>Order 7</h1><ul><li>Delivery: Friday</li><li>Payment: by card</li></ul>', {
      to: 'order',
    }),
    acts: name,
    says: 'Payment: declined',
  },
  'sentences of a list that all say no': {
    page: form(NAME),
    answers: leads(
      '<h1>Names</h1><ul><li>Ben was not found</li><li>Cy</li></ul>',
      '<ul><li>The name was not found</li><li>The town was not found</li></ul>',
    ),
    acts: name,
    says: 'The name was not found',
  },
  'the row that was acted on': {
    page: `<ul><li>Invoice 1 <b>Payment failed</b></li><li>Invoice 2 <b>Open</b><form method="post" action="sent"><button>Pay</button></form></li></ul>`,
    answers: (no, { path }, take) => {
      if (path === 'sent' && !no) take();
      if (path === 'sent') return { to: 'list' };
      if (path !== 'list') return undefined;
      return `<h1>Invoices</h1><ul><li>Invoice 1 <b>Payment failed</b></li><li>Invoice 2 <b>${no ? 'Payment failed' : 'Paid'}</b></li></ul>`;
    },
    acts: [click('Pay')],
    says: 'Invoice 2 Payment failed',
  },
  'a list that is drawn anew': {
    page: `<ul id="l"><li>Job 1: failed</li><li>Job 2: done</li></ul><button id="go" onclick="fetch('api', { method: 'POST' }).then((r) => r.text()).then((t) => { l.innerHTML = '<li>Job 1: failed</li><li>Job 2: done</li><li>' + t + '</li>' })">Start</button>`,
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { plain: no ? 'Job 3: rejected' : 'Job 3: waiting' };
    },
    acts: [click('#go')],
    says: 'Job 3: rejected',
  },
  'the next step with notes in red': {
    page: `<h1>Name</h1>${form(NAME)}`,
    answers: answersBy(
      '<style>.r { color: #c00 }</style><h1>Address</h1><p class="r">Fields in red are required</p><form method="post" action="two"><label class="r">Street <input name="s"></label><small class="r">Enter it without the number</small><button>Send</button></form>',
      `<style>.r { color: #c00 }</style><h1>Name</h1>${form(`${NAME}<small class="r">Letters and spaces please</small>`)}`,
    ),
    acts: name,
    says: 'Letters and spaces please',
  },
  'the next step with a note on all things': {
    page: `<h1>Name</h1>${form(NAME)}`,
    answers: answersBy(
      '<h1>Point</h1><div class="alert">Parcels that are not collected within 7 days are returned.</div><form method="post" action="two"><select name="point"><option>A</option></select></form>',
      '<h1>Point</h1><div class="alert">Your parcel was not collected.</div><form method="post" action="two"><select name="point"><option>A</option></select></form>',
    ),
    acts: name,
    says: 'Your parcel was not collected',
  },
  'the steps to come': {
    page: `<p>Step 1 of 3: address</p>${form(NAME)}`,
    answers: answersBy(
      '<p>Step 2 of 3: payment not started</p><ol><li>Address</li><li>Payment: has not been started</li></ol>',
      '<p>Step 1 of 3: address</p><p>The address was not found</p>',
    ),
    acts: name,
    says: 'The address was not found',
  },
  'counts and dangerous buttons in red': {
    page: form(NAME),
    answers: leads(
      '<style>.r { color: #c00 }</style><h1>Inbox</h1><a href="x"><span class="r">3 late invoices</span></a><button class="btn-danger"><span class="r">Delete all messages</span></button>',
      '<style>.r { color: #c00 }</style><h1>Inbox</h1><p class="r">Mailbox in use by others</p>',
    ),
    acts: name,
    says: 'Mailbox in use by others',
  },
  'words of a page that cannot be seen': {
    page: form(NAME),
    answers: leads('<h1>Names</h1><p hidden>Could not save</p>', '<h1>Names</h1><p>Could not save</p>'),
    acts: name,
    says: 'Could not save',
  },
  'a tab that reads what it shows': {
    page: `<div role="tablist"><button role="tab" id="go" onclick="fetch('bill').then((r) => r.ok ? r.text() : Promise.reject()).then((t) => { panel.innerHTML = t }).catch(() => { panel.textContent = 'Bills could not be loaded' })">Bills</button></div><div id="panel"></div>`,
    answers: (no, { path }, take) => {
      if (path !== 'bill') return undefined;
      if (no) return 500;
      take();
      return '<p>Your last payment failed</p>';
    },
    acts: [click('#go')],
    says: 'Bills could not be loaded',
  },
  'a page to sign in, once a letter was sent': {
    page: `<h1>Forgot your password?</h1>${form(NAME)}`,
    answers: (no, { path }, take) => {
      if (path === 'in')
        return `<h1>Sign in</h1><p>${no ? 'Your session has ended.' : 'We have sent you a link.'}</p>${password}`;
      if (path !== 'sent') return undefined;
      if (!no) take();
      return { to: 'in' };
    },
    acts: name,
    says: 'Your session has ended',
  },
  'a page to sign in, once an account was made': {
    page: `<h1>Register</h1>${password}`,
    answers: (no, { path }, take) => {
      if (path === 'in')
        return `<h1>Sign in</h1><p>${no ? 'Pick a shorter name.' : 'Your account is ready. Sign in to start.'}</p>${password}`;
      if (path !== 'sent') return undefined;
      if (!no) take();
      return { to: 'in' };
    },
    acts: signIn,
    says: 'Pick a shorter name',
  },
  'an alert that stood on the page before the form': {
    page: `${DEBIT}<a href="form">Names</a>`,
    answers: (no, { path }, take) => {
      if (path === 'form') return form(NAME);
      if (path === 'end') return `${DEBIT}<p>${no ? 'Mailbox in use by others' : 'Dora Smith'}</p>`;
      if (path !== 'sent') return undefined;
      if (!no) take();
      return { to: 'end' };
    },
    acts: [click('Names'), ...name],
    says: 'Your direct debit failed',
  },
};

import { click, fill } from './site-answers.ts';
import { answered, send, type TwoSided } from './two-sided-site.ts';

const go = [click('#go')];
const note = (says: string, work: string) =>
  `<p id="note"></p><button id="go" onclick="${work}">${says}</button>`;
const form = (button: string, field = '<input name="n" aria-label="Amount" value="1">') =>
  `<form method="post" action="sent">${field}<button>${button}</button></form>`;
/** The answer of a script's request is `{"t": …}`, which the page shows. */
const told = (says: string, yes: string, no: string): TwoSided => ({
  page: note(says, send('note.textContent = j.t')),
  answers: (refuses, { path }, take) => {
    if (path !== 'api') return undefined;
    if (!refuses) take();
    return { json: { t: refuses ? no : yes } };
  },
  acts: go,
  says: no,
});

/** Refusals in sentences without a word for no, and actions that were begun and not brought to their end. */
export const quietly: Record<string, TwoSided> = {
  'a sentence that something is over': told('Reserve place', 'Rack 2', 'The van has left'),
  'a sentence that tells a bound': told('Add to basket', 'Basket: 1', 'Three per household'),
  'a place on a waiting list': told('Enrol', 'You start on 4 May', 'You are no. 14 on the waiting list'),
  'an approval that was not asked for': told('Publish', 'Row 31', 'Pending approval by the treasurer'),
  'an alert that tells a bound': {
    page: note('Save route', send('alert(j.t)')),
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { t: no ? 'Ten routes is the most' : 'Route 5' } };
    },
    acts: go,
    says: 'Ten routes is the most',
  },
  'a link that leads to a sentence': {
    page: '<a id="go" href="sent">Accept invitation</a>',
    answers: answered('<p>You are one of us now</p>', '<p>This link has had its day</p>'),
    acts: go,
    says: 'This link has had its day',
  },
  'a link that leads to a page with a password': {
    page: '<a id="go" href="sent">Publish minutes</a>',
    answers: answered(
      '<h1>Minutes</h1>',
      '<h1>Members</h1><form method="post"><input type="password"></form>',
    ),
    acts: go,
    says: 'The page asks for a password',
  },
  'the same words written anew': {
    page: note('Reserve', send('note.textContent = j.t')).replace(
      '<p id="note">',
      '<p id="note">None of us is here',
    ),
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { t: no ? 'None of us is here' : 'Ada' } };
    },
    acts: go,
    says: 'The page says again what it said: None of us is here',
  },
  'a script that fails before it sends anything': {
    page: (no) =>
      note(
        'Hire',
        `document.title = 'Hire'; ${no ? 'missing.work();' : ''} ${send("note.textContent = 'Boat 4'")}`,
      ),
    acts: go,
    says: 'Nothing was sent, because a script of the page failed: Uncaught ReferenceError',
  },
  'a field that is marked after it was sent': {
    page: `<form onsubmit="event.preventDefault(); ${send("if (j.up) note.textContent = 'Guest'; else code.className = 'is-invalid'")}"><input id="code" aria-label="Code"><button>Connect</button></form><p id="note"></p>`,
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { up: !no } };
    },
    acts: [fill('Code', '9'), click('Connect')],
    says: 'Code',
  },
  'a number that the answer makes smaller': {
    page: form('Update'),
    answers: (no, { path, form: sent }, take) => {
      if (path !== 'sent') return undefined;
      if (!no) take();
      return (
        form('Update').replace('"1"', no ? '"5"' : `"${sent.get('n')}.00"`) +
        (no ? '<p>Five</p>' : '<p>Twelve</p>')
      );
    },
    acts: [fill('Amount', '12'), click('Update')],
    says: 'holds 5, not 12',
  },
  'a page that asks for one more button': {
    page: form('Order'),
    answers: answered(
      '<h1>Order 55</h1><form method="post"><button>Order again</button></form>',
      '<h1>Two jackets</h1><form method="post"><button>Order with obligation to pay</button></form>',
    ),
    acts: [fill('Amount', '2'), click('Order')],
    says: 'one more button to be pressed: Order with obligation to pay',
  },
  'a button that takes the place of a price': {
    page: `<p id="note"></p><p id="offer"><button id="go" onclick="${send('offer.innerHTML = j.t')}">Book seat</button></p>`,
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { t: no ? '£30 <button>Take it</button>' : 'Seat 4A' } };
    },
    acts: go,
    says: 'one more button to be pressed: Take it',
  },
  'one more button that is pressed': {
    page: form('Order'),
    answers: (no, { path }, take) => {
      if (path === 'sent')
        return '<h1>Two</h1><form method="post" action="final"><button>Confirm order</button></form>';
      if (path !== 'final') return undefined;
      if (!no) take();
      return no ? '<p>The van has left</p>' : '<h1>Order 55</h1>';
    },
    acts: [fill('Amount', '2'), click('Order'), click('Confirm order')],
    says: 'one more button to be pressed: Confirm order',
  },
};

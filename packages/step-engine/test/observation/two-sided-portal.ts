import { click, fill } from './site-answers.ts';
import { answered, send, type TwoSided } from './two-sided-site.ts';

const form = (button: string, fields = '') =>
  `<form method="post" action="sent">${fields}<button>${button}</button></form>`;
const field = (label: string, more = '') => `<label>${label} <input name="${label}" ${more}></label>`;
const search = (value = '') =>
  `<form action="sent"><label>Find parts <input name="q" value="${value}"></label><button>Search</button></form>`;
/** A button that sends something, and the place where a script writes of it. */
const scripted = (button: string, then: string, more = '') =>
  `<button id="go" onclick="${send(then)}">${button}</button><p id="note"></p>${more}`;

/** What the portals of shops, banks and workshops do where they refuse, each beside what they do where they do not. */
export const inPortal: Record<string, TwoSided> = {
  'a button to check out that is there again beside a condition': {
    page: `<h1>Basket</h1>${form('Check out')}`,
    answers: answered(
      `<h1>Delivery</h1>${form('Next', field('Street'))}`,
      `<h1>Basket</h1><p>Orders start at 50.00 €.</p>${form('Check out')}`,
    ),
    acts: [click('Check out')],
    says: '"Check out" is there again',
  },
  'a button to order that is there again beside something to look at': {
    page: `<h1>Review</h1><p>Total 90.00 €</p>${form('Place order')}`,
    answers: answered(
      '<h1>Order placed</h1>',
      `<h1>Review</h1><p>Prices have changed. Please review the new total.</p>${form('Place order')}`,
    ),
    acts: [click('Place order')],
    says: '"Place order" is there again',
  },
  'a telephone number that was cut': {
    page: `<h1>Phone</h1>${form('Save', field('Phone'))}`,
    answers: answered(
      '<h1>Phone</h1><p>Saved</p><dl><dt>Phone</dt><dd>+44 207 946 0000</dd></dl>',
      '<h1>Phone</h1><p>Saved</p><dl><dt>Phone</dt><dd>0207 946 00</dd></dl>',
    ),
    acts: [fill('Phone', '0207 946 0000'), click('Save')],
    says: 'The page shows "Phone: 0207 946 00", not 0207 946 0000',
  },
  'a date that was moved': {
    page: form('Book', field('Date', 'type="date"')),
    answers: answered('<p>Booked for 24 December 2026</p>', '<p>Booked for 28 December 2026</p>'),
    acts: [fill('Date', '2026-12-24'), click('Book')],
    says: 'The page shows "Booked for 28 December 2026", not 2026-12-24',
  },
  'a search that asks for another word': {
    page: search(),
    answers: answered(
      `${search('pump')}<ul><li>Pump 12</li><li>Sensor, must be mounted</li></ul>`,
      `<p>Enter at least 5 letters.</p>${search()}`,
    ),
    acts: [fill('Find parts', 'pump'), click('Search')],
    says: 'Enter at least 5 letters.',
  },
  'a link that was led to another page, which says why': {
    page: '<a id="go" href="quotes">My quotes</a>',
    answers: (no, { path }, take) => {
      if (path === 'start') return '<h1>Start</h1><p>You do not have the role for this.</p>';
      if (path === 'list') return '<h1>My quotes</h1><p>You do not have any quotes.</p>';
      if (path !== 'quotes') return undefined;
      if (!no) take();
      return { to: no ? 'start' : 'list' };
    },
    acts: [click('#go')],
    says: 'You do not have the role for this.',
  },
  'a form of its own that asks why something is to be cancelled': {
    page: (no) =>
      `<p id="state">Open</p><button id="go" onclick="${no ? 'why.hidden = false' : send("state.textContent = 'Cancelled'")}">Cancel order</button>
      <div id="why" role="dialog" hidden><p>Tell us more</p><label>Reason <select><option>None</option></select></label><button>Go on</button></div>`,
    acts: [click('#go')],
    says: 'The page asks, and was not answered: Tell us more',
  },
  'a code that is asked for instead of a transfer': {
    page: `<h1>Confirm</h1>${form('Confirm transfer')}`,
    answers: answered(
      '<h1>Transfer 90 is booked</h1>',
      '<h1>Confirm</h1><form><label>Code <input autocomplete="one-time-code"></label><button>Go on</button></form>',
    ),
    acts: [click('Confirm transfer')],
    says: 'The page asks for more: Code',
  },
  'a state that something which was to end is still in': {
    page: form('Cancel booking'),
    answers: answered('<p>Status: cancelled</p>', '<p>Status: confirmed</p>'),
    acts: [click('Cancel booking')],
    says: 'Status: confirmed',
  },
  'an alert in the very word of the button': {
    page: scripted('Share', 'alert(j.t)'),
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { t: no ? 'Share it with staff first' : 'Shared with Ben' } };
    },
    acts: [click('#go')],
    says: 'Share it with staff first',
  },
  'a refusal in another frame, in the very word of the button': {
    page: `<iframe title="Bank" srcdoc="<button onclick=&quot;fetch('api', { method: 'POST' }).then(async (r) => { document.body.textContent = (await r.json()).t })&quot;>Authorise</button>"></iframe>`,
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { t: no ? 'Not authorised by your bank' : 'Authorised by your bank' } };
    },
    acts: [
      {
        primitive: 'browser.click',
        input: { target: { role: 'button', name: 'Authorise', frame: 'iframe' } },
      },
    ],
    says: 'Not authorised by your bank',
  },
  'a value that the page replaces once its field is left': {
    page: `<label>Level <input id="level" value="10" onchange="${send('level.value = j.v')}"></label>`,
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { v: no ? '10' : '14' } };
    },
    acts: [fill('Level', '14'), { primitive: 'browser.press', input: { target: 'Level', key: 'Tab' } }],
    says: '"Level" holds 10, not 14',
  },
  'another choice on the next page than was made': {
    page: form(
      'Continue',
      ['Standard', 'Express']
        .map((name, at) => `<label><input type="radio" name="way" value="${at}"> ${name}</label>`)
        .join('')
        .replace('value="0"', 'value="0" checked'),
    ),
    answers: answered(
      '<h1>Payment</h1><p>Shipping: Express</p>',
      '<h1>Payment</h1><p>Shipping: Standard</p>',
    ),
    acts: [{ primitive: 'browser.check', input: { target: 'Express' } }, click('Continue')],
    says: 'The page shows "Standard", not Express',
  },
  'another number of things than was sent': {
    page: form('Move stock', field('Units', 'type="number"')),
    answers: answered('<p>Moved 50 units</p>', '<p>Moved 12 units</p>'),
    acts: [fill('Units', '50'), click('Move stock')],
    says: 'The page shows "Moved 12 units", not 50',
  },
  'a form that is there again beside a sentence': {
    page: `<h1>Report</h1>${form('Schedule', field('Date', 'type="date"'))}`,
    answers: answered(
      '<h1>Report</h1><p>Runs on 1 January 2020.</p>',
      `<h1>Report</h1><p>That day is a holiday.</p>${form('Schedule', field('Date', 'type="date"'))}`,
    ),
    acts: [fill('Date', '2020-01-01'), click('Schedule')],
    says: 'The form is there again: That day is a holiday.',
  },
  'a sentence that asks for another value once one was sent': {
    page: `<label>Supplier <input id="supplier"></label>${scripted('Use supplier', 'note.textContent = j.t')}`,
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { t: no ? 'Pick a supplier of the list' : 'Supplier set' } };
    },
    acts: [fill('Supplier', 'Zorg'), click('#go')],
    says: 'Pick a supplier of the list',
  },
  'a list beside which another entry is asked for': {
    page: `<label>Item <input id="item"></label>${scripted('Use item', "if (j.t) list.append(Object.assign(document.createElement('li'), { textContent: j.t })); note.textContent = j.t ? 'Type another item' : 'Type an item of ours'", '<ul id="list"></ul>')}`,
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { t: no ? '' : 'Pump' } };
    },
    acts: [fill('Item', 'Pump'), click('#go')],
    says: 'Type an item of ours',
  },
  'a label without a value': {
    page: scripted('Create key', 'note.textContent = j.t'),
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { t: no ? 'Key: –' : 'Key: K-9912' } };
    },
    acts: [click('#go')],
    says: 'Key: –',
  },
  'an account that is not closed': {
    page: `<h1>Account</h1>${form('Close account')}`,
    answers: answered(
      '<h1>Account</h1><p>Your account is closed. You cannot sign in any more.</p>',
      `<h1>Account</h1><p>There is an open balance of 12.00 €.</p>${form('Close account')}`,
    ),
    acts: [click('Close account')],
    says: '"Close account" is there again',
  },
};

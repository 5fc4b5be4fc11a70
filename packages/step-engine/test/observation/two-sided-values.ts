import { click, fill } from './site-answers.ts';
import { answered, send, type TwoSided } from './two-sided-site.ts';

const form = (fields: string, button = 'Save') =>
  `<form method="post" action="sent">${fields}<button>${button}</button></form>`;
const field = (label: string, value = '', more = '') =>
  `<label>${label} <input name="${label.toLowerCase()}" value="${value}" ${more}></label>`;
const branches = (chosen: string) =>
  ['North', 'South']
    .map(
      (name) =>
        `<label><input type="radio" name="branch" value="${name}" ${name === chosen ? 'checked' : ''}> ${name}</label>`,
    )
    .join('');
const list = (of: Record<string, string>) =>
  `<dl>${Object.entries(of)
    .map(([term, said]) => `<dt>${term}</dt><dd>${said}</dd>`)
    .join('')}</dl>`;
const record = (phone: string, said = '') =>
  `${said}${form(field('Name', 'Ada') + field('City', 'Bonn') + field('Phone', phone))}`;

/** Values that a site takes for others than were asked for. */
export const ofValues: Record<string, TwoSided> = {
  'a number that the page makes smaller when its field is left': {
    page: (no) =>
      form(field('Quantity', '1', no ? 'onchange="if (this.value > 10) this.value = 10"' : ''), 'Add'),
    answers: (_, { path, form: sent }, take) => {
      if (path !== 'sent') return undefined;
      if (sent.get('quantity') === '99') take();
      return '<p>Added to the basket</p>';
    },
    acts: [fill('Quantity', '99'), click('Add')],
    says: '"quantity" was sent as 10, not 99',
  },
  'a number that the site makes smaller': {
    page: form(field('People'), 'Book'),
    answers: answered(list({ Booking: 'H-1', People: '12' }), list({ Booking: 'H-1', People: '8' })),
    acts: [fill('People', '12'), click('Book')],
    says: 'The page shows "People: 8", not 12',
  },
  'an amount that the site reads by other rules': {
    page: form(field('Amount'), 'Transfer'),
    answers: answered(
      '<p>Thank you</p><p>Amount: 1.250,50 EUR</p>',
      '<p>Thank you</p><p>Amount: 1.25 EUR</p>',
    ),
    acts: [fill('Amount', '1250.50'), click('Transfer')],
    says: 'The page shows "Amount: 1.25 EUR", not 1250.50',
  },
  'an amount that the site names in a sentence': {
    page: form(field('Amount'), 'Transfer'),
    answers: answered(
      '<p>1,250.50 EUR transferred to Bob. Your balance is 40.00 EUR.</p>',
      '<p>1.25 EUR transferred to Bob. Your balance is 1,289.25 EUR.</p>',
    ),
    acts: [fill('Amount', '1250.50'), click('Transfer')],
    says: '1.25 EUR transferred to Bob',
  },
  'a rating of which the page shows the mean of all': {
    page: form(field('Rating'), 'Send'),
    answers: answered('<p>Thank you</p><p>Rating: 4.3</p>', '<p>You have rated this before, not allowed</p>'),
    acts: [fill('Rating', '4'), click('Send')],
    says: 'not allowed',
  },
  'a discount that the page takes off': {
    page: form(field('Discount'), 'Save'),
    answers: answered('<p>Saved</p><p>Discount: -10%</p>', '<p>Discount: 5%</p>'),
    acts: [fill('Discount', '10'), click('Save')],
    says: 'The page shows "Discount: 5%", not 10',
  },
  'a field of a record that saving empties': {
    page: record('0170 1'),
    answers: answered(record('0170 2', '<p>Saved</p>'), record('', '<p>Saved</p>')),
    acts: [fill('Phone', '0170 2'), click('Save')],
    says: 'holds no value any more',
  },
  'a field of a record that was empty, and is again': {
    page: record(''),
    answers: answered(record('0170 2', '<p>Saved</p>'), record('', '<p>Saved</p>')),
    acts: [fill('Phone', '0170 2'), click('Save')],
    says: 'holds no value any more',
  },
  'a field of a record that a script empties': {
    page: `<p id="note"></p><form onsubmit="event.preventDefault(); ${send("phone.value = j.phone ?? ''; note.textContent = 'Saved'")}"><label>Name <input value="Ada"></label><label>Phone <input id="phone" value="0170 1"></label><button>Save</button></form>`,
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: no ? {} : { phone: '0170 2' } };
    },
    acts: [fill('Phone', '0170 2'), click('Save')],
    says: '"Phone" holds nothing, not 0170 2',
  },
  'a value that the site does not show beside its label': {
    page: record('0170 1'),
    answers: answered(list({ Name: 'Ada', Phone: '0170 2' }), list({ Name: 'Ada', Phone: '–' })),
    acts: [fill('Phone', '0170 2'), click('Save')],
    says: 'The page shows nothing for "Phone", not 0170 2',
  },
  'a record that the page shows as it was': {
    page: record('0170 1').replace('Ada', 'Winter'),
    answers: answered('<h2>Spring</h2><p>0170 1</p>', '<h2>Winter</h2><p>0170 1</p>'),
    acts: [fill('Name', 'Spring'), click('Save')],
    says: 'The page shows "Winter", not Spring',
  },
  'a choice that the page shows as it was': {
    page: form(
      '<label>Plan <select name="plan"><option>Basic</option><option>Gold</option></select></label>',
      'Change plan',
    ),
    answers: answered('<p>Current plan: Gold</p>', '<p>Current plan: Basic</p>'),
    acts: [{ primitive: 'browser.select', input: { target: 'Plan', value: 'Gold' } }, click('Change plan')],
    says: 'The page shows "Basic", not Gold',
  },
  'a number with gaps that the page shows as it was': {
    page: form(field('Phone', '0309999999')),
    answers: answered('<p>Phone: 030 1234567</p>', '<p>Phone: 030 9999999</p>'),
    acts: [fill('Phone', '0301234567'), click('Save')],
    says: 'The page shows "030 9999999", not 0301234567',
  },
  'a choice that comes back as it was': {
    page: form(branches('North'), 'Change branch'),
    answers: (no, { path }, take) => {
      if (path === 'sent') {
        if (!no) take();
        return { to: 'now' };
      }
      return path === 'now'
        ? `<p>Branches change at night.</p>${form(branches(no ? 'North' : 'South'), 'Change branch')}`
        : undefined;
    },
    acts: [{ primitive: 'browser.check', input: { target: 'South' } }, click('Change branch')],
    says: 'holds its old value again',
  },
  'a date whose day the site takes for the month': {
    page: form(field('Date', '', 'type="date"')),
    answers: answered(list({ Date: '3 December 2026' }), list({ Date: '12 March 2026' })),
    acts: [fill('Date', '2026-12-03'), click('Save')],
    says: 'The page shows "Date: 12 March 2026", not 2026-12-03',
  },
  'a button that belongs to another form': {
    page: (no) =>
      `<form id="own" method="post" action="sent"><label>Name <input name="name"></label></form><form id="other" method="post" action="else"><input type="hidden" name="page" value="1"></form><button form="${no ? 'other' : 'own'}">Save</button>`,
    answers: (_, { path }, take) => {
      if (path === 'else') return '<p>Settings</p>';
      if (path !== 'sent') return undefined;
      take();
      return '<p>Ada</p>';
    },
    acts: [fill('Name', 'Ada'), click('Save')],
    says: 'What was filled in was not sent: Ada',
  },
  'a field that is emptied for the next entry': {
    page: form(field('List', 'Groceries') + field('Item'), 'Save'),
    answers: answered(
      `<ul><li>Milk</li></ul>${form(field('List', 'Groceries') + field('Item'), 'Save')}`,
      form(field('List', 'Groceries') + field('Item'), 'Save'),
    ),
    acts: [fill('Item', 'Milk'), click('Save')],
    says: 'The form is there again',
  },
};

import { click, fill } from './site-answers.ts';
import { answered, send, type TwoSided } from './two-sided-site.ts';

const form = (button: string, fields = '') =>
  `<form method="post" action="sent">${fields}<button>${button}</button></form>`;
const field = (label: string, more = '') => `<label>${label} <input name="${label}" ${more}></label>`;

/** Sentences that refuse by themselves, and refuse nothing where the page says that it was done. */
export const besideYes: Record<string, TwoSided> = {
  'what comes later, beside a button that says that it was done': {
    page: (no) =>
      `<button id="go" onclick="${send(`${no ? '' : "this.go.textContent = 'Checked in';"} note.textContent = 'Boarding pass not available before 06:00.'`).replace('this.go', 'go')}">Check in</button><p id="note"></p>`,
    acts: [click('#go')],
    says: 'Boarding pass not available before 06:00.',
  },
  'the answer to a common question': {
    page: `<h1>Ask us</h1>${form('Ask', field('Question'))}`,
    answers: answered(
      '<h1>Question sent</h1><h2>Why was my order cancelled?</h2><p>An order ends when a payment could not be completed.</p>',
      '<h1>Ask us</h1><h2>Why was my order cancelled?</h2><p>An order ends when a payment could not be completed.</p>',
    ),
    acts: [fill('Question', 'Where is it?'), click('Ask')],
    says: 'An order ends when a payment could not be completed.',
  },
  'a text that was filled in, which the page repeats': {
    page: `<h1>Write to us</h1>${form('Send', field('Subject'))}`,
    answers: answered(
      '<h1>Messages</h1><p>“The delivery failed twice” is with our team.</p>',
      '<h1>Messages</h1><p>“The delivery failed twice” could not be handed to anyone.</p>',
    ),
    acts: [fill('Subject', 'The delivery failed twice'), click('Send')],
    says: 'could not be handed to anyone',
  },
  'a choice that the page repeats': {
    page: `<h1>Tariff</h1>${form('Change tariff', '<label>Tariff <select name="t"><option>Mini</option><option>Max</option></select></label>')}`,
    answers: answered(
      '<h1>Tariff</h1><p>Your tariff: Max</p><p>One change a month.</p>',
      '<h1>Tariff</h1><p>Your tariff: Mini</p><p>One change a month.</p>',
    ),
    acts: [
      { primitive: 'browser.select', input: { target: 'Tariff', value: 'Max' } },
      click('Change tariff'),
    ],
    says: 'One change a month.',
  },
  'a number that the page repeats with what is counted': {
    page: `<h1>Gift</h1>${form('Send data', field('GB', 'type="number"'))}`,
    answers: answered(
      `<h1>Gift</h1><p>5 GB are with Ben, and you hold 3 more.</p>${form('Send data', field('GB', 'type="number"'))}`,
      `<h1>Gift</h1><p>You hold 3 of them this month.</p>${form('Send data', field('GB', 'type="number"'))}`,
    ),
    acts: [fill('GB', '5'), click('Send data')],
    says: 'The form is there again',
  },
  'another number of what was asked for': {
    page: `<h1>Pay in parts</h1>${form('Ask', field('Months', 'type="number"'))}`,
    answers: answered('<p>We agreed on 36 months with you.</p>', '<p>We agreed on 12 months with you.</p>'),
    acts: [fill('Months', '36'), click('Ask')],
    says: 'The page shows "We agreed on 12 months with you.", not 36',
  },
  'a link that leads to who one is': {
    page: '<a id="go" href="data">Show my data</a>',
    answers: (no, { path }, take) => {
      if (path === 'id') return '<h1>Identify yourself</h1><p>Hold your card to your phone.</p>';
      if (path !== 'data') return undefined;
      if (!no) take();
      return no ? { to: 'id' } : '<h1>Your data</h1><p>Ada, Mill Lane 4</p>';
    },
    acts: [click('#go')],
    says: 'Identify yourself',
  },
};

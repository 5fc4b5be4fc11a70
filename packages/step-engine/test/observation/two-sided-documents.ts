import { click, fill } from './site-answers.ts';
import type { TwoSided } from './two-sided-site.ts';

type Answers = NonNullable<TwoSided['answers']>;
const form = (fields: string, more = '') =>
  `<form method="post" action="sent" ${more}>${fields}<button>Send</button></form>`;
const NAME = '<input name="name" aria-label="Name">';
const name = [fill('Name', 'Ada'), click('Send')];
/** Takes the form where it does not refuse, and answers either way. */
const sent =
  (yes: ReturnType<Answers>, no: ReturnType<Answers>): Answers =>
  (refuses, { path }, take) => {
    if (path !== 'sent') return undefined;
    if (!refuses) take();
    return refuses ? no : yes;
  };
const withPages =
  (pages: Record<string, string>, answers: Answers): Answers =>
  (refuses, asked, take) =>
    pages[asked.path] ?? answers(refuses, asked, take);

/** Refusals that the documents tell to which a form leads. */
export const inDocuments: Record<string, TwoSided> = {
  'data without a type that answers a form': {
    page: form(NAME),
    answers: sent({ plain: '{"success":true}' }, { plain: '{"success":false,"code":17}' }),
    acts: name,
    says: '"success":false',
  },
  'a text that is cut where it is shown': {
    page: form(NAME),
    answers: sent('<p>Name: Ada Lovelace</p>', '<p>Name: Ada Lovel</p>'),
    acts: [fill('Name', 'Ada Lovelace'), click('Send')],
    says: 'The page shows "Ada Lovel"',
  },
  'a tab that says that its document cannot be shown': {
    page: '<a href="paper" target="_blank">Statement March</a>',
    answers: (refuses, { path }, take) => {
      if (path !== 'paper') return undefined;
      if (!refuses) take();
      return refuses ? '<p>This document cannot be shown at the moment.</p>' : '<p>Balance 12.00</p>';
    },
    acts: [click('Statement March')],
    says: 'cannot be shown',
  },
  'a place to sign in beside a word that names what was taken': {
    page: form(NAME),
    answers: sent(
      '<p>Thank you, Ada, you are on the list.</p><form action="login"><input type="password" aria-label="Password"><button>Sign in</button></form>',
      '<p>Thank you for visiting.</p><form action="login"><input type="password" aria-label="Password"><button>Sign in</button></form>',
    ),
    acts: name,
    says: '',
  },
  'an address with a message that says no': {
    page: form(NAME),
    answers: withPages(
      { rooms: '<h1>Rooms</h1>' },
      sent({ to: 'rooms?msg=room_reserved' }, { to: 'rooms?msg=booking_rejected' }),
    ),
    acts: name,
    says: 'rooms?msg=booking_rejected',
  },
  'a queue in the place of the page that was asked for': {
    page: '<a href="buy">Get tickets</a>',
    answers: (refuses, { path }, take) => {
      if (path !== 'buy') return undefined;
      if (!refuses) take();
      return refuses
        ? '<h1>You are in the queue</h1><p>There are 1,204 people ahead of you.</p>'
        : '<h1>Choose seats</h1>';
    },
    acts: [click('Get tickets')],
    says: 'You are in the queue',
  },
  'a page that is not there for this visitor': {
    page: '<a href="paper">Read the paper</a>',
    answers: (refuses, { path }, take) => {
      if (path !== 'paper') return undefined;
      if (!refuses) take();
      return refuses ? '<h1>Not available from here</h1><p>Come to us.</p>' : '<h1>The bridge is closed</h1>';
    },
    acts: [click('Read the paper')],
    says: 'Not available from here',
  },
  'a record that somebody else keeps locked': {
    page: '<a href="edit">Edit notes</a>',
    answers: (refuses, { path }, take) => {
      if (path !== 'edit') return undefined;
      if (!refuses) take();
      return refuses ? '<p>This record is locked by M. Young.</p>' : `<h1>Locked rooms</h1>${form(NAME)}`;
    },
    acts: [click('Edit notes')],
    says: 'locked by M. Young',
  },
  'an address that says error': {
    page: form(NAME),
    answers: withPages(
      { rooms: '<h1>Rooms</h1>' },
      sent({ to: 'rooms?booked=1' }, { to: 'rooms?error=quota' }),
    ),
    acts: name,
    says: 'rooms?error=quota',
  },
  'the address of a sign-in page without a password': {
    page: form(NAME),
    answers: withPages(
      { list: '<h1>List</h1>', 'sso/login': '<h1>Welcome back</h1><input aria-label="E-mail">' },
      sent({ to: 'list' }, { to: 'sso/login?next=list' }),
    ),
    acts: name,
    says: 'sso/login',
  },
  'a code that is asked for after the password': {
    page: form(`${NAME}<input type="password" name="p" aria-label="Password">`),
    answers: withPages(
      { home: 'Hello', code: form('<input autocomplete="one-time-code" aria-label="Digits">') },
      sent({ to: 'home' }, { to: 'code' }),
    ),
    acts: [fill('Name', 'Ada'), fill('Password', 'right'), click('Send')],
    says: 'asks for a code',
  },
  'the page as it was': {
    page: (_no, taken) => `<h1>Files</h1>${taken.length === 0 ? '<p>A</p>' : ''}${form('')}`,
    answers: sent({ to: './' }, { to: './' }),
    acts: [click('Send')],
    says: 'there again as it was',
  },
  'the first of two steps': {
    page: form(NAME).replace('sent', 'two'),
    answers: withPages(
      { two: form('<input name="town" aria-label="Town">') },
      sent('<p>Hello</p>', { to: './' }),
    ),
    acts: [...name, fill('Town', 'Bern'), click('Send')],
    says: 'there again as it was',
  },
  'a form for a new record with a list, of which the first entry is chosen': {
    page: (_no, taken) =>
      `${taken.length === 0 ? '' : '<p role="status">Thank you. Your number is 513.</p>'}${form(`${NAME}<select name="topic"><option>Rooms</option><option>Bills</option></select>`)}`,
    answers: sent({ to: './?made=1' }, { to: './?made=0' }),
    acts: name,
    says: 'there again',
  },
  'a field that comes back as it was': {
    page: (_no, [town, phone]) =>
      `${town === undefined ? '' : 'Saved'}${form(
        `<input name="town" aria-label="Town" value="${town ?? 'Bonn'}"><input name="phone" aria-label="Phone" value="${phone ?? '1'}">`,
      )}`,
    answers: (no, { path, form: given }, take) => {
      if (path !== 'sent') return undefined;
      take(given.get('town') ?? '');
      take(no ? '1' : (given.get('phone') ?? ''));
      return { to: './' };
    },
    acts: [fill('Town', 'Bern'), fill('Phone', '2'), click('Send')],
    says: 'The field "phone" holds its old value again',
  },
  'a choice that comes back as it was': {
    page: (_no, [town, by]) => {
      const radio = (value: string) =>
        `<label><input type="radio" name="method" value="${value}" ${value === (by ?? 'post') ? 'checked' : ''}> By ${value}</label>`;
      return form(
        `<input name="town" aria-label="Town" value="${town ?? 'Bonn'}">${radio('post')}${radio('van')}`,
      );
    },
    answers: (no, { path, form: given }, take) => {
      if (path !== 'sent') return undefined;
      take(given.get('town') ?? '');
      take(no ? 'post' : (given.get('method') ?? ''));
      return { to: './' };
    },
    acts: [fill('Town', 'Bern'), { primitive: 'browser.check', input: { target: 'By van' } }, click('Send')],
    says: 'The field "method" holds its old value again',
  },
  'a form that is read anew': {
    page: (_no, taken) => form(`<input name="town" aria-label="Town" value="${taken.at(-1) ?? 'Bonn'}">`),
    answers: (no, { path, form: given }, take) => {
      if (path !== 'sent') return undefined;
      if (!no) take(given.get('town') ?? '');
      return { to: './' };
    },
    acts: [fill('Town', 'Bern'), click('Send')],
    says: 'there again',
  },
  'an answer in a frame': {
    page: `${form(NAME, 'target="f"')}<iframe name="f"></iframe>`,
    answers: sent('Thank you', 'Your card was declined'),
    acts: name,
    says: 'Your card was declined',
  },
  'an answer in another tab': {
    page: form(NAME, 'target="_blank"'),
    answers: sent('Thank you', 'Your card was declined'),
    acts: name,
    says: 'Your card was declined',
  },
  'the heading of a page to which a link leads': {
    page: '<a href="sent">Archive</a>',
    answers: sent('<h1>Archived</h1>', '<h1>Access denied</h1>'),
    acts: [click('Archive')],
    says: 'Access denied',
  },
  'a page with conditions and requirements': {
    page: form(NAME),
    answers: sent(
      "<h1>Thank you</h1><p>If you can't find our e-mail, look in the spam folder.</p><p>Fields marked with * are required</p>",
      '<h1>Order</h1><p>It is full.</p>',
    ),
    acts: name,
    says: 'It is full',
  },
  'a basket that is empty': {
    page: form('').replace('Send', 'Add to basket'),
    answers: sent('<p>Teapot</p>', '<p>Your basket is empty</p>'),
    acts: [click('Add to basket')],
    says: 'Your basket is empty',
  },
  'the states of other things in a table': {
    page: form(NAME),
    answers: sent(
      '<h1>Invoices</h1><table><tr><td>1<td>Failed<tr><td>Ada<td>Open</table>',
      '<h1>Invoices</h1><p>Failed',
    ),
    acts: name,
    says: 'Failed',
  },
  'what holds after an order': {
    page: form(NAME),
    answers: sent(
      '<h1>Order confirmed</h1><p>Orders cannot be changed. Your card will not be charged today.</p>',
      '<h1>Order</h1><p>Your card will not be charged.</p>',
    ),
    acts: name,
    says: 'will not be charged',
  },
  'a new record beside a name that is given': {
    page: (_no, taken) =>
      `${taken.map((text) => `<p>${text}</p>`).join('')}${form('<input name="who" aria-label="Name" value="Guest"><textarea name="text" aria-label="Text"></textarea>')}`,
    answers: (no, { path, form: given }, take) => {
      if (path !== 'sent') return undefined;
      if (!no) take(given.get('text') ?? '');
      return { to: './' };
    },
    acts: [fill('Name', 'Ada'), fill('Text', 'Fine'), click('Send')],
    says: 'there again',
  },
  'signing out, which leads to where one signed in': {
    page: `<h1>Sign in</h1>${form(NAME).replace('Send', 'Sign in').replace('sent', 'in')}`,
    answers: (no, { path }, take) => {
      if (path === 'in') return { to: 'home' };
      if (path === 'home')
        return '<h1>Hello</h1><form method="post" action="out"><button>Sign out</button></form>';
      if (path !== 'out') return undefined;
      if (!no) take();
      return { to: no ? 'home' : './' };
    },
    acts: [fill('Name', 'Ada'), click('Sign in'), click('Sign out')],
    says: 'there again',
  },
  'an address without an error in it': {
    page: form(NAME),
    answers: withPages(
      { list: '<h1>List</h1>' },
      sent({ to: 'list?error=&page=1' }, { to: 'list?error=full' }),
    ),
    acts: name,
    says: 'error=full',
  },
};

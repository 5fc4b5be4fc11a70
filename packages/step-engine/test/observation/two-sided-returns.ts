import { click, fill } from './site-answers.ts';
import { send, type TwoSided } from './two-sided-site.ts';

const go = [click('#go')];
const step = (number: number, more: string) => `<h1>Step ${number} of 2</h1>${more}`;
const first = step(
  1,
  '<form method="post" action="two"><label>City <input name="city"></label><button>Continue</button></form>',
);
const list = (no: number) =>
  `<p>Page ${no} of 3</p><ul><li>Entry ${no}1</li><li>Entry ${no}2</li></ul><a href="next" id="go">Next</a>`;
/** Does on a click what it does where the site accepts, else opens what asks first. */
const asking = (question: string, place: string) => (no: boolean) =>
  `<p id="note"></p><div id="row"><span>Bob</span> <button id="go" onclick="${no ? place : send("note.textContent = 'Bob removed'")}">Remove member</button></div>${question}`;
const layer =
  '<div id="ask" style="display:none; position:fixed; top:8px; left:8px"><p>Remove Bob from the team?</p><button>Yes, remove</button> <button>Keep</button></div>';
const inPlace = `row.innerHTML = 'Bob: are you sure? <button>Yes</button> <button>No</button>'`;

const record = (category: string) =>
  `<form method="post" action="send"><label>Category <input name="category" value="${category}"></label><button>Save</button></form>`;
const bill = (says: string) =>
  `<h1>Bill</h1>${says}<form method="post" action="send"><button>Pay</button></form>`;

const basket = (salt: number) =>
  [
    ['Pump', 1, ''],
    ['Salt', salt, ' id="go"'],
  ]
    .map(
      ([name, quantity, id], at) =>
        `<form method="post" action="line/${at + 1}"><label>${name} <input type="number" name="qty" value="${quantity}"></label><button${id}>Update</button></form>`,
    )
    .join('');

/** What leads back to where it was, or stops at a question that hardly looks like one. */
export const returns: Record<string, TwoSided> = {
  'a link that leads back to the page it stands on': {
    page: list(1),
    answers: (no, { path }, take) => {
      if (path !== 'next') return undefined;
      if (no) return { to: './' };
      take();
      return list(2);
    },
    acts: go,
    says: '"Next" led back to the page as it was',
  },
  'the last step of several that leads to the first': {
    page: first,
    answers: (no, { path }, take) => {
      if (path === 'two')
        return step(2, '<form method="post" action="end"><p>Bonn</p><button>Finish</button></form>');
      if (path !== 'end') return undefined;
      if (!no) take();
      return no ? first : '<h1>Your move</h1><p>Bonn, from May on</p>';
    },
    acts: [fill('City', 'Bonn'), click('Continue'), click('Finish')],
    says: 'led back to an earlier step: Step 1 of 2',
  },
  'a question in place of the row, beside a survey after what was done': {
    page: (no) =>
      `<p id="note"></p><div id="ask" role="dialog" hidden><p>Was it easy to order?</p><button>Yes</button><button>No</button></div><div id="row"><button id="go" onclick="${no ? inPlace : send("note.textContent = 'Bob removed'; ask.hidden = false")}">Remove Bob</button></div>`,
    acts: go,
    says: 'are you sure?',
  },
  'a link to a file that is not there': {
    page: '<a id="go" href="list" download="list.csv">Save the list</a>',
    answers: (no, { path }, take) => {
      if (path !== 'list') return undefined;
      if (!no) take();
      return no ? 404 : { plain: 'Bob' };
    },
    acts: go,
    says: 'The download of "list.csv" failed',
  },
  'a text that is cut on the page that comes': {
    page: record(''),
    answers: (no, { path, form }, take) => {
      if (path === 'after') return `${record(no ? 'Gardening' : 'Gardening tools')}<p>Saved.</p>`;
      if (path !== 'send' || form.size === 0) return undefined;
      if (!no) take();
      return { to: 'after' };
    },
    acts: [fill('Category', 'Gardening tools'), click('Save')],
    says: 'holds Gardening, not Gardening tools',
  },
  'a list of errors that a form has hidden until then': {
    page: (no) =>
      `<form method="post" action="send" onsubmit="list.hidden = !${no}; return !${no}"><div id="list" hidden style="color: red"><ul><li>City is a required field.</li></ul></div><label>Name <input name="name"></label><input type="submit" value="Submit"></form>`,
    acts: [fill('Name', 'Ada'), click('Submit')],
    says: 'City is a required field.',
  },
  'a link of a mail that leads to a page that says no': {
    page: '<h1>Mail</h1><a id="go" href="confirm">Confirm address</a>',
    answers: (no, { path }, take) => {
      if (path !== 'confirm') return undefined;
      if (!no) take();
      return no
        ? '<p>This link has already been used or is too old.</p>'
        : '<p>Your address is good to go.</p>';
    },
    acts: go,
    says: 'This link has already been used or is too old.',
  },
  'a payment that was ended on its way': {
    page: bill('<p>Due: 12.00</p>'),
    answers: (no, { path }, take) => {
      if (path === 'after')
        return no ? bill('<p>Due: 12.00</p><p>Payment was cancelled.</p>') : '<p>Paid</p>';
      if (path !== 'send') return undefined;
      if (!no) take();
      return { to: 'after' };
    },
    acts: [click('Pay')],
    says: 'Payment was cancelled.',
  },
  'a notice in an empty shadow root': {
    page: `<my-notice id="note"></my-notice><script>note.attachShadow({ mode: 'open' })</script><button id="go" onclick="${send("note.shadowRoot.innerHTML = '<div>' + j.says + '</div>'")}">Publish</button>`,
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { says: no ? 'Publishing failed' : 'Published' } };
    },
    acts: go,
    says: 'Publishing failed',
  },
  'an entry of a menu that only closes it': {
    page: (no) =>
      `<h1>Documents</h1><div id="menu" role="menu"><div role="menuitem" tabindex="0" id="go" onclick="menu.hidden = true; ${no ? '' : send("note.textContent = 'A copy is there'")}">Duplicate</div></div><p id="note"></p>`,
    acts: go,
    says: '"Duplicate" sent nothing, and nothing new is shown',
  },
  'a question in a layer in the corner': {
    page: asking(layer, "ask.style.display = 'block'"),
    acts: go,
    says: 'Remove Bob from the team?',
  },
  'a question in the place of the button': {
    page: asking('', inPlace),
    acts: go,
    says: 'are you sure?',
  },
  'a field that holds its old value beside a word that says yes': {
    page: `<form onsubmit="event.preventDefault(); ${send("name.value = j.name; note.textContent = 'Saved'", 'api', '`name=${name.value}`')}"><label>Display name <input id="name" name="name" value="ada"></label><button>Save</button></form><p id="note"></p>`,
    answers: (no, { path, form }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: { name: no ? 'ada' : form.get('name') } };
    },
    acts: [fill('Display name', 'Ada Lovelace'), click('Save')],
    says: '"Display name"',
  },
  'a line of a basket among others with the same form': {
    page: (no, taken) => {
      if (taken.length === 0) return basket(4);
      return basket(no ? 5 : 10);
    },
    answers: (_no, { path }, take) => {
      if (path !== 'line/2') return undefined;
      take();
      return { to: '../' };
    },
    acts: [fill('Salt', '10'), click('#go')],
    says: '"qty" holds 1, not 10',
  },
};

import { click } from './site-answers.ts';
import { send, type TwoSided } from './two-sided-site.ts';

const go = [click('#go')];
const button = (text: string) =>
  `<h1>Claim</h1><p id="note"></p><button id="go" onclick="${text}">Send claim</button>`;
const toList = "location.href = 'list'";
const answers: TwoSided['answers'] = (no, { path }, take) => {
  if (path === 'list') return '<h1>Claims</h1><p>Claim 1 is being read</p>';
  if (path !== 'api') return undefined;
  if (!no) take();
  return { json: no ? { ok: false, message: 'Over the limit' } : { ok: true } };
};

/** On a loaded machine Chromium lost 4 of 1,800 answers of a document that was being replaced. */
const OF_A_DOCUMENT_THAT_GOES = 3;

/** Refusals of which nothing is left to see a moment later. */
export const inPassing: Record<string, TwoSided> = {
  'a message on a page that leaves at once': {
    page: button(
      "fetch('api', { method: 'POST', body: 'x' }).then((r) => r.text()).then((t) => { note.textContent = t === 'no' ? 'Claims are not accepted on Sundays' : 'Claim sent'; location.href = 'list' })",
    ),
    answers: (no, asked, take) => {
      if (asked.path !== 'api') return answers(no, asked, take);
      if (!no) take();
      return { plain: no ? 'no' : 'yes' };
    },
    acts: go,
    says: 'Claims are not accepted on Sundays',
    tries: OF_A_DOCUMENT_THAT_GOES,
  },
  'a message of a page that sends nothing and leaves at once': {
    page: (no) =>
      button(no ? `note.textContent = 'Claims are not accepted on Sundays'; ${toList}` : send(toList)),
    answers,
    acts: go,
    says: 'Claims are not accepted on Sundays',
    tries: OF_A_DOCUMENT_THAT_GOES,
  },
  'an answer in JSON that the page does not read before it leaves': {
    page: button(`fetch('api', { method: 'POST', body: 'x' }).then(() => { ${toList} })`),
    answers,
    acts: go,
    says: 'Over the limit',
  },
  'errors of GraphQL on a page that leaves at once': {
    page: button(
      `fetch('api', { method: 'POST', body: 'x' }).then((r) => r.json()).then(() => { ${toList} })`,
    ),
    answers: (no, asked, take) => {
      if (asked.path !== 'api') return answers(no, asked, take);
      if (!no) take();
      return { json: no ? { data: { pay: null }, errors: [{ message: 'Balance' }] } : { data: { pay: 1 } } };
    },
    acts: go,
    says: 'was refused: Balance',
  },
  'a status on a page that leaves at once': {
    page: button(`fetch('api', { method: 'POST', body: 'x' }).finally(() => { ${toList} })`),
    answers: (no, asked, take) => (asked.path === 'api' && no ? 500 : answers(no, asked, take)),
    acts: go,
    says: 'was answered with status 500',
  },
  'a notice over the page that goes away again': {
    page: (no) =>
      `<h1>Room</h1><input aria-label="Date"><button id="go" onclick="const say = (text) => { const n = document.createElement('div'); n.style.position = 'fixed'; n.textContent = text; document.body.append(n); setTimeout(() => n.remove(), 600) }; ${no ? "say('Pick a date first')" : send("say('See you soon')")}">Book</button>`,
    acts: go,
    says: 'Pick a date first',
  },
  'a dialog that stays open with a word more': {
    page: `<h1>Account</h1><button id="ask" onclick="d.showModal()">Close account</button><dialog id="d"><h2>Close the account?</h2><button onclick="d.close()">Keep it</button><button id="yes" onclick="${send("if (j.ok) d.close(); else more.textContent = 'Settle the 2 open invoices.'")}">Yes</button><p id="more"></p></dialog>`,
    acts: [click('#ask'), click('#yes')],
    says: 'The page asks, and was not answered',
  },
};

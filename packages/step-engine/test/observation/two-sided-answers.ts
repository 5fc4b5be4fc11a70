import { click, fill } from './site-answers.ts';
import { send, type TwoSided } from './two-sided-site.ts';

const go = [click('#go')];
const note = '<p id="note"></p>';
const says = (text: string) => `<h1>Plan</h1>${note}<button id="go" onclick="${text}">Upgrade</button>`;
const retrying = says(
  "(async () => { for (let i = 0; i < 2; i++) if ((await fetch('api', { method: 'POST', body: 'x' })).ok) return note.append('Saved') })()",
);

/** Two buttons that do the same with another name. */
const two = (work: string) =>
  `${note}${['name', 'town'].map((what) => `<button id="${what}" onclick="${work.replace('X', what).replaceAll('"', "'")}.then(() => note.append('.'))">Set ${what}</button>`).join('')}`;
const both = [click('#name'), click('#town')];

/** Takes all that is sent to that path; where it refuses, but for the first. */
const refusingFirst =
  (at: string): TwoSided['answers'] =>
  (no, { path, before }, take) => {
    if (path !== at) return undefined;
    if (no && before === 0) return 422;
    take();
    return { json: {} };
  };

/** Refusals that only the traffic of a page tells, or tells sooner than the page. */
export const inTraffic: Record<string, TwoSided> = {
  'an answer of 200 that is not ok, which the page takes for a success': {
    page: says(send("note.append('Saved')")),
    answers: (no, { path }, take) =>
      path === '' ? undefined : (no || take(), { json: { ok: !no, message: no ? 'Plan is frozen' : '' } }),
    acts: go,
    says: 'was refused: Plan is frozen',
  },
  'errors of GraphQL on a page that shows nothing of them': {
    page: says(send("note.append('Done')", 'graphql')),
    answers: (no, { path }, take) => {
      if (path === '') return undefined;
      if (no) return { json: { data: { upgrade: null }, errors: [{ message: 'Plan is frozen' }] } };
      take();
      return { json: { data: { upgrade: { id: 1, errors: [] } } } };
    },
    acts: go,
    says: 'POST /no/1/graphql was refused: Plan is frozen',
  },
  'a request that is led to a sign-in page': {
    page: says(send("note.append('Saved')")),
    answers: (no, { path }) => {
      if (path === 'login') return '<h1>Sign in</h1>';
      return path === 'api' && no ? { to: 'login' } : undefined;
    },
    acts: go,
    says: 'was led to /no/2/login',
  },
  'a request that the page sends again after it failed': {
    page: retrying,
    answers: (no, { path, before }) => (path === 'api' && (no || before === 0) ? 503 : undefined),
    acts: go,
    says: 'was answered with status 503',
  },
  'a button after which only a signal is sent': {
    page: (no) => says(`navigator.sendBeacon('seen', 'x'); ${no ? '' : send("note.append('Archived')")}`),
    answers: (_no, { path }) => (path === 'seen' ? 204 : undefined),
    acts: go,
    says: 'Nothing on the page changed',
  },
  'an operation of several at one address': {
    page: two(
      "fetch('api', { method: 'POST', body: JSON.stringify({ operationName: 'setX' }) }).then((r) => r.json())",
    ),
    answers: (no, { path, before }, take) => {
      if (path !== 'api') return undefined;
      if (no && before === 0) return { json: { data: null, errors: [{ message: 'Frozen' }] } };
      take();
      return { json: { data: { set: true } } };
    },
    acts: both,
    says: 'was refused: Frozen',
  },
  'a part of a record of which another part is taken': {
    page: two("fetch('me', { method: 'PUT', body: JSON.stringify({ X: 1 }) })"),
    answers: refusingFirst('me'),
    acts: both,
    says: 'PUT /no/6/me was answered with status 422',
  },
  'the first of two buttons of one name': {
    page: `${['Mail', 'Phone'].map((what) => `<section><h2>${what}</h2><button class="${what}" onclick="fetch('${what}', { method: 'POST' }).then(() => note.append('.'))">Save</button></section>`).join('')}${note}`,
    answers: (no, { path }) => (path === 'Mail' && no ? 409 : undefined),
    acts: [click('.Mail'), click('.Phone')],
    says: 'POST /no/7/Mail was answered with status 409',
  },
  'a request that the page gives up': {
    page: says(
      "const stop = new AbortController(); setTimeout(() => stop.abort(), 500); this.className = 'on'; fetch('api', { method: 'POST', signal: stop.signal }).then(() => note.append('Saved')).catch(() => 0)",
    ),
    answers: (no, { path }) => (path === 'api' && no ? null : undefined),
    acts: go,
    says: 'POST /no/8/api was not answered',
  },
  'a text that a page stores by itself before its field is left': {
    page: `<a href="./">Top</a><label>Text <textarea oninput="fetch('api', { method: 'PUT', body: this.value })"></textarea></label>`,
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return no ? 503 : 204;
    },
    acts: [
      fill('Text', 'Hello'),
      { primitive: 'browser.press', input: { target: 'Text', key: 'Shift+Tab' } },
    ],
    says: 'was answered with status 503',
  },
  'a word of an error in plain text': {
    page: says("this.className = 'on'; fetch('api', { method: 'POST' }).then((r) => r.text())"),
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { plain: no ? 'ERROR: frozen' : 'OK' };
    },
    acts: go,
    says: 'was refused: ERROR: frozen',
  },
  'one of several operations that the query of an address names': {
    page: two("fetch('ajax?do=X', { method: 'POST', body: 'v=1' })"),
    answers: refusingFirst('ajax'),
    acts: both,
    says: 'was answered with status 422',
  },
  'one of several operations that a form names': {
    page: two("fetch('ajax', { method: 'POST', body: new URLSearchParams({ action: 'set_X', v: 1 }) })"),
    answers: refusingFirst('ajax'),
    acts: both,
    says: 'was answered with status 422',
  },
};

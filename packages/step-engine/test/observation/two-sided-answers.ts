import { click } from './site-answers.ts';
import { send, type TwoSided } from './two-sided-site.ts';

const go = [click('#go')];
const note = '<p id="note"></p>';
const says = (text: string) => `<h1>Plan</h1>${note}<button id="go" onclick="${text}">Upgrade</button>`;
const retrying = says(
  "(async () => { for (let i = 0; i < 2; i++) if ((await fetch('api', { method: 'POST', body: 'x' })).ok) return note.append('Saved') })()",
);

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
};

import { click, fill } from './site-answers.ts';
import { send, type TwoSided } from './two-sided-site.ts';

const go = [click('#go')];
const comment = [fill('Comment', 'Nice'), click('#go')];
/** The answer of a script's request is `{"y": 1}` where it is taken, and `{"y": null}` where it is not. */
const asked: TwoSided['answers'] = (no, { path }, take) => {
  if (path !== 'api') return undefined;
  if (!no) take();
  return { json: { y: no ? null : 1 } };
};
const button = (says: string, then: string, more = '', first = '') =>
  `<p id="note"></p>${more}<button id="go" onclick="${first}${send(then)}">${says}</button>`;
const field = '<input id="q" aria-label="Comment">';
const list = (name: string, other: string) =>
  `<select aria-label="${name}" id="${name}"><option>None</option><option>${other}</option></select>`;
const choose = (target: string, value: string) =>
  ({ primitive: 'browser.select', input: { target, value } }) as const;

/** What scripts do with a refusal that they do not put into words. */
export const byScript: Record<string, TwoSided> = {
  'a bare code that the page calls an error': {
    page: button('Order', "note.className = j.y ? 'msg msg-ok' : 'msg msg-err'; note.textContent = 'X-1042'"),
    answers: asked,
    acts: go,
    says: 'X-1042',
  },
  'fields that are emptied and not sent': {
    page: (no) =>
      `<ul id="l"></ul><form id="f" onsubmit="event.preventDefault(); const v = q.value; f.reset(); ${no ? '' : send("l.innerHTML = '<li>' + v + '</li>'")}">${field}<button id="go">Add</button></form>`,
    acts: comment,
    says: 'The fields were emptied, and nothing was sent',
  },
  'a choice that another one takes back': {
    page: (no) =>
      `<p id="note"></p>${list('Plan', 'Pro')}${list('Country', 'France').replace('id=', `onchange="${no ? "Plan.value = 'None'" : ''}" id=`)}<button id="go" onclick="${send("note.textContent = 'Saved'")}">Save</button>`,
    acts: [choose('#Plan', 'Pro'), choose('#Country', 'France'), ...go],
    says: 'The field "Plan" holds its old value again',
    answers: (_no, { path }, take) => (path === 'api' ? (take(), { json: { ok: true } }) : undefined),
  },
  'a page that shows nothing any more': {
    page: `<div id="root"><h1>Post</h1><button id="go" onclick="${send("root.innerHTML = j.y ? '<h1>At 10:00</h1>' : ''")}">Publish</button></div>`,
    answers: asked,
    acts: go,
    says: 'The page shows nothing any more',
  },
  'a page from which one cannot sign out any more': {
    page: '<a href="out">Sign out</a><form method="post" action="sent"><input name="n" aria-label="Comment"><button id="go">Set</button></form>',
    answers: (no, { path }, take) => {
      if (path === 'home')
        return `<h1>Acme</h1>${no ? '<a href="in">Sign in</a> <a href="join">Join</a>' : '<a href="out">Sign out</a>'}`;
      if (path !== 'sent') return undefined;
      if (!no) take();
      return { to: 'home' };
    },
    acts: comment,
    says: 'The page offers to sign in',
  },
  'a sign without words that turns for ever': {
    page: `<style>.spin { animation: s 1s linear infinite; width: 9px; height: 9px } @keyframes s { to { rotate: 360deg } }</style>${button('Report', "if (j.y) note.textContent = 'a.pdf'", '', "note.innerHTML = '<b class=spin style=display:block></b>'; ")}`,
    answers: asked,
    acts: go,
    says: 'The page is still at work',
  },
  'pictures that are to be told apart': {
    page: `<p id="d"></p>${button('Join', "if (j.y) note.textContent = 'No. 4'; else d.innerHTML = '<div role=dialog>Select all squares with traffic lights<button>Verify</button></div>'")}`,
    answers: asked,
    acts: go,
    says: 'Select all squares with traffic lights',
  },
  'a sentence in red after a request': {
    page: `<p id="d"></p>${button('Pay', "if (j.y) note.textContent = 'Receipt 8'; else d.innerHTML = '<div style=color:#b91c1c>Your bank wants a word with you</div>'")}`,
    answers: asked,
    acts: go,
    says: 'Your bank wants a word with you',
  },
  'a red ring around a field': {
    page: button(
      'Claim handle',
      "if (j.y) q.value = ''; else q.style.boxShadow = '0 0 0 2px #ef4444'; note.textContent = j.y ? '@a' : '2–20 letters'",
      `<form id="f" onsubmit="return false">${field}`,
    ),
    answers: asked,
    acts: comment,
    says: 'Comment',
  },
  'a note beside a field that is all that comes': {
    page: (no) =>
      `<h2 id="note">You</h2><p>${field} <small id="hint"></small></p><button id="go" onclick="${no ? "hint.textContent = '8 digits, as on your bill'" : send("note.textContent = 'Your tariff'")}">Continue</button>`,
    acts: comment,
    says: 'The form was not sent: 8 digits',
  },
  'a row that is drawn anew': {
    page: `<ul id="l"></ul><script>const draw = (all) => { l.innerHTML = all.map((x) => '<li>' + x + ' <button onclick="go()">Delete</button></li>').join('') }; const go = () => ${send("draw(j.y ? ['Ada'] : ['Ada', 'Ben'])")}; draw(['Ada', 'Ben'])</script>`,
    answers: asked,
    acts: [click('li:last-child button')],
    says: 'Nothing on the page changed',
  },
  'a button to send it again': {
    page: button('Send', "note.innerHTML = j.y ? 'At 10:00' : 'At 10:00 <button>Retry</button>'"),
    answers: asked,
    acts: go,
    says: 'Retry',
  },
  'a dead button of which the page only reports that it was pressed': {
    page: (no) =>
      `<p id="note"></p><button id="go" onclick="fetch('analytics/track', { method: 'POST' }); ${no ? '' : send("note.textContent = 'Following'")}">Follow</button>`,
    answers: (no, { path }) => {
      if (path !== 'analytics/track') return undefined;
      return no ? 204 : 500;
    },
    acts: go,
    says: 'Nothing on the page changed',
  },
  'a list that sends its form and comes back as it was': {
    page: (_no, taken) =>
      `<h1>Ticket 12</h1><form method="post" action="sent"><select name="s" aria-label="Status" onchange="this.form.submit()"><option>Open</option><option ${taken.length > 0 ? 'selected' : ''}>Closed</option></select></form>`,
    answers: (no, { path }, take) => {
      if (path !== 'sent') return undefined;
      if (!no) take();
      return { to: './' };
    },
    acts: [choose('select', 'Closed')],
    says: 'holds its old value again',
  },
  'a search that finds something sold out': {
    page: '<form action="found"><input name="n" aria-label="Comment"><button id="go">Search</button></form>',
    answers: (no, { path }, take) => {
      if (!path.startsWith('found')) return undefined;
      if (!no) take();
      return no
        ? '<h1>Search</h1><p role="alert">The search is not available</p>'
        : '<h1>2 results</h1><ul><li><h3>Nice cup</h3><p class="error">Sold out</p></li><li><h3>Nice mug</h3><p>£4.00</p></li></ul>';
    },
    acts: comment,
    says: 'The search is not available',
  },
  'reports on visitors that are set at an address of that name': {
    page: `<p id="note">On</p><button id="go" onclick="fetch('settings/analytics', { method: 'POST' }).then(() => { note.textContent = 'Updated view' })">Disable</button>`,
    answers: (no, { path }, take) => {
      if (path !== 'settings/analytics') return undefined;
      if (!no) take();
      return no ? 500 : 204;
    },
    acts: go,
    says: '500',
  },
};

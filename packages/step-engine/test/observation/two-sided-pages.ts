import { click, fill } from './site-answers.ts';
import { send, type TwoSided } from './two-sided-site.ts';

const go = [click('#go')];
const button = (text: string, more = '') =>
  `<h1>Plan</h1><p id="note"></p>${more}<button id="go" onclick="${text}">Upgrade</button>`;
const shows = (yes: string, no: string) => send(`note.textContent = j.ok ? '${yes}' : '${no}'`);

/** Refusals that a page tells in another way than by a sentence on it. */
export const inPage: Record<string, TwoSided> = {
  'a title': {
    page: button(send("document.title = j.ok ? 'Saved' : 'Not saved'")),
    acts: go,
    says: 'Not saved',
  },
  'the name of a picture': {
    page: button(
      send("const i = new Image(20, 20); i.alt = j.ok ? 'Saved' : 'Not saved'; note.replaceChildren(i)"),
    ),
    acts: go,
    says: 'Not saved',
  },
  'words of a style sheet': {
    page: `<style>[data-said]::after { content: attr(data-said) }</style>${button(send("note.dataset.said = j.ok ? 'Saved' : 'Could not save'"))}`,
    acts: go,
    says: 'Could not save',
  },
  'the same words again': {
    page: button(
      "note.className = 'error'; note.textContent = ''; fetch('api', { method: 'POST', body: code.value }).then((r) => r.json()).then((j) => { note.textContent = j.ok ? '' : 'Wrong code' })",
      '<input id="code" aria-label="Code">',
    ),
    answers: (no, { path, before }, take) => {
      if (path === '') return undefined;
      if (no || before === 0) return { json: {} };
      take();
      return { json: { ok: true } };
    },
    acts: [fill('Code', '1'), click('#go'), fill('Code', '2'), click('#go')],
    says: 'Wrong code',
  },
  'a button that only shows that it was pressed': {
    page: (no) =>
      button(
        `const wave = document.createElement('i'); this.append(wave); this.classList.add('on'); setTimeout(() => { wave.remove(); this.classList.remove('on') }, 200); ${no ? '' : shows('Archived', '')}`,
      ),
    acts: go,
    says: 'Nothing on the page changed',
  },
  'a link to nowhere': {
    page: (no) =>
      `<p id="note"></p><a id="go" href="#" ${no ? '' : `onclick="${shows('Archived', '')}"`}>Archive</a>`,
    acts: go,
    says: 'Nothing on the page changed',
  },
  'a field that only looks wrong': {
    page: (no) =>
      `<form onsubmit="event.preventDefault(); ${no ? "mail.style.borderColor = '#d00'" : send("document.body.textContent = 'Saved'")}"><input id="mail" aria-label="Mail"><button>Send</button></form>`,
    acts: [fill('Mail', 'a@b.c'), click('Send')],
    says: 'The form was not sent: Mail',
  },
  'a field with a class for errors': {
    page: (no) =>
      `<form onsubmit="event.preventDefault(); ${no ? "mail.classList.add('is-invalid')" : send("document.body.textContent = 'Saved'")}"><input id="mail" aria-label="Mail"><button>Send</button></form>`,
    acts: [fill('Mail', 'a@b.c'), click('Send')],
    says: 'The form was not sent: Mail',
  },
  'a word of work that never ends': {
    page: button(
      "note.textContent = 'Saving…'; fetch('api', { method: 'POST' }).then((r) => r.json()).then((j) => { if (j.ok) setTimeout(() => { note.textContent = 'Saved' }, 1000) })",
    ),
    acts: go,
    says: 'still at work: Saving…',
  },
  'words that repeat the name of the control': {
    page: button(shows('Rejected', 'You may not reject this')).replace('>Upgrade<', '>Reject<'),
    acts: go,
    says: 'You may not reject this',
  },
  'a frame that says no': {
    page: button(
      send("frames[0].document.body.textContent = j.ok ? 'Payment received' : 'Your payment was declined'"),
      '<iframe src="inner"></iframe>',
    ),
    answers: (_no, { path }) => (path === 'inner' ? 'Card' : undefined),
    acts: go,
    says: 'Your payment was declined',
  },
  'the page around a frame that says no': {
    page: '<p id="note"></p><iframe src="inner"></iframe>',
    answers: (_no, { path }) =>
      path === 'inner'
        ? `<button onclick="${send("parent.note.textContent = j.ok ? 'Payment received' : 'Payment declined'")}">Pay</button>`
        : undefined,
    acts: [
      { primitive: 'browser.click', input: { target: { role: 'button', name: 'Pay', frame: 'iframe' } } },
    ],
    says: 'Payment declined',
  },
  'a page that asks whether it may be left': {
    page: (no) =>
      `<input aria-label="Text"><a href="next">Next</a>${no ? '<script>onbeforeunload = (event) => event.preventDefault()</script>' : ''}`,
    answers: (_no, { path }, take) => (path === 'next' ? (take(), 'Next') : undefined),
    acts: [fill('Text', 'x'), click('Next')],
    says: 'asked whether to leave it',
  },
  'a field that lets go of a file': {
    page: (no) =>
      `<p id="note"></p><input type="file" aria-label="File" onchange="${no ? "this.value = ''; note.textContent = 'Too many pages'" : shows('Uploaded', '')}">`,
    acts: [
      {
        primitive: 'browser.upload',
        input: { target: 'File', files: [{ name: 'a.txt', content: 'a' }] },
      },
    ],
    says: '"File" holds no file: Too many pages',
  },
  'a file that is a page to sign in': {
    page: '<a href="report.pdf" download>Report</a>',
    answers: (no, { path }, take) => {
      if (path === 'login') return '<h1>Sign in</h1>';
      if (path !== 'report.pdf') return undefined;
      if (no) return { to: 'login' };
      take();
      return { json: { pages: 1 } };
    },
    acts: [{ primitive: 'browser.download', input: { target: 'Report' } }],
    says: 'The site answered with a page',
  },
};

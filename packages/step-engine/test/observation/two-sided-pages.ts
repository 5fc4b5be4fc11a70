import { click, fill } from './site-answers.ts';
import { answered, send, type TwoSided } from './two-sided-site.ts';

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
  'a dialog with one button that is all that comes': {
    page: `<dialog id="d"><h2 id="note"></h2><button onclick="d.close()">OK</button></dialog><button id="go" onclick="${send("note.textContent = j.ok ? 'The new name is b.txt' : 'The file is open in another program'; d.showModal()")}">Rename</button>`,
    acts: go,
    says: 'The file is open in another program',
  },
  'a placeholder': {
    page: `<input id="q" aria-label="Code" placeholder="Code"><button id="go" onclick="${send("q.value = ''; q.placeholder = j.ok ? 'Next code' : 'Code already redeemed'")}">Redeem</button>`,
    acts: [fill('Code', 'X1'), click('#go')],
    says: 'Code already redeemed',
  },
  'a ring that goes on turning': {
    page: `<style>@keyframes a { to { transform: rotate(1turn) } } .css-1x { width: 20px; height: 20px; border: 2px solid #ccc; border-top-color: #00f; border-radius: 50%; animation: a 1s infinite linear }</style>${button(send("note.innerHTML = '<i class=css-1x style=display:block></i>'; if (j.ok) setTimeout(() => { note.textContent = 'Pro' }, 300)"))}`,
    acts: go,
    says: 'a sign turns',
  },
  'a sign for a warning in front of a sentence': {
    page: button(shows('Your plan: Pro', '⚠ Tag exists')),
    acts: go,
    says: 'Tag exists',
  },
  'one more button to do it anyway': {
    page: '<form method="post" action="sent"><input name="n" aria-label="Name"><button>Create contact</button></form>',
    answers: answered(
      '<h1>Zoo</h1><p>Owner: Ada</p>',
      '<h1>Zoo</h1><p>Zoo Ltd, Bonn</p><form method="post"><button>Create anyway</button></form>',
    ),
    acts: [fill('Name', 'Zoo'), click('Create contact')],
    says: 'Create anyway',
  },
  'a heading in the place of the page that a link leads to': {
    page: '<a id="go" href="sent">Transfers</a>',
    answers: answered(
      '<h1>Transfers</h1><p>We are back from the holidays</p>',
      "<h1>We'll be back soon</h1>",
    ),
    acts: go,
    says: "We'll be back soon",
  },
  'a note beside a list that sends itself': {
    page: `<p id="note"></p><select id="plan" onchange="${shows('Premium: 20.00 a month, billed yearly', 'Premium needs a yearly contract')}"><option>Basic<option>Premium</select>`,
    acts: [{ primitive: 'browser.select', input: { target: '#plan', value: 'Premium' } }],
    says: 'Premium needs a yearly contract',
  },
  'what the next step asks for': {
    page: '<h1>Person</h1><form method="post" action="sent"><input name="n" aria-label="Name"><button>Continue</button></form>',
    answers: (no, { path }, take) => {
      if (path === 'next')
        return '<h1>Passport</h1><p>Your passport must be valid for six months</p><form method="post"><input name="p" aria-label="Passport"><button>Continue</button></form>';
      if (path === 'ask')
        return '<h1>Person</h1><p>Your name must be longer</p><form method="post" action="sent"><input name="n" aria-label="Name"><button>Continue</button></form>';
      if (path !== 'sent') return undefined;
      if (!no) take();
      return { to: no ? 'ask' : 'next' };
    },
    acts: [fill('Name', 'Ada'), click('Continue')],
    says: 'Your name must be longer',
  },
  'a sentence in red that is no offer': {
    page: '<form method="post" action="sent"><button>Add to cart</button></form>',
    answers: answered(
      '<p>Mug</p><p style="color: #c00">You save 3.00</p>',
      '<p>Mug</p><p style="color: #c00">Mugs go by the dozen</p>',
    ),
    acts: [click('Add to cart')],
    says: 'Mugs go by the dozen',
  },
};

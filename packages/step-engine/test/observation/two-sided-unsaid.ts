import { click, fill } from './site-answers.ts';
import { answered, send, type TwoSided } from './two-sided-site.ts';

const go = [click('#go')];
const form = (fields: string) => `<form method="post" action="sent">${fields}<button>Send</button></form>`;
const named = (value: string) => `<input name="name" aria-label="Name" value="${value}">`;
const name = [fill('Name', 'Ada'), click('Send')];
const plain =
  (yes: string, no: string): TwoSided['answers'] =>
  (refuses, { path }, take) => {
    if (path !== 'api') return undefined;
    if (!refuses) take();
    return { plain: refuses ? no : yes };
  };
const button = (says: string, work: string, more = '') =>
  `<p id="note"></p>${more}<button id="go" onclick="${work}">${says}</button>`;
const told = (then: string) =>
  `fetch('api', { method: 'POST', body: 'x' }).then((r) => r.text()).then((t) => { ${then} })`;

/** Refusals without a word that says no. */
export const unsaid: Record<string, TwoSided> = {
  'a form for something new that is handed back as it was filled in': {
    page: form(named('')),
    answers: answered('<h1>Ada</h1>', `<p>Two words make a name</p>${form(named('Ada'))}`),
    acts: name,
    says: 'The form is handed back',
  },
  'a form in a frame that is handed back': {
    page: '<iframe src="inner"></iframe>',
    answers: (no, asked, take) =>
      asked.path === 'inner'
        ? form(named(''))
        : answered('<h1>Ada</h1>', `<p>Two words make a name</p>${form(named('Ada'))}`)?.(no, asked, take),
    acts: [
      {
        primitive: 'browser.fill',
        input: { target: { role: 'textbox', name: 'Name', frame: 'iframe' }, value: 'Ada' },
      },
      { primitive: 'browser.click', input: { target: { role: 'button', name: 'Send', frame: 'iframe' } } },
    ],
    says: 'The form is handed back',
  },
  'a record that is shown with what was saved': {
    page: form(named('Ben')),
    answers: answered(`<p>At 10:00</p>${form(named('Ada'))}`, `<p>At 10:00</p>${form(named('Ben'))}`),
    acts: name,
    says: 'holds its old value again',
  },
  'a page that asks for a password': {
    page: form(named('Ben')),
    answers: answered(
      '<h1>Ada</h1>',
      '<h1>Welcome back</h1><form method="post" action="on"><input name="p" type="password" aria-label="Password"><button>Continue</button></form>',
    ),
    acts: name,
    says: 'The page asks for a password',
  },
  'a page to sign in that answers a script': {
    page: button('Save', told("note.textContent = 'At 10:00'")),
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (no) return '<html><h1>Welcome back</h1><form><input type="password"></form>';
      take();
      return { json: {} };
    },
    acts: go,
    says: 'a page that asks for a password',
  },
  'an error that goes on standing there': {
    page: button('Save', told("if (t === '1') note.remove()")).replace(
      '<p id="note">',
      '<p id="note" class="error">The printer is not reachable',
    ),
    answers: plain('1', '0'),
    acts: go,
    says: 'The printer is not reachable',
  },
  'an error in red that goes on standing there': {
    page: button('Save', told("if (t === '1') note.remove()")).replace(
      '<p id="note">',
      '<p id="note" style="color: #c00">The printer is not reachable',
    ),
    answers: plain('1', '0'),
    acts: go,
    says: 'The printer is not reachable',
  },
  'a page without a heading that leads on': {
    page: form(named('')),
    answers: (no, asked, take) => {
      if (asked.path === 'end') return no ? 'Your bank turned this payment down.' : 'Receipt 77';
      const wait = '<meta http-equiv="refresh" content="1; url=end"><p>Here we go</p>';
      return answered(wait, wait)?.(no, asked, take);
    },
    acts: name,
    says: 'Your bank turned this payment down',
  },
  'a form that asks for more': {
    page: `<p id="note"></p><form onsubmit="event.preventDefault(); ${told("if (t === '1') note.textContent = 'Order 9'; else more.innerHTML = '<input aria-label=Town>'")}"><input aria-label="Name"><i id="more"></i><button>Order</button></form>`,
    answers: plain('1', '0'),
    acts: [fill('Name', 'Ada'), click('Order')],
    says: 'The form asks for more: Town',
  },
  'a text that the page cuts': {
    page: `<p id="note"></p><input id="q" aria-label="Motto"><button id="go" onclick="${told("q.value = t; note.textContent = 'Saved'")}">Save</button>`,
    answers: plain('Be kind', 'Be ki'),
    acts: [fill('Motto', 'Be kind'), click('#go')],
    says: '"Motto" holds Be ki, not Be kind',
  },
  'a row that is hidden and comes back': {
    page: `<p id="note"></p><ul><li>Key A</li><li id="b">Key B <button onclick="b.hidden = true; ${told("if (t === '1') note.textContent = 'One key'; else b.hidden = false")}">Archive</button></li></ul>`,
    answers: plain('1', '0'),
    acts: [click('#b button')],
    says: 'took it back',
  },
  'a page without a word': {
    page: form(named('')),
    answers: (no, { path }, take) => {
      if (path !== 'sent') return undefined;
      if (no) return { plain: '' };
      take();
      return '<h1>Ada</h1>';
    },
    acts: name,
    says: 'The page that answered is empty',
  },
  'a tab that asks to sign in': {
    page: button('Upgrade', told("if (t === '1') note.textContent = 'Pro'; else window.open('on')")),
    answers: (no, asked, take) =>
      asked.path === 'on'
        ? '<h1>Sign in</h1><form method="post"><input type="password" aria-label="Password"><button>Sign in</button></form>'
        : plain('1', '0')?.(no, asked, take),
    acts: go,
    says: 'Another tab asks to sign in',
  },
  'a row that stays where it was': {
    page: `<ul><li>Key A <button>Delete</button></li><li id="b">Key B <button onclick="${told("if (t === '1') b.remove()")}">Delete</button></li></ul>`,
    answers: plain('1', '0'),
    acts: [click('#b button')],
    says: 'Nothing on the page changed',
  },
  'a step that does not lead on': {
    page: `<h2 id="note">Company</h2><form onsubmit="event.preventDefault(); ${told("if (t === '1') note.textContent = 'Address'")}"><input aria-label="Name"><button>Continue</button></form>`,
    answers: plain('1', '0'),
    acts: [fill('Name', 'Ada'), click('Continue')],
    says: 'Nothing on the page changed',
  },
  'a question that comes of what was sent': {
    page: `${button('Save', told("if (t === '1') note.textContent = 'At 10:00'; else d.showModal()"))}<dialog id="d"><p>Did you mean Mill Lane?</p><button>Use it</button><button>Keep mine</button></dialog>`,
    answers: plain('1', '0'),
    acts: go,
    says: 'Did you mean Mill Lane?',
  },
  'a word that is to be typed first': {
    page: (no) =>
      `${button('Delete album', no ? 'd.showModal()' : send("note.textContent = 'Gone'"))}<dialog id="d"><p>Type DELETE to confirm</p><input aria-label="Word"><button>Delete</button></dialog>`,
    acts: go,
    says: 'Type DELETE to confirm',
  },
  'a question in a layer without a role': {
    page: (no) =>
      `${button('Cancel plan', no ? "d.style.display = 'grid'" : send("note.textContent = 'Until Friday'"))}<div id="d" style="display: none; place-items: center; position: fixed; inset: 0"><div><p>Three months at half price?</p><button>Take it</button><button>Cancel anyway</button></div></div>`,
    acts: go,
    says: 'Three months at half price?',
  },
  'a question in a layer that is answered': {
    page: (no) =>
      `${button('Cancel plan', "d.style.display = 'grid'")}<div id="d" style="display: none; place-items: center; position: fixed; inset: 0"><div><p>Three months at half price?</p><button>Take it</button><button id="yes" onclick="${no ? '' : send("d.remove(); note.textContent = 'Until Friday'")}">Cancel anyway</button></div></div>`,
    acts: [...go, click('#yes')],
    says: 'Three months at half price?',
  },
  'a word in red beside what was sent': {
    page: `<form id="f" onsubmit="event.preventDefault(); ${told("if (t === '1') f.outerHTML = '<h1>Order 7</h1>'; else { hint.style.color = '#c00'; hint.textContent = '99 is our ceiling' }")}"><input aria-label="Name"><b id="hint"></b><button>Send</button></form>`,
    answers: plain('1', '0'),
    acts: name,
    says: '99 is our ceiling',
  },
  'a number that the page makes smaller': {
    page: (no) =>
      `<p id="note"></p><input id="q" aria-label="Quantity" value="1" ${no ? 'onblur="if (this.value > 10) this.value = 10"' : ''}><button id="go" onclick="${send("note.textContent = 'Cart updated'", 'api', 'q.value')}">Update</button>`,
    answers: (_no, { path }, take) => (path === 'api' ? (take(), { json: { ok: true } }) : undefined),
    acts: [fill('Quantity', '50'), click('#go')],
    says: '"Quantity" holds 10, not 50',
  },
  'a state that is taken back after three seconds': {
    page: button(
      'Follow',
      `this.textContent = 'Following'; ${told("if (t !== '1') setTimeout(() => { go.textContent = 'Follow' }, 2800)")}`,
    ),
    answers: plain('1', '0'),
    acts: go,
    says: 'took it back',
  },
};

import { click, fill } from './site-answers.ts';
import { answered, send, type TwoSided } from './two-sided-site.ts';

const go = [click('#go')];
/** The answer of a script's request is `{"y": 1}` where it is taken, and `{"y": null}` where it is not. */
const asked: TwoSided['answers'] = (no, { path }, take) => {
  if (path !== 'api') return undefined;
  if (!no) take();
  return { json: { y: no ? null : 1 } };
};
const button = (says: string, then: string, more = '') =>
  `<p id="note"></p>${more}<button id="go" onclick="${then}">${says}</button>`;
const field = '<input id="q" aria-label="Item">';
const layer = (id: string, inner: string) =>
  `<div id="${id}" hidden style="position:fixed;inset:0;background:#eee">${inner}</div>`;

/** What a page asks for before it does what it was asked, what it takes back, and what looks like that on pages that accept. */
export const askedFor: Record<string, TwoSided> = {
  'a box to be ticked that is only outlined': {
    page: (no) =>
      button(
        'Order now',
        no ? "box.parentNode.style.outline = '2px solid #c00'" : send("note.textContent = 'Order 7'"),
        '<label><input type="checkbox" id="box"> I accept the terms</label>',
      ),
    acts: go,
    says: 'I accept the terms',
  },
  'a code from a device, by which a payment is to be confirmed': {
    page: '<form method="post" action="sent"><button>Pay now</button></form>',
    answers: answered(
      '<h1>Paid</h1><p>Receipt 77</p>',
      '<h1>Your bank</h1><p>Confirm this in your banking app, or enter the code from your text message.</p><form method="post" action="end"><label>Code <input name="c"></label><button>Confirm</button></form>',
    ),
    acts: [click('Pay now')],
    says: 'The page asks for more: Code',
  },
  'a code from an app, after the password': {
    page: '<form method="post" action="sent"><label>Name <input name="n"></label><label>Password <input name="p" type="password"></label><button>Go</button></form>',
    answers: answered(
      '<h1>Hello Ada</h1><label>Code <input></label>',
      '<h1>Two-step verification</h1><form method="post" action="end"><label>Code <input name="c"></label><button>Verify</button></form>',
    ),
    acts: [fill('Name', 'Ada'), fill('Password', 'right'), click('Go')],
    says: 'The page asks for a code',
  },
  'a dialog in which a name is to be typed': {
    page: (no) =>
      `${button('Delete Bob', no ? 'ask.showModal()' : send("note.textContent = 'Bob is gone'"))}<dialog id="ask"><p>To delete Bob, type his name.</p><input aria-label="Name"><button>Delete for good</button><button>Keep</button></dialog>`,
    answers: asked,
    acts: go,
    says: 'To delete Bob, type his name',
  },
  'a dialog whose title says what its button does': {
    page: (no) =>
      `<div id="back" role="dialog" aria-labelledby="what"><h2 id="what">Roll back 5.3.1</h2><label>Reason <input></label><button>Close</button>${button('Confirm', send(`back.hidden = true; out.textContent = '${no ? 'Could not be rolled back' : 'Rolled back'}'`))}</div><p id="out"></p>`,
    acts: go,
    says: 'Could not be rolled back',
  },
  'a dialog that does not ask in words': {
    page: (no) =>
      `${layer('ask', '<h2>Before you go</h2><button>Keep my plan</button><button>Cancel anyway</button>')}${layer('told', '<p>Until 30 November</p><button>Close</button>')}${button(
        'Cancel subscription',
        no ? 'ask.hidden = false' : send("told.hidden = false; note.textContent = 'Basic'"),
      )}`,
    acts: go,
    says: 'was not answered: Before you go',
  },
  'a dialog that does not ask in words, beside a sheet of things to do next': {
    page: (no) =>
      `${layer('ask', '<p>For everybody</p><button>Back</button><button>Create</button>')}${layer('told', '<p>acme.test/4</p><button>Close</button><button>Create another</button>')}${button(
        'Create link',
        no ? 'ask.hidden = false' : send('told.hidden = false'),
      )}`,
    acts: go,
    says: 'was not answered: For everybody',
  },
  'a dialog that is to be agreed to with OK': {
    page: (no) =>
      `${layer('ask', '<p>All items go</p><button>OK</button><button>Cancel</button>')}${button(
        'Empty basket',
        no ? 'ask.hidden = false' : send("note.textContent = 'Basket: 0'"),
      )}`,
    acts: go,
    says: 'was not answered: All items go',
  },
  'a button that is only shown as pressed, beside one that leads down the page': {
    page: (no) =>
      `${button('Book', `go.className = 'pressed'; ${no ? '' : 'end.scrollIntoView()'}`)}<p style="height:2000px"></p><button id="end" onclick="${send("note.textContent = 'Room 4'")}">Ask for a room</button>`,
    acts: [...go, click('#end')],
    says: '"Book" sent nothing',
  },
  'a card that is asked for after a request': {
    page: `<div id="d"></div>${button('Upgrade', send("if (j.y) note.textContent = 'Plan: Pro'; else d.innerHTML = '<label>Card number <input></label><button>Keep card</button>'"))}`,
    answers: asked,
    acts: go,
    says: 'asks for more: Card number',
  },
  'a proof against robots on the next page': {
    page: `<form method="post" action="sent">${field}<button id="go">Submit</button></form>`,
    answers: (no, { path }, take) => {
      if (path !== 'sent') return undefined;
      if (!no) take();
      return no
        ? '<h1>One step</h1><form method="post" action="more"><label><input type="checkbox"> I am not a robot</label><button>Verify</button></form>'
        : '<h1>Question 4</h1><p>When?</p>';
    },
    acts: [fill('Item', 'When?'), ...go],
    says: 'asks for more: I am not a robot',
  },
  'an answer that is nothing but false': {
    page: button('Activate', send("note.textContent = j ? 'Plan 2' : 'Plan 1'")),
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      return { json: !no };
    },
    acts: go,
    says: 'answered with false',
  },
  'an alert after a request that says neither yes nor no': {
    page: button('Ship', send("alert(j.y ? 'Label printed' : 'Address first')")),
    answers: asked,
    acts: go,
    says: 'Address first',
  },
  'an entry that comes back to its list': {
    page: `<ul id="l"><li>Ada <button id="go" onclick="const li = this.parentNode; li.remove(); ${send('if (!j.y) setTimeout(() => l.append(li), 300)')}">Remove</button></li><li>Ben</li></ul>`,
    answers: asked,
    acts: go,
    says: 'took it back',
  },
  'a list that is drawn anew with what was to go': {
    page: `<ul id="l"></ul>${button('Delete Ben', send("draw(j.y ? ['Ada'] : ['Ada', 'Ben'])"))}<script>const draw = (all) => { l.innerHTML = all.map((x) => '<li>' + x + '</li>').join('') }; draw(['Ada', 'Ben'])</script>`,
    answers: asked,
    acts: go,
    says: 'Nothing on the page changed',
  },
  'a next step that asks to check the details': {
    page: (no) =>
      `<div id="w"><h2>Step 1 of 2</h2>${field}<button id="go" onclick="${no ? "w.insertAdjacentHTML('beforeend', '<p>Please check your details.</p>')" : "w.innerHTML = '<h2>Step 2 of 2</h2><p>Please check your details.</p>' + end.innerHTML; " + send('')}">Next</button></div><template id="end"><button>Back</button><button>Finish</button></template>`,
    acts: [fill('Item', 'Ada'), ...go],
    says: 'Please check your details.',
  },
  'a bound that the form told before': {
    page: '<h1>Cup</h1><form method="post" action="sent"><p>Only 2 left!</p><button id="go">Add to basket</button></form>',
    answers: answered('<h1>Basket</h1><p>Cup</p><p>Only 2 left!</p>', '<p>One per customer</p>'),
    acts: go,
    says: 'One per customer',
  },
  'a page that asks its site again and again, once without success': {
    page: `<ul id="l"></ul>${button('Reply', send("l.innerHTML = '<li>Mine</li>'"))}<script>const poll = () => fetch('poll', { method: 'POST', body: 'since=1' }); poll(); go.addEventListener('click', () => { poll(); setTimeout(poll, 300) })</script>`,
    answers: (no, { path, before }, take) => {
      if (path === 'poll') return before === 1 ? 503 : { json: {} };
      if (path !== 'api') return undefined;
      if (!no) take();
      return no ? 500 : { json: {} };
    },
    acts: go,
    says: '500',
  },
  'a list that makes room for a word of its loading': {
    page: `<div id="r"></div><script>const all = ['Bread']; const draw = () => { r.innerHTML = '<form id="f">${field.replaceAll('"', '')}<button id=go>Add</button></form><ul>' + all.map((x) => '<li>' + x + '</li>').join('') + '</ul>'; f.onsubmit = (e) => { e.preventDefault(); const v = q.value; r.innerHTML = '<p>Loading…</p>'; ${send("if (j.y) all.push(v); r.innerHTML = ''; draw(); if (!j.y) f.insertAdjacentHTML('beforeend', '<p role=alert>No room on the list</p>')")} } }; draw()</script>`,
    answers: asked,
    acts: [fill('Item', 'Milk'), ...go],
    says: 'No room on the list',
  },
  'a warning that is all that comes of a request': {
    page: `<div id="w"></div>${button('Create board', send(`w.innerHTML = '<p data-severity=warning>Free teams have room for 3 boards</p>'; if (j.y) note.textContent = 'Board 3'`))}`,
    answers: asked,
    acts: go,
    says: 'Free teams have room for 3 boards',
  },
  'a note after which the page puts the focus on the field': {
    page: (no) =>
      `<form id="f" onsubmit="event.preventDefault(); q.focus(); ${no ? "hint.textContent = 'Needs a country code'" : send("hint.textContent = 'On the list'")}">${field}<p id="hint"></p><button id="go">Add</button></form>`,
    acts: [fill('Item', '0171'), ...go],
    says: 'The form was not sent: Needs a country code',
  },
  'a form that a script gets back with a note': {
    page: `<div id="d"><form><input name="q" aria-label="Item"><button id="go">Book</button></form></div><script>document.onsubmit = (e) => { e.preventDefault(); fetch('api', { method: 'POST', body: 'x' }).then((r) => r.text()).then((t) => { d.innerHTML = t }) }</script>`,
    answers: (no, { path }, take) => {
      if (path !== 'api') return undefined;
      if (!no) take();
      const value = no ? ' value="Monday"' : '';
      return {
        plain: `<form><input name="q" aria-label="Item"${value}><button>Book</button><p>${no ? 'Pick a day that lies ahead' : 'Monday, table 4'}</p></form>`,
      };
    },
    acts: [fill('Item', 'Monday'), ...go],
    says: 'The form is handed back',
  },
  'a code that is asked for before anything is sent': {
    page: (no) =>
      `<div id="d"></div>${button('Transfer now', no ? "d.innerHTML = '<label>TAN <input></label><button>Release</button>'" : send("note.textContent = 'It leaves today'"))}`,
    acts: go,
    says: 'asks for more: TAN',
  },
  'a password that is asked for once more': {
    page: `<div id="d"></div>${button('Update e-mail', send("if (j.y) note.textContent = 'b@x.test'; else d.innerHTML = '<p>Is it you?</p><label>Password <input type=password></label><button>OK</button>'"))}`,
    answers: asked,
    acts: go,
    says: 'asks for more: Password',
  },
  'a button for something else in the place of what was asked': {
    page: `<div id="d">${button('Add to bag', send("d.innerHTML = j.y ? '<p>It comes in March</p><button>Notify me when it ships</button>' : '<p>March</p><button>Notify me</button>'"))}</div>`,
    answers: asked,
    acts: go,
    says: 'Notify me',
  },
  'a cross, beside the sign of a button': {
    page: button('Check', send("note.innerHTML = j.y ? 'Ada <button>❌</button>' : '❌'")),
    answers: asked,
    acts: go,
    says: '❌',
  },
  'a sign to press for sending it again': {
    page: `<ul id="l"></ul>${field}${button('Post', send("l.innerHTML = '<li>Hi ' + (j.y ? '<button title=Delete>x</button>' : '<button title=\\'Tap to resend\\'>!</button>') + '</li>'").replaceAll('"', '&quot;'))}`,
    answers: asked,
    acts: go,
    says: 'Tap to resend',
  },
  'a form that is answered with data': {
    page: `<form method="post" action="sent">${field}<button id="go">Grant</button></form>`,
    answers: (no, { path }, take) => {
      if (path !== 'sent') return undefined;
      if (!no) take();
      return { json: { status: no ? 'fail' : 'ok', code: 12 } };
    },
    acts: [fill('Item', 'Ada'), ...go],
    says: 'was refused: fail',
  },
  'work that is over, and of which nothing came': {
    page: `<p>State: <b id="o">idle</b></p>${button('Run report', `o.textContent = 'making it'; ${send("setTimeout(() => { o.textContent = 'idle'; if (j.y) note.textContent = 'Report of May' }, 300)")}`)}`,
    answers: asked,
    acts: go,
    says: 'The page showed "making it" and took it back',
  },
  'a page with a name and a password, to which a script leads': {
    page: button('Save', send("if (j.y) note.textContent = 'Bonn'; else location.href = 'auth'")),
    answers: (no, { path, ...rest }, take) =>
      path === 'auth'
        ? '<h1>Welcome back</h1><form method="post"><input name="u"><input name="p" type="password"><button>Go on</button></form>'
        : asked(no, { path, ...rest }, take),
    acts: go,
    says: 'The page asks for a password',
  },
  'a state that the control did not have before': {
    page: button(
      'Star',
      `this.setAttribute('aria-pressed', true); ${send("if (!j.y) setTimeout(() => go.setAttribute('aria-pressed', false), 300)")}`,
    ),
    answers: asked,
    acts: go,
    says: 'took it back',
  },
  'a state that the page asks for at intervals': {
    page: `${button('Enable', `this.setAttribute('aria-pressed', true); ${send('')}`)}<script>setInterval(() => fetch('state').then((r) => r.json()).then((j) => go.setAttribute('aria-pressed', j.on)), 700)</script>`,
    answers: (no, { path, before }, take) => {
      if (path === 'state') return { json: { on: !no } };
      if (path !== 'api') return undefined;
      if (!no && before === 0) take();
      return { json: {} };
    },
    acts: go,
    says: 'took it back',
  },
};

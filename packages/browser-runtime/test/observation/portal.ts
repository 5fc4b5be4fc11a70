import type { IncomingMessage } from 'node:http';
import { hostilePages } from './hostile-pages.ts';
import { sharedSite, type Answer, type Site } from '../site.ts';

/** What the portal really did, whatever its pages say. */
export interface Portal extends Site {
  readonly accepted: string[];
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  try {
    for await (const chunk of request) body += String(chunk);
  } catch {
    // The page was closed while it sent.
  }
  return new URLSearchParams(body);
}

function page(title: string, body: string) {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}`;
}
function LOGIN(error: string) {
  return page(
    'Sign in',
    `${error}<form method="post" action="/login"><label>User <input name="user"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form>`,
  );
}
function ORDER(error: string) {
  return page(
    'Order',
    `${error}<form method="post" action="/order"><label>Quantity <input name="quantity"></label><button>Order</button></form>`,
  );
}
const DELETE = `<button id="delete">Delete account</button><p id="state"></p><script>
document.querySelector('#delete').onclick = async () => {
  if (!confirm('Delete the account?')) return;
  await fetch('/api/ok', { method: 'POST', body: 'deleted=1' }); document.querySelector('#state').textContent = 'Account deleted';
};</script>`;
function saver(address: string, then: string) {
  return `<button id="save">Save</button><p id="state"></p><script>
const say = (text) => { document.querySelector('#state').textContent = text; };
document.querySelector('#save').onclick = async () => {
  const answer = await fetch('${address}', { method: 'POST', body: 'name=Ada' });
  ${then}
};</script>`;
}
function liker(address: string) {
  return `<button id="like" aria-pressed="false">Like</button> <span id="count">4</span><script>
const like = document.querySelector('#like'), count = document.querySelector('#count');
const show = (on) => { like.setAttribute('aria-pressed', on); count.textContent = on ? 5 : 4; };
like.onclick = async () => { show(true); const answer = await (await fetch('${address}', { method: 'POST' })).json(); if (!answer.ok) show(false); };
</script>`;
}

/** Saves by a request whose result the server sends as an event. */
function pushed(address: string) {
  return `<button id="send">Save</button><p role="status" id="state"></p><script>
const state = document.querySelector('#state');
document.querySelector('#send').onclick = () => { state.textContent = 'Saving…';
  new EventSource('${address}').onmessage = ({ data }) => { state.textContent = data === 'ok' ? 'Saved' : 'Could not save'; }; };</script>`;
}
function ticking(then: string) {
  return `<button id="send">Publish</button><script>
document.querySelector('#send').onclick = (event) => { event.target.textContent = 'Published';
  let ticks = 0; const clock = setInterval(() => { ticks += 1; if (ticks < 3) return; clearInterval(clock); ${then} }, 300); };</script>`;
}

/** An order whose answer says one thing, and after a second another. */
function LATER(first: string, then: string) {
  return page('Checkout', `<p id="state">${first}</p><script>setTimeout(() => { ${then} }, 900);</script>`);
}
const LATE: Record<string, string> = {
  '/alert-later': LATER(
    'Thank you, order placed',
    `document.querySelector('#state').insertAdjacentHTML('afterend', '<p role="alert">Your payment was declined</p>')`,
  ),
  '/says-no-later': LATER('Thank you, order placed', `alert('Your payment was declined')`),
  '/redirected-later': LATER('Processing your order…', `location.href = '/gone'`),
  '/refreshed-later': page('One moment please', '<meta http-equiv="refresh" content="1;url=/declined">'),
  '/accepted-later': LATER('Processing your order…', `location.href = '/accepted'`),
  '/thanked-later': LATER(
    'Processing your order…',
    `document.querySelector('#state').textContent = 'Thank you, order placed'`,
  ),
};

export function servePortal(): Portal {
  const accepted: string[] = [];
  const html =
    (status: number, text: string): Answer =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
      response.end(text);
    };
  const json =
    (status: number, ok: boolean): Answer =>
    async (request, response) => {
      const body = await bodyOf(request);
      if (ok) accepted.push(String(body));
      response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
      response.end(JSON.stringify({ ok }));
    };
  const site = sharedSite({
    '/login': async (request, response) => {
      if (request.method !== 'POST') return html(200, LOGIN(''))(request, response);
      const body = await bodyOf(request);
      if (body.get('password') !== 'right')
        return html(401, LOGIN('<p role="alert">Wrong user or password</p>'))(request, response);
      accepted.push('login');
      response.writeHead(303, { location: '/home' });
      response.end();
    },
    '/silent-login': async (request, response) => {
      if (request.method === 'POST') await bodyOf(request);
      return html(200, LOGIN('').replace('/login', '/silent-login'))(request, response);
    },
    '/home': page('Welcome', '<a href="/login">Sign in</a>'),
    '/order-form': ORDER(''),
    '/order': async (request, response) => {
      const quantity = Number((await bodyOf(request)).get('quantity'));
      if (!(quantity >= 1 && quantity <= 99))
        return html(422, ORDER('<p class="error">Quantity must be between 1 and 99</p>'))(request, response);
      accepted.push(`order ${quantity}`);
      return html(200, page('Thank you', '<p>Order placed</p>'))(request, response);
    },
    ...Object.fromEntries(
      Object.entries(LATE).map(([path, answer]): [string, Answer] => [
        path,
        async (request, response) => {
          await bodyOf(request);
          const form = `<form method="post"><button id="send">Place order</button></form>`;
          return html(200, request.method === 'POST' ? answer : page('Cart', form))(request, response);
        },
      ]),
    ),
    '/declined': page('Order', '<p>Your payment was declined</p>'),
    '/accepted': page('Order', '<p>Thank you, order placed</p>'),
    '/events-no': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      setTimeout(() => response.write('data: no\n\n'), 700);
    },
    '/events-ok': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      setTimeout(() => response.write('data: ok\n\n'), 700);
    },
    '/pushed-no': page('Profile', pushed('/events-no')),
    '/pushed-ok': page('Profile', pushed('/events-ok')),
    '/ticking-no': page('Post', ticking("event.target.textContent = 'Publish';")),
    '/ticking-ok': page('Post', ticking('')),
    ...hostilePages,
    '/asks': page(
      'Drafts',
      `<button id="delete">Delete</button><div id="ask" role="dialog" aria-modal="true" hidden><p>Delete this draft?</p><button id="no">Keep it</button><button id="yes">Delete it</button></div><p id="state"></p><script>
const ask = document.querySelector('#ask'); document.querySelector('#delete').onclick = () => { ask.hidden = false; };
document.querySelector('#yes').onclick = async () => { ask.hidden = true; await fetch('/api/ok', { method: 'POST', body: 'name=Ada' }); document.querySelector('#state').textContent = 'Deleted'; };</script>`,
    ),
    '/red-no': page(
      'Desk',
      `<input id="sign"><button id="go" onclick="setTimeout(() => document.body.insertAdjacentHTML('afterbegin', '<div style=&quot;color: #b00020&quot;>Signs of this door have two letters.</div>'), 600)">Change sign</button>`,
    ),
    '/red-news': page(
      'Desk',
      `<input id="sign"><button id="go" aria-expanded="false" onclick="news.hidden = false"> Fees</button><p id="news" hidden style="color: #b00020">Two fees are due in May.</p>`,
    ),
    '/replaced-no': page(
      'Desk',
      `<button id="go" onclick="said.textContent = 'Reserved'; setTimeout(() => { said.textContent = 'No one answered.'; }, 700)">Reserve</button><p id="said"></p>`,
    ),
    '/list-of-notices': page(
      'Desk',
      `<ul id="list"><li>The lift is out of service from Monday. <button onclick="this.closest('li').remove()">Hide</button></li><li>Bulky waste <button id="go" onclick="this.closest('li').remove(); fetch('/api/ok', { method: 'POST', body: 'name=Ada' })">Hide</button></li></ul>`,
    ),
    '/toast-no': page(
      'Desk',
      `<button id="go" onclick="const box = document.createElement('b'); box.textContent = 'You are not allowed to do that'; state.append(box); setTimeout(() => box.remove(), 900)">Borrow an umbrella</button><div id="state"><i>Notices</i></div>`,
    ),
    '/toast-yes': page(
      'Desk',
      `<button id="go" onclick="state.innerHTML = '<b>Not saved yet</b>'; setTimeout(() => { state.innerHTML = 'Saved'; }, 500)">Save</button><div id="state"></div>`,
    ),
    '/alert-neutral': page(
      'Desk',
      `<button id="go" onclick="alert('No pagers left')">Borrow a pager</button>`,
    ),
    '/alert-yes': page('Desk', `<button id="go" onclick="alert('Pager booked')">Borrow a pager</button>`),
    '/notice': page(
      'Profile',
      saver(
        '/api/ok',
        `document.body.insertAdjacentHTML('beforeend', '<p class="notice">Saved</p>'); setTimeout(() => document.querySelector('.notice').remove(), 800);`,
      ),
    ),
    '/required': page(
      'Contact',
      `<form method="post" action="/contact"><label>Email <input type="email" name="email" required></label><button>Send</button></form>`,
    ),
    '/contact': async (request, response) => {
      accepted.push(String(await bodyOf(request)));
      return html(200, page('Message sent', ''))(request, response);
    },
    '/scripted': page(
      'Contact',
      `<form novalidate><label>Email <input name="email"></label><p id="why" class="field-error"></p><button>Send</button></form><script>
document.forms[0].onsubmit = async (event) => { event.preventDefault(); const email = document.forms[0].email;
  if (!email.value.includes('@')) { email.setAttribute('aria-invalid', 'true'); document.querySelector('#why').textContent = 'Enter a valid address'; return; }
  await fetch('/api/ok', { method: 'POST', body: 'email=' + email.value }); document.body.innerHTML = '<p>Message sent</p>'; };
</script>`,
    ),
    '/delete': page('Account', DELETE),
    '/save-500': page('Profile', saver('/api/500', "say(answer.ok ? 'Saved' : 'Could not save');")),
    '/save-silent-500': page('Profile', saver('/api/500', '')),
    '/save-refused': page(
      'Profile',
      saver('/api/no', "say((await answer.json()).ok ? 'Saved' : 'Could not save');"),
    ),
    '/save-ok': page('Profile', saver('/api/ok', "say(answer.ok ? 'Saved' : 'Could not save');")),
    '/save-later': page('Profile', saver('/api/slow', "say(answer.ok ? 'Saved' : 'Could not save');")),
    '/save-leaves': page('Profile', saver('/api/ok', "location.href = '/home';")),
    '/save-expired': page('Profile', saver('/api/ok', "location.href = '/login';")),
    '/save-alert': page('Profile', saver('/api/no', "alert('Your card was declined');")),
    '/save-busy': page(
      'Profile',
      saver('/api/ok', '')
        .replace(
          'const answer',
          "event = 0; const save = document.querySelector('#save'); save.textContent = 'Saving…'; const answer",
        )
        .replace('  \n', "save.textContent = 'Save';\n"),
    ),
    '/read-404': page(
      'Prices',
      `<button id="load">Load</button><p id="state"></p><script>document.querySelector('#load').onclick = async () => { await fetch('/gone'); document.querySelector('#state').textContent = 'Loaded'; };</script>`,
    ),
    '/like': page('Post', liker('/api/ok')),
    '/like-reverts': page('Post', liker('/api/no')),
    '/signed-in': page('Home', '<h1>Welcome, Ada</h1><a href="/login">Sign out</a>'),
    '/dialog-and-notice': page(
      'Plan',
      `<button id="ask">Cancel the plan</button><script>
      function put(html) { const box = document.createElement('div'); box.innerHTML = html; document.body.append(box); return box; }
      document.querySelector('#ask').onclick = () => {
        const box = put('<p>Cancel it?</p><button id="yes">Yes</button>');
        box.querySelector('#yes').onclick = async () => {
          box.remove();
          await fetch('/api/ok', { method: 'POST', body: 'name=Ada' });
          put('The plan ends today');
        };
      };</script>`,
    ),
    '/invite': page(
      'Members',
      `<button id="invite">Invite</button><div id="box" hidden><form><label>Name <input></label> <label>Role <select><option>Reader</option></select></label></form></div>
      <script>document.querySelector('#invite').onclick = () => { document.querySelector('#box').hidden = false; };</script>`,
    ),
    '/follow-reverts': page(
      'Post',
      `<button id="follow">Follow</button><script>document.querySelector('#follow').onclick = (event) => { event.target.textContent = 'Following'; setTimeout(() => { event.target.textContent = 'Follow'; }, 400); };</script>`,
    ),
    '/copy': page(
      'Key',
      `<button id="copy">Copy</button><script>document.querySelector('#copy').onclick = (event) => { event.target.textContent = 'Copied'; setTimeout(() => { event.target.textContent = 'Copy'; }, 400); };</script>`,
    ),
    '/dead': page('Dead', '<button id="dead">Export</button>'),
    '/links': page(
      'Links',
      '<a id="gone" href="/gone">Reports</a> <a id="home" href="/home">Home</a> <a id="orders" href="/my-orders">Orders</a>',
    ),
    '/my-orders': (_request, response) => {
      response.writeHead(302, { location: '/login' });
      response.end();
    },
    '/fields': page(
      'Fields',
      `<form method="post" action="/contact"><label>Day <input type="date" name="day"></label><label>Amount <input type="number" name="amount" max="10"></label>
<label>Card <input id="card" name="card"></label><label>Code <input name="code" maxlength="4"></label><label>Locked <input id="locked" name="locked"></label><button>Send</button></form><script>
const card = document.querySelector('#card'); card.oninput = () => { card.value = card.value.replaceAll(/\\D/g, '').replaceAll(/(\\d{4})(?=\\d)/g, '$1 '); };
const locked = document.querySelector('#locked'); locked.oninput = () => { locked.value = 'fixed'; };</script>`,
    ),
    '/third-party': page(
      'Shop',
      `<button id="buy">Buy</button><p id="state"></p><script>document.querySelector('#buy').onclick = async () => {
  fetch('http://localhost:1/track', { method: 'POST' }).catch(() => {}); await fetch('/api/ok', { method: 'POST', body: 'buy=1' }); document.querySelector('#state').textContent = 'Added'; };</script>`,
    ),
    '/pills': page(
      'Booking',
      `<style>.pill { cursor: pointer }</style><main><input aria-label="Name" id="name"><div role="combobox" id="kind" tabindex="0" aria-expanded="false">Please select</div>
<div class="pill" id="book">Book</div><p id="hint"></p></main><script>
document.querySelector('#kind').onclick = ({ target }) => { target.setAttribute('aria-expanded', target.getAttribute('aria-expanded') === 'false'); };
document.querySelector('#book').onclick = async () => { const name = document.querySelector('#name').value;
  document.querySelector('#hint').textContent = name === '' ? 'Tell us who is coming' : '';
  if (name !== '') { await fetch('/api/ok', { method: 'POST', body: 'for=' + name }); document.querySelector('#hint').textContent = 'Choose another one?'; } };</script>`,
    ),
    '/files': page(
      'Ticket',
      `<form><button type="button" role="tab" id="files" onclick="document.querySelector('#panel').hidden = false">Attachments</button>
<div id="panel" hidden><p>error-413.png 184 KB</p></div></form>
<details><summary id="report">Report a problem</summary><form><label>Kind <select><option>Missing item</option><option>Wrong item</option></select></label></form></details>`,
    ),
    '/bulk': async (request, response) => {
      if (request.method !== 'POST')
        return html(
          200,
          page(
            'Invoices',
            '<form method="post"><input type="checkbox" name="a" aria-label="IN-1"><button>Export</button></form>',
          ),
        )(request, response);
      const chosen = String(await bodyOf(request));
      if (chosen !== '') accepted.push(chosen);
      const said =
        chosen === '' ? '<p style="color:#b00000">Zero rows ticked</p>' : '<p>The file is on its way</p>';
      return html(200, page('Export', said))(request, response);
    },
    '/shadow': page(
      'Contact',
      `<x-form></x-form><script>customElements.define('x-form', class extends HTMLElement { connectedCallback() {
  const root = this.attachShadow({ mode: 'open' });
  root.innerHTML = '<label>Email <input id="mail"></label><p id="why"></p><button id="send">Send</button>';
  root.querySelector('#send').onclick = async () => { const mail = root.querySelector('#mail'), why = root.querySelector('#why');
    if (!mail.value.includes('@')) { mail.setAttribute('aria-invalid', 'true'); why.textContent = 'An address has an @'; return; }
    await fetch('/api/ok', { method: 'POST', body: 'mail=' + mail.value }); why.textContent = 'Message sent'; };
} });</script>`,
    ),
    '/api/500': json(500, false),
    '/api/no': json(200, false),
    '/api/ok': json(200, true),
    '/api/slow': (request, response) => void setTimeout(() => void json(500, false)(request, response), 600),
  });
  return Object.assign(site, { accepted });
}
